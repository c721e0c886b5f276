// Observation planes: the functions behind bitrook.batch.Encoding.
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "bindings/batch/encodings/source.hpp"
#include "bindings/support/classes.hpp"
#include "bitrook/batch/encodings/planes.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using batch::Frame;
using batch::Item;
using batch::Planes;
using batch::PlaneStack;

// A writable buffer of 16-bit floats, for which C++20 has no type.
class HalfBuffer : public BufferView {
 public:
  HalfBuffer(PyObject* object, const char* name)
      : BufferView(object, name, ItemFormat{ItemFormat::Kind::Float, 2}, true) {}
  std::span<std::uint16_t> items() const { return {static_cast<std::uint16_t*>(data()), size()}; }
};

PlaneStack find_stack(std::string_view name) {
  if (auto stack = PlaneStack::find(name)) return *std::move(stack);
  throw py::value_error(
      "encoding must be pieces, alphazero, pgx, openspiel, pettingzoo, maia2, lc0 or a list of planes, not '" +
      std::string(name) + "'");
}

PlaneStack stack_of(const std::vector<std::string>& names, bool mirrored, bool rank_1_first) {
  std::size_t bad = 0;
  if (auto stack = PlaneStack::of(names, mirrored, rank_1_first, bad)) return *std::move(stack);
  if (bad >= PlaneStack::MaxPlanes) throw py::value_error("there can be at most 4096 planes");
  throw py::value_error("planes[" + std::to_string(bad) + "], '" + names[bad] + "', is not the name of a plane");
}

PlaneStack lc0_stack(unsigned format, std::string_view fill) {
  using batch::Lc0Fill;
  using batch::Lc0Format;
  if ((format < 1 || format > 5) && format != 132 && format != 133) {
    throw py::value_error("input_format must be 1 to 5, 132 or 133, not " + std::to_string(format));
  }
  if (fill == "no") return PlaneStack::lc0(Lc0Format(format), Lc0Fill::No);
  if (fill == "fen_only") return PlaneStack::lc0(Lc0Format(format), Lc0Fill::FenOnly);
  if (fill == "always") return PlaneStack::lc0(Lc0Format(format), Lc0Fill::Always);
  throw py::value_error("fill must be no, fen_only or always, not '" + std::string(fill) + "'");
}

// Calls write(planes, i) for each board.
template <class Write>
void encode_boards(const PlaneStack& stack, const SourceObject& boards, unsigned threads, Write write) {
  for_boards(boards, threads, [&](std::size_t i, std::size_t last) {
    std::vector<Frame> frames(stack.depth());
    Planes planes(stack.size());
    for (; i < last; ++i) {
      if (!boards.source().load(i, frames)) break;
      stack.encode(frames, planes);
      write(planes, i);
    }
    return i;
  });
}

void encode_planes(const PlaneStack& stack, const SourceObject& boards, const py::object& out, unsigned item_size,
                   bool channels_last, unsigned threads) {
  const auto run = [&](const auto& buffer, Item item) {
    const std::size_t planes = stack.size();
    if (channels_last) {
      buffer.require_shape({boards.size(), 8, 8, planes});
    } else {
      buffer.require_shape({boards.size(), planes, 8, 8});
    }
    BufferView::require_apart({&buffer}, {boards.buffer()});
    auto* const first = buffer.items().data();
    encode_boards(stack, boards, threads, [&](const Planes& board, std::size_t i) {
      auto* const at = first + i * 64 * planes;
      channels_last ? batch::write_squares(board, stack.divisors(), item, at)
                    : batch::write_planes(board, stack.divisors(), item, at);
    });
  };
  if (item_size == 1) return run(WritableBuffer<std::uint8_t>(out.ptr(), "out"), Item::Byte);
  if (item_size == 2) return run(HalfBuffer(out.ptr(), "out"), Item::Half);
  run(WritableBuffer<float>(out.ptr(), "out"), Item::Float);
}

void encode_packed(const PlaneStack& stack, const SourceObject& boards, const py::object& out, unsigned threads) {
  const WritableBuffer<std::uint64_t> buffer(out.ptr(), "out");
  buffer.require_shape({boards.size(), stack.size()});
  BufferView::require_apart({&buffer}, {boards.buffer()});
  std::uint64_t* const first = buffer.items().data();
  encode_boards(stack, boards, threads, [&](const Planes& board, std::size_t i) {
    batch::write_words(board, stack.counters(), first + i * stack.size());
  });
}

}  // namespace

void define_batch_planes(py::module_& m) {
  py::class_<PlaneStack> stack(m, "_PlaneStack");
  stack.def_property_readonly("size", [](const PlaneStack& s) { return s.size(); })
      .def_property_readonly("depth", [](const PlaneStack& s) { return s.depth(); })
      .def_property_readonly("mirrored", [](const PlaneStack& s) { return s.mirrored(); })
      .def_property_readonly("rank_1_first", [](const PlaneStack& s) { return s.rank_1_first(); })
      .def_property_readonly("names", [](const PlaneStack& s) { return s.names(); })
      .def_property_readonly("divisors", [](const PlaneStack& s) { return s.divisors(); })
      .def_property_readonly("counters",
                             [](const PlaneStack& s) {
                               std::vector<bool> flags(s.size());
                               for (const std::uint16_t i : s.counters()) flags[i] = true;
                               return flags;
                             })
      .def("encode", encode_planes, py::arg("batch"), py::arg("out"), py::arg("item_size"), py::arg("channels_last"),
           py::arg("threads"))
      .def("encode_packed", encode_packed, py::arg("batch"), py::arg("out"), py::arg("threads"));
  seal(stack);
  m.def("_plane_stack", find_stack, py::arg("name"));
  m.def("_plane_stack_of", stack_of, py::arg("names"), py::arg("mirrored"), py::arg("rank_1_first"));
  m.def("_plane_stack_of_lc0", lc0_stack, py::arg("input_format"), py::arg("fill"));
}

}  // namespace bitrook::bindings
