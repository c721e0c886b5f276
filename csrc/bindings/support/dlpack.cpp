// Reading DLPack capsules.
#include "bindings/support/dlpack.hpp"

#include <pybind11/pybind11.h>

#include "bindings/support/gil.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// The structures of dlpack.h, version 0.8, which every producer still exports when no version is asked for.
struct Device {
  std::int32_t type, id;
};
constexpr std::int32_t Cpu = 1, CudaHost = 3, RocmHost = 11;  // the last two are pinned memory of the CPU

struct DataType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
enum Code : std::uint8_t { Int = 0, Uint = 1, Float = 2, Bool = 6 };

struct Tensor {
  void* data;
  Device device;
  std::int32_t ndim;
  DataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;  // in items; null if C-contiguous
  std::uint64_t byte_offset;
};

// The character of the struct module; '?' where there is none, which no reader accepts for items of more than a byte.
char format_of(DataType type) {
  const auto by_size = [&](const char* characters) {
    const unsigned size = type.bits / 8;
    return size == 1 ? characters[0] : size == 2 ? characters[1] : size == 4 ? characters[2] : characters[3];
  };
  if (type.lanes != 1) return 'x';
  switch (type.code) {
    case Int:
      return by_size("bhiq");
    case Uint:
      return by_size("BHIQ");
    case Float:
      return by_size("xefd");
    case Bool:
      return '?';
    default:
      return 'x';
  }
}

}  // namespace

struct DlpackTensor::Managed {
  Tensor tensor;
  void* manager;
  void (*deleter)(Managed*);
};

DlpackTensor::~DlpackTensor() {
  if (managed_ && managed_->deleter) managed_->deleter(managed_);
}

bool DlpackTensor::open(PyObject* object, const char* name, Py_buffer& view) {
  const py::handle given(object);
  if (!py::hasattr(given, "__dlpack__") || !py::hasattr(given, "__dlpack_device__")) return false;
  const py::tuple device(call_method(given, "__dlpack_device__"));
  const long type = py::int_(device[0]).cast<long>();
  if (type != Cpu && type != CudaHost && type != RocmHost) {
    PyErr_Format(PyExc_BufferError, "%s must be memory of the CPU, not of the DLPack device type %ld", name, type);
    throw py::error_already_set();
  }
  const py::object capsule = call_method(given, "__dlpack__");
  managed_ = static_cast<Managed*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (!managed_) throw py::error_already_set();
  PyCapsule_SetName(capsule.ptr(), "used_dltensor");
  PyCapsule_SetDestructor(capsule.ptr(), nullptr);

  const Tensor& tensor = managed_->tensor;
  const Py_ssize_t size = tensor.dtype.bits / 8;
  shape_.assign(tensor.shape, tensor.shape + tensor.ndim);
  strides_.resize(shape_.size());
  Py_ssize_t length = size;
  for (std::size_t k = shape_.size(); k-- > 0;) {
    strides_[k] = tensor.strides ? Py_ssize_t(tensor.strides[k]) * size : length;
    length *= shape_[k];
  }
  format_[0] = format_of(tensor.dtype);
  view = {};
  view.buf = static_cast<char*>(tensor.data) + tensor.byte_offset;
  view.len = length;
  view.itemsize = size;
  view.ndim = tensor.ndim;
  view.format = format_;
  view.shape = shape_.data();
  view.strides = strides_.data();
  return true;
}

}  // namespace bitrook::bindings
