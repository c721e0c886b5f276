// Buffer: a byte array that grows with realloc, which moves the pages of a large block instead of copying them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace bitrook::data {

// A std::vector would copy all bytes when it grows, and hold both copies at the same time.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() { std::free(bytes_); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const char* data() const { return bytes_; }
  char* data() { return bytes_; }
  template <class T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(bytes_), size_ / sizeof(T)};
  }
  template <class T>
  T& at(std::size_t i) {
    return reinterpret_cast<T*>(bytes_)[i];
  }

  // New bytes are not initialized.
  void resize(std::size_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
  }
  void append(const void* from, std::size_t count) {
    if (count == 0) return;  // `from` may be null
    const std::size_t at = size_;
    resize(size_ + count);
    std::memcpy(bytes_ + at, from, count);
  }
  template <class T>
  void push(T value) {
    const std::size_t at = size_;
    resize(size_ + sizeof(T));
    std::memcpy(bytes_ + at, &value, sizeof(T));
  }
  // Removes the bytes from `at` on and returns them.
  Buffer split_off(std::size_t at) {
    Buffer rest;
    rest.append(bytes_ + at, size_ - at);
    size_ = at;
    return rest;
  }
  void shrink() {
    if (size_ == capacity_ || size_ == 0) return;
    if (void* smaller = std::realloc(bytes_, size_)) {
      bytes_ = static_cast<char*>(smaller);
      capacity_ = size_;
    }
  }

 private:
  void grow(std::size_t size) {
    const std::size_t wanted = std::max({size, capacity_ + capacity_ / 2, std::size_t{64}});
    void* larger = std::realloc(bytes_, wanted);
    if (larger == nullptr) throw std::bad_alloc();
    bytes_ = static_cast<char*>(larger);
    capacity_ = wanted;
  }

  char* bytes_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace bitrook::data
