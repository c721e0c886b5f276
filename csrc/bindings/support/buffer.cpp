// Checking the buffers that callers pass.
#include "bindings/support/buffer.hpp"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

template <class... Values>
[[noreturn]] void refuse(PyObject* error, const char* format, Values... values) {
  PyErr_Format(error, format, values...);
  throw py::error_already_set();
}

std::string description(const ItemFormat& wanted) {
  const char* kind = wanted.kind == ItemFormat::Kind::Float ? "-bit floats" : "-bit integers";
  return std::to_string(8 * wanted.size) + kind;
}

std::string text(std::span<const Py_ssize_t> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

// Whether the items are of the expected kind. The format must be a single item of the struct module; without a format,
// items are bytes.
bool fits(const Py_buffer& view, const ItemFormat& wanted) {
  const char* format = view.format ? view.format : "B";
  const bool swapped = *format == (std::endian::native == std::endian::little ? '>' : '<') ||
                       (*format == '!' && std::endian::native == std::endian::little);
  if (*format && std::strchr("@=<>!", *format)) ++format;  // strchr would also find the terminating null
  if (!*format || format[1]) return false;
  if (view.itemsize == 1) return std::strchr("bBc?", *format);  // bytes may contain anything
  if (swapped || std::size_t(view.itemsize) != wanted.size) return false;
  return std::strchr(wanted.kind == ItemFormat::Kind::Float ? "efd" : "hHiIlLqQnN", *format);
}

}  // namespace

BufferView::OwnedBuffer::OwnedBuffer(PyObject* object, const char* name, ItemFormat wanted, bool writable)
    : Py_buffer{} {
  if (PyObject_CheckBuffer(object)) {
    if (PyObject_GetBuffer(object, this, PyBUF_FULL_RO) < 0) throw py::error_already_set();
  } else if (!tensor.open(object, name, *this)) {
    refuse(PyExc_TypeError, "%s must be a %sbuffer of %s, not %.100s", name, writable ? "writable " : "",
           description(wanted).c_str(), Py_TYPE(object)->tp_name);
  }
}

BufferView::BufferView(PyObject* object, const char* name, ItemFormat wanted, bool writable)
    : view_(object, name, wanted, writable), wanted_(wanted), name_(name) {
  if (!fits(view_, wanted)) {
    refuse(PyExc_TypeError, "%s must be a buffer of %s or of bytes, not of %zd-byte items with the format '%s'", name,
           description(wanted).c_str(), view_.itemsize, view_.format ? view_.format : "B");
  }
  if (writable && view_.readonly) {
    refuse(PyExc_BufferError,
           view_.obj
               ? "%s must be writable, but it is read-only"
               : "%s must be writable: an array, or a tensor that DLPack 1.0 exports as writable and not as a copy",
           name);
  }
  if (!PyBuffer_IsContiguous(&view_, 'C')) refuse(PyExc_BufferError, "%s must be C-contiguous", name);
  if (reinterpret_cast<std::uintptr_t>(view_.buf) % wanted.size != 0) {
    refuse(PyExc_ValueError, "%s must be aligned to %zu bytes", name, wanted.size);
  }
}

void BufferView::require_at_least(std::size_t items) const {
  if (view_.ndim != 1) {
    refuse(PyExc_ValueError, "%s must have one dimension, not the shape %s", name_, text(shape()).c_str());
  }
  if (size() >= items) return;
  refuse(PyExc_ValueError, "%s must hold at least %zu %s, but it holds %zu", name_, items, description(wanted_).c_str(),
         size());
}

void BufferView::require_shape(std::initializer_list<std::size_t> wanted) const {
  const std::vector<Py_ssize_t> expected(wanted.begin(), wanted.end());
  if (view_.itemsize == 1 && wanted_.size != 1) {
    Py_ssize_t bytes = Py_ssize_t(wanted_.size);
    for (const Py_ssize_t n : expected) bytes *= n;
    if (view_.len == bytes) return;
    refuse(PyExc_ValueError, "%s must have %zd bytes, for the shape %s of %s, but it has %zd", name_, bytes,
           text(expected).c_str(), description(wanted_).c_str(), view_.len);
  }
  if (std::ranges::equal(shape(), expected)) return;
  refuse(PyExc_ValueError, "%s must have the shape %s, not %s", name_, text(expected).c_str(), text(shape()).c_str());
}

bool BufferView::overlaps(const BufferView& other) const {
  const auto first = reinterpret_cast<std::uintptr_t>(data()), second = reinterpret_cast<std::uintptr_t>(other.data());
  const auto size = std::size_t(view_.len), other_size = std::size_t(other.view_.len);
  return size != 0 && other_size != 0 && first < second + other_size && second < first + size;
}

void BufferView::require_apart(std::initializer_list<const BufferView*> outputs,
                               std::initializer_list<const BufferView*> inputs) {
  const auto require = [](const BufferView& output, const BufferView& other) {
    if (output.overlaps(other)) refuse(PyExc_ValueError, "%s and %s must not overlap", output.name_, other.name_);
  };
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (auto other = output + 1; other != outputs.end(); ++other) require(**output, **other);
    for (const BufferView* input : inputs)
      if (input) require(**output, *input);
  }
}

}  // namespace bitrook::bindings
