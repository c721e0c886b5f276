// The extension module: declares every class, then defines every class.
#include <pybind11/pybind11.h>

namespace py = pybind11;

PYBIND11_MODULE(BITROOK_MODULE, m, py::mod_gil_not_used()) {
  m.attr("__module__") = "bitrook";  // classes say bitrook.Move whatever the build they come from
  m.attr("__version__") = BITROOK_VERSION;
  m.attr("build") = BITROOK_BUILD;
}
