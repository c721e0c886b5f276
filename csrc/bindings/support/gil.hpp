// Native work without the GIL, safe when the interpreter ends meanwhile.
//
// A thread that asks for the GIL while the interpreter is being finalized never gets it. CPython 3.14 lets it hang.
// Older versions call pthread_exit, and glibc then unwinds the thread's stack. That would end the process where it
// meets a noexcept function, such as a destructor that reacquires the GIL (pybind11::gil_scoped_release has one), and
// it would run destructors that release Python objects without the GIL. ReleasedGil makes the older versions behave
// as 3.14 does: native frames are unwound up to it, so that helper threads are joined, and there the thread hangs.
//
// Where pthread_exit does not unwind (musl, macOS, Windows), the thread ends at once and its helper threads are not
// joined: they must own what they use (see run_parts() in bitrook/util/threads.hpp).
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <thread>

#include "bitrook/base/intrinsics.hpp"

namespace bitrook::bindings {

inline bool is_finalizing() {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsFinalizing() != 0;
#else
  return _Py_IsFinalizing() != 0;
#endif
}

[[noreturn]] inline void hang_thread() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Releases the GIL for as long as it lives. Precondition: the GIL is held. Not to be moved to another thread.
class ReleasedGil {
 public:
  ReleasedGil() : state_(PyEval_SaveThread()) {}
  ReleasedGil(const ReleasedGil&) = delete;
  ReleasedGil& operator=(const ReleasedGil&) = delete;
  ~ReleasedGil() {
    if (in_python_) hang_thread();
    reacquire();
  }

  // Calls f(), which returns bool, with the GIL. Returns its result, or false without a call if the interpreter is
  // being finalized. Only for the thread that made this object.
  //
  // If f() returns false or throws, a Python exception may be set (std::exception becomes RuntimeError). The caller
  // must then stop its work, end the life of this object and pass the exception on: throw_if_set(). f() must not own
  // Python objects while it calls Python code: use the C interface.
  template <class F>
  bool with_gil(F f) {
    if (is_finalizing()) return false;
    in_python_ = true;  // stays true if the thread is ended in here
    PyEval_RestoreThread(state_);
    bool result = false;
    try {
      result = f();
    } catch (pybind11::error_already_set& error) {
      error.restore();
    } catch (const std::exception& error) {
      PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    state_ = PyEval_SaveThread();
    in_python_ = false;
    return result;
  }

 private:
  // Not inlined into the destructor, which is noexcept: unwinding must meet `hang` first.
  BITROOK_NEVER_INLINE void reacquire() {
    struct Hang {
      bool armed = true;
      ~Hang() {
        if (armed) hang_thread();
      }
    } hang;
    PyEval_RestoreThread(state_);
    hang.armed = false;
  }

  PyThreadState* state_;
  bool in_python_ = false;
};

// Throws the Python exception that is set, if any. Precondition: the GIL is held.
inline void throw_if_set() {
  if (PyErr_Occurred()) throw pybind11::error_already_set();
}

}  // namespace bitrook::bindings
