// Memory of tensors that support DLPack but not the buffer protocol, such as PyTorch's.
// https://dmlc.github.io/dlpack/latest/
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bindings/support/python.hpp"

namespace bitrook::bindings {

// A tensor that was exported by its __dlpack__(). The destructor releases it and needs the GIL.
class DlpackTensor {
 public:
  DlpackTensor() = default;
  DlpackTensor(const DlpackTensor&) = delete;
  DlpackTensor& operator=(const DlpackTensor&) = delete;
  ~DlpackTensor();

  // Describes the memory of `object` in `view`, whose `obj` stays null. The view is read-only unless the object exports
  // version 1 of DLPack without the flags for read-only memory and copies. Returns false without an exception if the
  // object has no __dlpack__. Throws BufferError if the memory is not on the CPU, and any exception of __dlpack__().
  bool open(PyObject* object, const char* name, Py_buffer& view);

 private:
  void* managed_ = nullptr;  // the contents of the capsule
  void (*give_back_)(void*) = nullptr;
  std::vector<Py_ssize_t> shape_, strides_;
  char format_[2] = {};
};

}  // namespace bitrook::bindings
