// What build_info() reports about this build, as attributes of the module.
#include <pybind11/pybind11.h>

#include "bitrook/base/intrinsics.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

void define_build_info(py::module_& m) {
  m.attr("__version__") = BITROOK_VERSION;
  m.attr("_build") = BITROOK_BUILD;
  m.attr("_compiler") = BITROOK_COMPILER;
  m.attr("_flags") = BITROOK_FLAGS;
  m.attr("_sliders") = BITROOK_HAS_PEXT ? "pext" : "magic";
#if defined(BITROOK_CHECKED)
  m.attr("_checked") = true;
#else
  m.attr("_checked") = false;
#endif
}

}  // namespace bitrook::bindings
