// MappedFile: a whole file mapped into memory, read-only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bitrook {

// The operating system loads pages when they are first read, and processes that map the same file share them. No file
// descriptor stays open. If a file is truncated while it is mapped, reading beyond its new end can kill the process
// (SIGBUS on POSIX systems).
class MappedFile {
 public:
  MappedFile() = default;
  // Returns 0, or an `errno` value if the file could not be mapped: ESPIPE for a pipe, a socket or a device, which is
  // opened without waiting for a writer. For an empty file and the null device, bytes() is empty. Precondition: this
  // object does not hold a file.
  int open(const char* path);  // `path` is UTF-8
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::uint8_t> bytes() const { return {data_, size_}; }
  // Removes the pages of these offsets from this process's memory, if the system supports it. They are loaded again
  // when they are read. Precondition: both are multiples of 1 MiB.
  void release(std::size_t begin, std::size_t end) const;

 private:
  const std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace bitrook
