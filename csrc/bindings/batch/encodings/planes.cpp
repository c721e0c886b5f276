// Observation planes: the functions behind bitrook.batch.Encoding.
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "bindings/batch/encodings/source.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bitrook/batch/encodings/planes.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using batch::Planes;
using batch::PlaneStack;

PlaneStack find_stack(std::string_view name) {
  if (auto stack = PlaneStack::find(name)) return *std::move(stack);
  throw py::value_error(
      "encoding must be pieces, alphazero, pgx, openspiel, pettingzoo, maia2, maia3, lc0 or a list of planes, not '" +
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
  for_frames(boards, stack.depth(), threads,
             [&, planes = Planes(stack.size())](std::size_t i, std::span<const batch::Frame> frames) mutable {
               stack.encode(frames, planes);
               write(planes, i);
             });
}

// Floats are written as their bits.
void encode_planes(const PlaneStack& stack, const SourceObject& boards, const py::object& out, unsigned item_size,
                   bool channels_last, unsigned threads) {
  const OutputBuffer buffer(out.ptr(),
                            {item_size == 1 ? ItemFormat::Kind::Integer : ItemFormat::Kind::Float, item_size});
  const std::size_t planes = stack.size();
  if (channels_last) {
    buffer.require_shape({boards.size(), 8, 8, planes});
  } else {
    buffer.require_shape({boards.size(), planes, 8, 8});
  }
  BufferView::require_apart({&buffer}, {boards.buffer()});
  const auto run = [&](auto zero) {
    auto* const first = static_cast<decltype(zero)*>(buffer.data());
    encode_boards(stack, boards, threads, [&](const Planes& board, std::size_t i) {
      auto* const at = first + i * 64 * planes;
      channels_last ? batch::write_squares(board, stack.divisors(), at)
                    : batch::write_planes(board, stack.divisors(), at);
    });
  };
  if (item_size == 1) return run(std::uint8_t{});
  if (item_size == 2) return run(std::uint16_t{});
  run(std::uint32_t{});
}

// Encodes one Board. `format` is the character of float32, float16 or uint8.
bool encode_board(const PlaneStack& stack, const py::object& board, const py::object& out, char format,
                  bool channels_last) {
  if (!is_board(board.ptr()) || (format != 'B' && format != 'e' && format != 'f')) return false;
  const std::size_t n = stack.size();
  const PlainOutput output(out.ptr(), format, {channels_last ? 8 : n, 8, channels_last ? n : 8});
  if (!output) return false;
  const std::vector<batch::Frame> frames = frames_of(board.ptr(), stack.depth());
  Planes planes(n);
  stack.encode(frames, planes);
  const auto run = [&](auto zero) {
    auto* const at = static_cast<decltype(zero)*>(output.data());
    channels_last ? batch::write_squares(planes, stack.divisors(), at)
                  : batch::write_planes(planes, stack.divisors(), at);
  };
  if (format == 'B') run(std::uint8_t{});
  if (format == 'e') run(std::uint16_t{});
  if (format == 'f') run(std::uint32_t{});
  return true;
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

std::vector<bool> counters(const PlaneStack& stack) {
  std::vector<bool> flags(stack.size());
  for (const std::uint16_t i : stack.counters()) flags[i] = true;
  return flags;
}

std::size_t size(const PlaneStack& s) { return s.size(); }
unsigned depth(const PlaneStack& s) { return s.depth(); }
bool mirrored(const PlaneStack& s) { return s.mirrored(); }
bool rank_1_first(const PlaneStack& s) { return s.rank_1_first(); }
auto names(const PlaneStack& s) { return s.names(); }
auto divisors(const PlaneStack& s) { return s.divisors(); }

}  // namespace

void define_batch_planes(py::module_& m) {
  ObjectType<PlaneStack> type("bitrook._PlaneStack");
  type.attributes({
      bound_attribute<"size", size>(),
      bound_attribute<"depth", depth>(),
      bound_attribute<"mirrored", mirrored>(),
      bound_attribute<"rank_1_first", rank_1_first>(),
      bound_attribute<"names", names>(),
      bound_attribute<"divisors", divisors>(),
      bound_attribute<"counters", counters>(),
  });
  type.methods({
      bound<"encode(batch, out, item_size, channels_last, threads)", encode_planes>(),
      bound<"encode_board(board, out, format, channels_last)", encode_board>(),
      bound<"encode_packed(batch, out, threads)", encode_packed>(),
  });
  type.build(m);
  add_functions(m.ptr(), {
                             bound<"_plane_stack(name)", find_stack>(),
                             bound<"_plane_stack_of(names, mirrored, rank_1_first)", stack_of>(),
                             bound<"_plane_stack_of_lc0(input_format, fill)", lc0_stack>(),
                         });
}

}  // namespace bitrook::bindings
