// Fuzzes packed positions as the encoders read them: arbitrary bytes, with several positions for each board.
#include <algorithm>
#include <vector>

#include "batch_encodings.hpp"
#include "bitrook/batch/encodings/sources.hpp"
#include "bitrook/data/packed.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

namespace {

// Checks that a packed position stays the same when it is read and packed again. Packing the original drops castling
// rights and en-passant squares that cannot be used.
void check_packed(const Position& p) {
  p.check_invariant();
  data::Packed once, twice;
  if (data::pack(p, once) != data::PackedError::None) return;
  Setup setup;
  setup.chess960 = p.chess960();
  check(data::unpack(once, setup) == data::PackedError::None, "a position that was packed can be read");
  check(data::pack(Position(setup), twice) == data::PackedError::None, "a position that was read can be packed");
  check(once == twice, "a position that was packed is packed the same");
}

}  // namespace

// One byte has the number of positions per board and whether they are Chess960; then the positions follow.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const unsigned options = bytes.byte();
  const std::size_t depth = 1 + options % 4;
  const std::string_view rest = bytes.rest();
  const std::size_t boards = std::min<std::size_t>(rest.size() / (24 * depth), 8);
  const std::vector<std::uint8_t> positions(rest.begin(), rest.begin() + std::ptrdiff_t(24 * depth * boards));
  const batch::PackedSource source(positions, depth, (options & 16) != 0);
  check(source.size() == boards, "all positions are boards");
  Position scratch;
  for (std::size_t i = 0; i < boards; ++i) {
    if (const Position* p = source.position(i, scratch)) check_packed(*p);
  }
  fuzz::check_encodings(source);
  return 0;
}
