// Calling Python from a thread that may or may not hold the GIL, safe when the interpreter ends meanwhile.
#pragma once

#include <optional>

#include "bindings/support/gil.hpp"
#include "bindings/support/python.hpp"

namespace bitrook::bindings {

// Calls f(), which returns bool, with the GIL. False without a call if the interpreter is being finalized. A thread
// that the interpreter ends in here hangs, so that nothing of the caller is unwound: it may be code of another
// language. f() must not own Python objects while it calls Python code: use the C interface. It must not throw.
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
