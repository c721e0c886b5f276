// Buffers that callers pass as arguments: memory to read from, and `out=` memory to write to.
//
//     const WritableBuffer<std::uint16_t> buffer(out, "out");
//     buffer.require_at_least(moves.size());
//     std::ranges::copy(words, buffer.items().begin());
//
// CPU tensors that support DLPack but not the buffer protocol are accepted as well, with NumPy. Buffers are never
// copied. They must be C-contiguous, and their items must have the expected kind and size, or be single bytes
// (bytearray). All errors are thrown as Python exceptions whose message contains the parameter and what was expected:
// TypeError for an object without a buffer or with other items, BufferError for memory that is read-only or not
// contiguous, and ValueError for a wrong shape or alignment. The destructor releases the buffer and needs the GIL.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>

#include "bindings/support/python.hpp"

namespace bitrook::bindings {

// The expected kind of items.
struct ItemFormat {
  enum class Kind { Integer, Float } kind;  // signed and unsigned integers and bools are not distinguished
  std::size_t size;

  template <class T>
  static constexpr ItemFormat of() {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    return {std::is_floating_point_v<T> ? Kind::Float : Kind::Integer, sizeof(T)};
  }
};

// The part that does not depend on the type of the items.
class BufferView {
 public:
  // `name` is the name of the parameter, a string literal.
  BufferView(PyObject* object, const char* name, ItemFormat wanted, bool writable);

  std::size_t size() const { return std::size_t(view_.len) / wanted_.size; }  // in items
  // Throws ValueError unless the buffer has one dimension and at least `items` items.
  void require_at_least(std::size_t items) const;
  // Throws ValueError unless the buffer has this shape. For a buffer of bytes, only the length must match.
  void require_shape(std::initializer_list<std::size_t> wanted) const;
  // Throws ValueError if an output shares memory with another output or with an input. Inputs may be null.
  static void require_apart(std::initializer_list<const BufferView*> outputs,
                            std::initializer_list<const BufferView*> inputs = {});

 protected:
  void* data() const { return view_.buf; }

 private:
  bool overlaps(const BufferView& other) const;

  struct OwnedBuffer : Py_buffer {
    OwnedBuffer(PyObject* object, const char* name, ItemFormat wanted, bool writable);
    OwnedBuffer(const OwnedBuffer&) = delete;
    OwnedBuffer& operator=(const OwnedBuffer&) = delete;
    ~OwnedBuffer() { PyBuffer_Release(this); }
  };

  std::span<const Py_ssize_t> shape() const { return {view_.shape, std::size_t(view_.ndim)}; }

  OwnedBuffer view_;
  ItemFormat wanted_;
  const char* name_;
};

template <class T>
class ReadableBuffer : public BufferView {
 public:
  ReadableBuffer(PyObject* object, const char* name) : BufferView(object, name, ItemFormat::of<T>(), false) {}
  std::span<const T> items() const { return {static_cast<const T*>(data()), size()}; }
};

template <class T>
class WritableBuffer : public BufferView {
 public:
  WritableBuffer(PyObject* object, const char* name) : BufferView(object, name, ItemFormat::of<T>(), true) {}
  std::span<T> items() const { return {static_cast<T*>(data()), size()}; }
};

// A writable buffer whose type of items is known only at run time.
class OutputBuffer : public BufferView {
 public:
  OutputBuffer(PyObject* object, ItemFormat format) : BufferView(object, "out", format, true) {}
  using BufferView::data;
};

}  // namespace bitrook::bindings
