// Checking the buffers that callers pass.
#include "bindings/support/buffer.hpp"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "bindings/support/errors.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

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

// Returns a NumPy array that shares the memory of a tensor, such as PyTorch's, which supports DLPack but not the buffer
// protocol. Throws BufferError if the memory is not on the CPU.
py::object array_of(const py::object& tensor, const char* name) {
  constexpr long Cpu = 1, CudaHost = 3, RocmHost = 11;  // DLDeviceType; the last two are pinned CPU memory
  const long device = py::tuple(tensor.attr("__dlpack_device__")())[0].cast<long>();
  if (device != Cpu && device != CudaHost && device != RocmHost)
    throw_error(PyExc_BufferError, "%s must be in CPU memory, not on a device of the DLPack type %ld", name, device);
  if (py::hasattr(tensor, "numpy")) return tensor.attr("numpy")();  // writable; from_dlpack() depends on the version
  const py::object from_dlpack = py::module_::import("numpy").attr("from_dlpack");
  try {
    return from_dlpack(tensor, py::arg("copy") = false);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_TypeError)) throw;
    return from_dlpack(tensor);  // read-only: NumPy or the tensor is too old to know the parameter
  }
}

}  // namespace

BufferView::OwnedBuffer::OwnedBuffer(PyObject* object, const char* name, ItemFormat wanted, bool writable)
    : Py_buffer{} {
  auto source = py::reinterpret_borrow<py::object>(object);
  if (!PyObject_CheckBuffer(object)) {
    if (!py::hasattr(source, "__dlpack_device__")) {
      throw_error(PyExc_TypeError, "%s must be a %sbuffer of %s, not %.100s", name, writable ? "writable " : "",
                  description(wanted).c_str(), Py_TYPE(object)->tp_name);
    }
    source = array_of(source, name);
  }
  if (PyObject_GetBuffer(source.ptr(), this, PyBUF_FULL_RO) < 0) throw py::error_already_set();
}

BufferView::BufferView(PyObject* object, const char* name, ItemFormat wanted, bool writable)
    : view_(object, name, wanted, writable), wanted_(wanted), name_(name) {
  if (!fits(view_, wanted)) {
    throw_error(PyExc_TypeError, "%s must be a buffer of %s or of bytes, not of %zd-byte items with the format '%s'",
                name, description(wanted).c_str(), view_.itemsize, view_.format ? view_.format : "B");
  }
  if (writable && view_.readonly) {
    throw_error(
        PyExc_BufferError,
        PyObject_CheckBuffer(object)
            ? "%s must be writable, but it is read-only"
            : "%s must be writable: an array, or a tensor that DLPack 1.0 exports as writable and not as a copy",
        name);
  }
  if (!PyBuffer_IsContiguous(&view_, 'C')) throw_error(PyExc_BufferError, "%s must be C-contiguous", name);
  if (reinterpret_cast<std::uintptr_t>(view_.buf) % wanted.size != 0) {
    throw_error(PyExc_ValueError, "%s must be aligned to %zu bytes", name, wanted.size);
  }
}

void BufferView::require_at_least(std::size_t items) const {
  if (view_.ndim != 1) {
    throw_error(PyExc_ValueError, "%s must have one dimension, not the shape %s", name_, text(shape()).c_str());
  }
  if (size() >= items) return;
  throw_error(PyExc_ValueError, "%s must hold at least %zu %s, but it holds %zu", name_, items,
              description(wanted_).c_str(), size());
}

void BufferView::require_shape(std::initializer_list<std::size_t> wanted) const {
  const std::vector<Py_ssize_t> expected(wanted.begin(), wanted.end());
  if (view_.itemsize == 1 && wanted_.size != 1) {
    Py_ssize_t bytes = Py_ssize_t(wanted_.size);
    for (const Py_ssize_t n : expected) bytes *= n;
    if (view_.len == bytes) return;
    throw_error(PyExc_ValueError, "%s must have %zd bytes, for the shape %s of %s, but it has %zd", name_, bytes,
                text(expected).c_str(), description(wanted_).c_str(), view_.len);
  }
  if (std::ranges::equal(shape(), expected)) return;
  throw_error(PyExc_ValueError, "%s must have the shape %s, not %s", name_, text(expected).c_str(),
              text(shape()).c_str());
}

bool BufferView::overlaps(const BufferView& other) const {
  const auto first = reinterpret_cast<std::uintptr_t>(data()), second = reinterpret_cast<std::uintptr_t>(other.data());
  const auto size = std::size_t(view_.len), other_size = std::size_t(other.view_.len);
  return size != 0 && other_size != 0 && first < second + other_size && second < first + size;
}

void BufferView::require_apart(std::initializer_list<const BufferView*> outputs,
                               std::initializer_list<const BufferView*> inputs) {
  const auto require = [](const BufferView& output, const BufferView& other) {
    if (output.overlaps(other)) throw_error(PyExc_ValueError, "%s and %s must not overlap", output.name_, other.name_);
  };
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (auto other = output + 1; other != outputs.end(); ++other) require(**output, **other);
    for (const BufferView* input : inputs)
      if (input) require(**output, *input);
  }
}

}  // namespace bitrook::bindings
