// Mapped files: regular files, empty files and folders; pipes are refused without waiting for their other end.
#include "bitrook/util/mapped_file.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace bitrook;

namespace {

#ifdef _WIN32
const unsigned long process = GetCurrentProcessId();
#else
const long process = getpid();
#endif

// A new folder, removed at the end of the test.
struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("bitrook-test-" + std::to_string(process));
  Folder() { std::filesystem::create_directory(path); }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

// A pipe that has a name and to which nothing is ever written.
struct NamedPipe {
#ifdef _WIN32
  std::string path = "\\\\.\\pipe\\bitrook-test-" + std::to_string(process);
  HANDLE handle = CreateNamedPipeA(path.c_str(), PIPE_ACCESS_DUPLEX, PIPE_TYPE_BYTE, 1, 4096, 4096, 0, nullptr);
  explicit NamedPipe(const Folder&) { REQUIRE(handle != INVALID_HANDLE_VALUE); }
  ~NamedPipe() { CloseHandle(handle); }
#else
  std::string path;
  explicit NamedPipe(const Folder& folder) : path((folder.path / "pipe").string()) {
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  }
#endif
};

std::string write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
  const std::u8string name = path.u8string();
  return std::string(name.begin(), name.end());
}

}  // namespace

TEST_CASE("files are mapped whole, whatever their names") {
  const Folder folder;
  for (const char8_t* name : {u8"plain", u8"\u00e9\u2654"}) {
    const std::string path = write(folder.path / name, "one\r\ntwo");
    MappedFile file;
    REQUIRE(file.open(path.c_str()) == 0);
    CHECK(std::string(file.bytes().begin(), file.bytes().end()) == "one\r\ntwo");
  }
  MappedFile empty;
  CHECK(empty.open(write(folder.path / "empty", "").c_str()) == 0);
  CHECK(empty.bytes().empty());
}

TEST_CASE("what is not a regular file is refused at once") {
  const Folder folder;
  MappedFile file;
  CHECK(file.open((folder.path / "missing").string().c_str()) == ENOENT);
  CHECK(file.open(folder.path.string().c_str()) != 0);
  const NamedPipe pipe(folder);
  CHECK(file.open(pipe.path.c_str()) == ESPIPE);
  CHECK(file.bytes().empty());
}
