// _side_by_side(), which draws several sets in a row, for side_by_side() and show().
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/support/casters.hpp"
#include "bitrook/base/diagram.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

std::string show_side_by_side(const std::vector<std::pair<std::string, Bitboard>>& boards,
                              const std::vector<std::string>& operators, const std::optional<std::string>& set_square,
                              const std::optional<std::string>& empty_square) {
  std::vector<TitledBoard> titled;
  for (const auto& [title, set] : boards) titled.push_back({title, set});
  const std::string in = set_square.value_or("1"), out = empty_square.value_or(".");
  return side_by_side(titled, operators, {in, out});
}

}  // namespace

void define_show(py::module_& m) {
  m.def("_side_by_side", &show_side_by_side, "boards"_a, "operators"_a, "set_square"_a = py::none(),
        "empty_square"_a = py::none(),
        "Return the boards side by side, with operators between them. See side_by_side().");
}

}  // namespace bitrook::bindings
