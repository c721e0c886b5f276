// Pawn structure on sets of squares, for the module bitrook.pawns.
#include "bitrook/search/pawns.hpp"

#include <pybind11/pybind11.h>

#include "bindings/support/casters.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// The caster of Bitboard takes any int; a color must be a bool.
Color color(const py::object& given) { return argument<Color>(given, "color"); }

}  // namespace

void define_pawns(py::module_& module) {
  py::module_ m = module.def_submodule("_pawns");
  using Set = Bitboard;
  m.def("front_span", [](const py::object& c, Set own) { return pawns::front_span(color(c), own); });
  m.def("attack_span", [](const py::object& c, Set own) { return pawns::attack_span(color(c), own); });
  m.def("passed", [](const py::object& c, Set own, Set enemy) { return pawns::passed(color(c), own, enemy); });
  m.def("isolated", [](Set own) { return pawns::isolated(own); });
  m.def("doubled", [](const py::object& c, Set own) { return pawns::doubled(color(c), own); });
  m.def("backward", [](const py::object& c, Set own, Set enemy) { return pawns::backward(color(c), own, enemy); });
  m.def("connected", [](const py::object& c, Set own) { return pawns::connected(color(c), own); });
  m.def("open_files", [](Set own, Set enemy) { return pawns::open_files(own, enemy); });
  m.def("half_open_files", [](Set own, Set enemy) { return pawns::half_open_files(own, enemy); });
  m.def("outposts", [](const py::object& c, Set own, Set enemy) { return pawns::outposts(color(c), own, enemy); });
  m.def("king_zone", [](const py::object& c, const py::object& square) {
    return pawns::king_zone(color(c), argument<Square>(square, "square"));
  });
}

}  // namespace bitrook::bindings
