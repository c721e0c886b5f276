// Native work without the GIL, and calls of Python code, which are safe even while the interpreter shuts down.
//
// While the interpreter is being finalized, only one thread gets the GIL: the one that finalizes it, which calls
// finalizers of Python objects. Any other thread that requests the GIL hangs in CPython 3.14. Older versions call
// pthread_exit, which unwinds the stack of the thread while its workers are still using it. HangIfEnded makes older
// versions behave like 3.14, except on Windows, where a destructor that hangs would hold the loader lock forever.
// Therefore stop_at_exit() stops long-running work before the interpreter is finalized.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <thread>
#include <type_traits>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::bindings {

inline bool is_finalizing() {
#if PY_VERSION_HEX >= 0x030D0000
  return Py_IsFinalizing() != 0;
#else
  return _Py_IsFinalizing() != 0;
#endif
}

// Whether the calling thread holds the GIL. May be called at any time, even when there is no interpreter.
inline bool holds_gil() {
#if PY_VERSION_HEX >= 0x030D0000
  PyThreadState* current = PyThreadState_GetUnchecked();
#else
  PyThreadState* current = _PyThreadState_UncheckedGet();  // before 3.12, that of any thread
#endif
  return current && current == PyGILState_GetThisThreadState();
}

// Whether this thread has released the GIL while the interpreter was being finalized, so that it is the finalizing one.
inline bool& is_finalizer() {
  static thread_local bool is_finalizer = false;
  return is_finalizer;
}

// Whether a thread without the GIL gets it if it requests it now. Py_IsInitialized() is false in finalizers.
inline bool can_get_gil() { return is_finalizing() ? is_finalizer() : Py_IsInitialized() != 0; }

[[noreturn]] inline void hang_thread() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Whether atexit's callbacks have been called, and the threads that are in ReleasedGil::with_gil().
struct AtExit {
  std::atomic<bool> has_begun = false;
  std::atomic<unsigned> waiting = 0;
};
inline AtExit at_exit;

// For atexit: makes with_gil() return false in all other threads, which are daemon threads, and waits until none of
// them is in it, but at most a second, because it may be running Python code that waits for something else.
inline void stop_at_exit() {
  is_finalizer() = true;
  at_exit.has_begun = true;
  PyThreadState* state = PyEval_SaveThread();
  for (int i = 0; i < 1000 && at_exit.waiting > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  PyEval_RestoreThread(state);
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
  // Sets *is_stopped if a call of with_gil() returns false.
  explicit ReleasedGil(bool* is_stopped = nullptr) : is_stopped_(is_stopped) {
    if (is_finalizing()) is_finalizer() = true;
    state_ = PyEval_SaveThread();
  }
  ReleasedGil(const ReleasedGil&) = delete;
  ~ReleasedGil() { acquire(state_); }

  // Calls f(), which returns bool, with the GIL. Returns its result, or false without calling f() if another thread
  // ends the interpreter. Only for the thread that created this object.
  //
  // If f() returns false or throws, a Python exception may be set (std::exception becomes RuntimeError). The caller
  // must then stop its work, destroy this object, and pass on the exception: run_released() does so. f() must not own
  // Python objects while it calls Python code: use the C API.
  template <class F>
  BITROOK_NEVER_INLINE bool with_gil(F f) {
    ++at_exit.waiting;
    if (!can_get_gil() || (at_exit.has_begun && !is_finalizer())) {
      --at_exit.waiting;
      return stop();
    }
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
    --at_exit.waiting;
    return result || stop();
  }

  // For long-running native code. Returns false if it should stop, because a signal handler raised an exception
  // (Ctrl-C), or because another thread finalizes the interpreter.
  bool check_signals() {
    return with_gil([] { return PyErr_CheckSignals() == 0; });
  }

 private:
  BITROOK_NEVER_INLINE static void acquire(PyThreadState* state) {
    HangIfEnded hang;
    PyEval_RestoreThread(state);
    hang.done();
  }
  bool stop() {
    if (is_stopped_) *is_stopped_ = true;
    return false;
  }

  bool* const is_stopped_;
  PyThreadState* state_;
};

// Throws the Python exception that is set, if any. Precondition: the GIL is held.
inline void throw_if_set() {
  if (PyErr_Occurred()) throw pybind11::error_already_set();
}

// Returns work(released), called without the GIL. `released` is the ReleasedGil. If with_gil() stopped the work, throws
// the Python exception that is set, so that the result of unfinished work is never used.
template <class Work>
auto run_released(Work work) {
  bool is_stopped = false;
  const auto run = [&] {
    ReleasedGil released(&is_stopped);
    return work(released);
  };
  const auto require_done = [&] {
    throw_if_set();
    if (is_stopped && at_exit.has_begun) {  // ends a thread without a message
      PyErr_SetNone(PyExc_SystemExit);
      throw pybind11::error_already_set();
    }
    if (is_stopped) throw std::runtime_error("the work was stopped before it was done");
  };
  if constexpr (std::is_void_v<decltype(run())>) {
    run();
    require_done();
  } else {
    auto result = run();
    require_done();
    return result;
  }
}

// Returns work(go_on), called without the GIL. If a signal handler raises (Ctrl-C), its exception is thrown.
template <class Work>
auto run_interruptible(Work work) {
  return run_released(
      [&](ReleasedGil& released) { return work(GoOn([&](std::size_t) { return released.check_signals(); })); });
}

// Returns f(), which is called without the GIL.
template <class F>
auto call_without_gil(F f) {
  const ReleasedGil released;
  return f();
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
