// Native work without the GIL, and calls of Python code, which are safe even while the interpreter shuts down.
//
// A thread that requests the GIL while the interpreter is being finalized never gets it. In CPython 3.14, the thread
// hangs. Older versions call pthread_exit, which unwinds the stack of the thread while its workers are still using it.
// HangIfEnded makes older versions behave like 3.14, except on Windows, where a destructor that hangs would hold the
// loader lock forever.
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

// Hangs the thread if the interpreter terminates it during the lifetime of this object. Use it wherever a thread
// requests the GIL or runs Python code, in a function that is not inlined, so that its frame is unwound before those of
// its callers, which may be noexcept. No exception may be thrown until done() is called.
class HangIfEnded {
 public:
  HangIfEnded() { ++calls().depth; }
  HangIfEnded(const HangIfEnded&) = delete;
  ~HangIfEnded() {
    if (!is_done_) hang_thread();  // called when glibc's pthread_exit unwinds the stack
    --calls().depth;
  }

  void done() { is_done_ = true; }

 private:
  struct Calls {
    unsigned depth = 0;
#ifndef _WIN32
    // The pthread_exit of musl and macOS does not unwind the stack, but it destroys thread_local objects.
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

// Returns f(), which requests the GIL or calls Python code. If the interpreter terminates the thread in f(), the thread
// hangs, because unwinding the callers' frames would release their objects without the GIL. f() must not throw, and
// must not own Python objects: use the C API.
template <class F>
BITROOK_NEVER_INLINE auto in_python(F f) {
  HangIfEnded hang;
  const auto result = f();
  hang.done();
  return result;
}

// Releases the GIL during its lifetime. Precondition: the GIL is held. Must not be passed to another thread.
class ReleasedGil {
 public:
  ReleasedGil() : state_(PyEval_SaveThread()) {}
  ReleasedGil(const ReleasedGil&) = delete;
  ~ReleasedGil() { acquire(state_); }

  // Calls f(), which returns bool, with the GIL. Returns its result, or false without calling f() if the interpreter is
  // being finalized. Only for the thread that created this object.
  //
  // If f() returns false or throws, a Python exception may be set (std::exception becomes RuntimeError). The caller
  // must then stop its work, destroy this object, and pass on the exception with throw_if_set(). f() must not own
  // Python objects while it calls Python code: use the C API.
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

  // For long-running native code. Returns false if it should stop, because a signal handler raised an exception
  // (Ctrl-C), or because the interpreter is being finalized.
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

// Returns f(), which is called without the GIL.
template <class F>
auto call_without_gil(F f) {
  const ReleasedGil released;
  return f();
}

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
