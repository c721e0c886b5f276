// InUse: a guard for objects that only one thread at a time may use.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>

namespace bitrook::bindings {

// Marks an object as in use during the guard's lifetime. Throws RuntimeError if another thread is using the object.
class InUse {
 public:
  // `what` is the subject of the message, such as "these boards are".
  InUse(std::atomic<bool>& used, const char* what) : used_(used) {
    if (!used_.exchange(true)) return;
    PyErr_Format(PyExc_RuntimeError, "%s in use by another thread", what);
    throw pybind11::error_already_set();
  }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  ~InUse() { used_ = false; }

 private:
  std::atomic<bool>& used_;
};

}  // namespace bitrook::bindings
