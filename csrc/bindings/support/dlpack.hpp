// Memory of tensors that support DLPack and have no buffer: PyTorch's, for example.
// https://dmlc.github.io/dlpack/latest/
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bindings/support/python.hpp"

namespace bitrook::bindings {

// A tensor that was exported by its __dlpack__(). The destructor gives it back and needs the GIL.
class DlpackTensor {
 public:
  DlpackTensor() = default;
  DlpackTensor(const DlpackTensor&) = delete;
  DlpackTensor& operator=(const DlpackTensor&) = delete;
  ~DlpackTensor();

  // Describes the memory of `object` in `view`, whose `obj` stays null; it is read-only unless the object exports
  // version 1 of DLPack, says that it is not, and has not made a copy. False without an exception if the object has no
  // __dlpack__; throws BufferError if the memory is not the CPU's, and what __dlpack__() throws.
  bool open(PyObject* object, const char* name, Py_buffer& view);

 private:
  void* managed_ = nullptr;  // what the capsule held
  void (*give_back_)(void*) = nullptr;
  std::vector<Py_ssize_t> shape_, strides_;
  char format_[2] = {};
};

}  // namespace bitrook::bindings
