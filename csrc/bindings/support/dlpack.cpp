// Reading DLPack capsules.
#include "bindings/support/dlpack.hpp"

#include <pybind11/pybind11.h>

#include <bit>

#include "bindings/support/gil.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// The structures of dlpack.h. Before version 1.0, they do not specify whether the memory is writable.
struct Device {
  std::int32_t type, id;
};
constexpr std::int32_t Cpu = 1, CudaHost = 3, RocmHost = 11;  // the last two are pinned CPU memory

struct DataType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
constexpr std::uint8_t Bool = 6;
// The format characters of the struct module for the codes 0 to 2 (int, uint, float) and the sizes 1, 2, 4 and 8.
constexpr const char* Formats[] = {"bhiq", "BHIQ", "xefd"};

struct Tensor {
  void* data;
  Device device;
  std::int32_t ndim;
  DataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;  // in items; null if C-contiguous
  std::uint64_t byte_offset;
};

struct Unversioned {
  Tensor tensor;
  void* manager;
  void (*deleter)(Unversioned*);
};

struct Versioned {
  std::uint32_t major, minor;
  void* manager;
  void (*deleter)(Versioned*);
  std::uint64_t flags;
  Tensor tensor;
};
constexpr std::uint64_t ReadOnly = 1, IsCopied = 2;

// Returns the format character of the struct module. For types without one, returns 'x', which readers reject.
char format_of(DataType type) {
  if (type.lanes != 1) return 'x';
  if (type.code == Bool) return '?';
  const int size = std::countr_zero(type.bits / 8u);
  return type.code < std::size(Formats) && size < 4 ? Formats[type.code][size] : 'x';
}

template <class Managed>
void give_back(void* managed) {
  if (auto* m = static_cast<Managed*>(managed); m->deleter) m->deleter(m);
}

// Returns the capsule of object.__dlpack__(), with version 1 if the producer supports it.
py::object exported(py::handle object) {
  const py::object method = object.attr("__dlpack__");
  const py::dict version(py::arg("max_version") = py::make_tuple(1, 0));
  PyObject* capsule = in_python([&] { return PyObject_VectorcallDict(method.ptr(), nullptr, 0, version.ptr()); });
  if (!capsule && PyErr_ExceptionMatches(PyExc_TypeError)) {  // the producer does not have this parameter
    PyErr_Clear();
    return call_method(object, "__dlpack__");
  }
  if (!capsule) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(capsule);
}

// Returns the contents of a capsule with this name, and transfers their ownership to the caller.
template <class Managed>
Managed* take(PyObject* capsule, const char* name, const char* used_name) {
  auto* managed = static_cast<Managed*>(PyCapsule_GetPointer(capsule, name));
  if (!managed) throw py::error_already_set();
  PyCapsule_SetName(capsule, used_name);
  PyCapsule_SetDestructor(capsule, nullptr);
  return managed;
}

}  // namespace

DlpackTensor::~DlpackTensor() {
  if (managed_) give_back_(managed_);
}

bool DlpackTensor::open(PyObject* object, const char* name, Py_buffer& view) {
  const py::handle given(object);
  if (!py::hasattr(given, "__dlpack__") || !py::hasattr(given, "__dlpack_device__")) return false;
  const py::tuple device(call_method(given, "__dlpack_device__"));
  const long type = py::int_(device[0]).cast<long>();
  if (type != Cpu && type != CudaHost && type != RocmHost) {
    PyErr_Format(PyExc_BufferError, "%s must be in CPU memory, not on a device of the DLPack type %ld", name, type);
    throw py::error_already_set();
  }
  const py::object capsule = exported(given);
  view = {};
  const Tensor* exporting = nullptr;
  if (PyCapsule_IsValid(capsule.ptr(), "dltensor_versioned")) {
    auto* managed = take<Versioned>(capsule.ptr(), "dltensor_versioned", "used_dltensor_versioned");
    managed_ = managed;
    give_back_ = give_back<Versioned>;
    if (managed->major != 1) {
      PyErr_Format(PyExc_BufferError, "%s must export version 1 of DLPack, not %u", name, unsigned(managed->major));
      throw py::error_already_set();
    }
    exporting = &managed->tensor;
    view.readonly = (managed->flags & (ReadOnly | IsCopied)) != 0;
  } else {
    auto* managed = take<Unversioned>(capsule.ptr(), "dltensor", "used_dltensor");
    managed_ = managed;
    give_back_ = give_back<Unversioned>;
    exporting = &managed->tensor;
    view.readonly = true;  // may not be writable; NumPy decides the same
  }

  const Tensor& tensor = *exporting;
  const Py_ssize_t size = tensor.dtype.bits / 8;
  shape_.assign(tensor.shape, tensor.shape + tensor.ndim);
  strides_.resize(shape_.size());
  Py_ssize_t length = size;
  for (std::size_t k = shape_.size(); k-- > 0;) {
    strides_[k] = tensor.strides ? Py_ssize_t(tensor.strides[k]) * size : length;
    length *= shape_[k];
  }
  format_[0] = format_of(tensor.dtype);
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
