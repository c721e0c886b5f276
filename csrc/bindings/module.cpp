// The extension module: declares every class, then defines every class.
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace bitrook::bindings {
void define_build(py::module_& m);
}

PYBIND11_MODULE(BITROOK_MODULE, m, py::mod_gil_not_used()) {
  using namespace bitrook::bindings;
  m.attr("__module__") = "bitrook";  // classes say bitrook.Move whatever the build they come from
  define_build(m);
}
