// Calling Python from threads that may or may not hold the GIL, even while the interpreter shuts down.
#pragma once

#include <optional>

#include "bindings/support/gil.hpp"
#include "bindings/support/python.hpp"

namespace bitrook::bindings {

// Calls f(), which returns bool, with the GIL. Returns false without calling f() if the interpreter is being finalized.
// If the interpreter terminates the thread in here, the thread hangs instead, so that no frame of the caller, which may
// be code in another language, is unwound. f() must not throw, and must not own Python objects while it calls Python
// code: use the C API.
template <class F>
bool with_gil_of_any_thread(F f) {
  if (!Py_IsInitialized() || is_finalizing()) return false;
  return in_python([&] {
    const PyGILState_STATE state = PyGILState_Ensure();
    const bool result = f();
    PyGILState_Release(state);
    return result;
  });
}

// Calls f() without the GIL, whether or not the caller holds it.
template <class F>
void without_gil(F f) {
  std::optional<ReleasedGil> released;
  if (Py_IsInitialized() && !is_finalizing() && PyGILState_Check()) released.emplace();
  f();
}

}  // namespace bitrook::bindings
