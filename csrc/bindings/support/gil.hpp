// Native work without the GIL, and calls of Python code, safe when the interpreter ends meanwhile.
//
// A thread that asks for the GIL while the interpreter is being finalized never gets it. CPython 3.14 lets it hang.
// Older versions call pthread_exit, which would free what other threads still use: the helpers of this thread use its
// stack. HangIfEnded makes the older versions behave as 3.14 does. Not on Windows, where the thread ends: a destructor
// that hangs would keep the loader's lock there.
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

// Hangs a thread that the interpreter ends while such an object lives: for the time in which a thread asks for the GIL
// or runs Python code. To be used in a function that is not inlined, so that its frame is unwound before those of its
// callers, which may be noexcept. No exception may be thrown until done() is called.
class HangIfEnded {
 public:
  HangIfEnded() { ++calls().depth; }
  HangIfEnded(const HangIfEnded&) = delete;
  ~HangIfEnded() {
    if (!is_done_) hang_thread();  // glibc's pthread_exit unwinds the stack and comes here
    --calls().depth;
  }

  void done() { is_done_ = true; }

 private:
  struct Calls {
    unsigned depth = 0;
#ifndef _WIN32
    // The pthread_exit of musl and macOS does not unwind the stack. It destroys thread_local objects.
    ~Calls() {
      if (depth > 0 && is_finalizing()) hang_thread();
    }
#endif
  };
  static Calls& calls() {
    static thread_local Calls calls;
    return calls;
  }

  bool is_done_ = false;
};

// Returns f(), which asks for the GIL or calls Python code with it. If the interpreter ends the thread in there, it
// hangs: the frames of the caller would release their objects without the GIL. f() must not throw, nor own Python
// objects: use the C interface.
template <class F>
BITROOK_NEVER_INLINE auto in_python(F f) {
  HangIfEnded hang;
  const auto result = f();
  hang.done();
  return result;
}

// Releases the GIL for as long as it lives. Precondition: the GIL is held. Not to be moved to another thread.
class ReleasedGil {
 public:
  ReleasedGil() : state_(PyEval_SaveThread()) {}
  ReleasedGil(const ReleasedGil&) = delete;
  ~ReleasedGil() { acquire(state_); }

  // Calls f(), which returns bool, with the GIL. Returns its result, or false without a call if the interpreter is
  // being finalized. Only for the thread that made this object.
  //
  // If f() returns false or throws, a Python exception may be set (std::exception becomes RuntimeError). The caller
  // must then stop its work, end the life of this object and pass the exception on: throw_if_set(). f() must not own
  // Python objects while it calls Python code: use the C interface.
  template <class F>
  BITROOK_NEVER_INLINE bool with_gil(F f) {
    if (is_finalizing()) return false;
    HangIfEnded hang;
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
    hang.done();
    return result;
  }

  // For long work in native code: false if it should stop. Then a signal handler has raised an exception (Ctrl-C), or
  // the interpreter is being finalized.
  bool check_signals() {
    return with_gil([] { return PyErr_CheckSignals() == 0; });
  }

 private:
  BITROOK_NEVER_INLINE static void acquire(PyThreadState* state) {
    HangIfEnded hang;
    PyEval_RestoreThread(state);
    hang.done();
  }

  PyThreadState* state_;
};

// Throws the Python exception that is set, if any. Precondition: the GIL is held.
inline void throw_if_set() {
  if (PyErr_Occurred()) throw pybind11::error_already_set();
}

// Returns object.name().
inline pybind11::object call_method(pybind11::handle object, const char* name) {
  PyObject* result = in_python([=] { return PyObject_CallMethod(object.ptr(), name, nullptr); });
  if (!result) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(result);
}

// Returns next(iterator), or a null object at the end.
inline pybind11::object next_item(pybind11::handle iterator) {
  PyObject* item = in_python([=] { return PyIter_Next(iterator.ptr()); });
  if (!item) throw_if_set();
  return pybind11::reinterpret_steal<pybind11::object>(item);
}

}  // namespace bitrook::bindings
