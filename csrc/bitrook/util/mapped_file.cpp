// Mapping files with mmap(), and with MapViewOfFile() on Windows.
#include "bitrook/util/mapped_file.hpp"

#include <cerrno>

#ifdef _WIN32
#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <string>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "bitrook/base/checked.hpp"

namespace bitrook {

#ifdef _WIN32

namespace {

int error_number(DWORD error) {
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
      return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
      return EACCES;
    case ERROR_NOT_ENOUGH_MEMORY:
      return ENOMEM;
    default:
      return EIO;
  }
}

}  // namespace

int MappedFile::open(const char* path) {
  BITROOK_ASSERT(data_ == nullptr);
  const int length = MultiByteToWideChar(CP_UTF8, 0, path, -1, nullptr, 0);
  std::wstring wide(std::size_t(length), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, path, -1, wide.data(), length);
  const HANDLE file = CreateFileW(wide.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return error_number(GetLastError());
  LARGE_INTEGER size{};
  int error = GetFileType(file) == FILE_TYPE_PIPE ? ESPIPE : 0;
  if (error == 0 && !GetFileSizeEx(file, &size)) error = error_number(GetLastError());
  if (error == 0 && size.QuadPart != 0) {
    const HANDLE mapping = CreateFileMappingW(file, nullptr, PAGE_READONLY, 0, 0, nullptr);
    const void* view = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : nullptr;
    if (!view) error = error_number(GetLastError());
    if (mapping) CloseHandle(mapping);
    data_ = static_cast<const std::uint8_t*>(view);
    size_ = view ? std::size_t(size.QuadPart) : 0;
  }
  CloseHandle(file);
  return error;
}

MappedFile::~MappedFile() {
  if (data_) UnmapViewOfFile(data_);
}

void MappedFile::release(std::size_t, std::size_t) const {}

#else

namespace {

bool is_null_device(const struct stat& status) {
  struct stat null{};
  return S_ISCHR(status.st_mode) && stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev;
}

}  // namespace

int MappedFile::open(const char* path) {
  BITROOK_ASSERT(data_ == nullptr);
  const int file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return errno;
  struct stat status{};
  int error = fstat(file, &status) == 0 ? 0 : errno;
  if (error == 0 && S_ISDIR(status.st_mode)) error = EISDIR;
  if (error == 0 && !S_ISREG(status.st_mode) && !is_null_device(status)) error = ESPIPE;
  if (error == 0 && S_ISREG(status.st_mode) && status.st_size != 0) {
    const auto size = std::size_t(status.st_size);
    void* address = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
    if (address == MAP_FAILED) {
      error = errno;
    } else {
      data_ = static_cast<const std::uint8_t*>(address);
      size_ = size;
    }
  }
  ::close(file);
  return error;
}

MappedFile::~MappedFile() {
  if (data_) munmap(const_cast<std::uint8_t*>(data_), size_);
}

void MappedFile::release(std::size_t begin, std::size_t end) const {
  BITROOK_ASSERT(begin <= end && end <= size_);
  madvise(const_cast<std::uint8_t*>(data_) + begin, end - begin, MADV_DONTNEED);
}

#endif

}  // namespace bitrook
