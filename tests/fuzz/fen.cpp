// Fuzzes FEN: arbitrary text gives a consistent position, or an error whose offset is in the text.
#include "bitrook/perft/perft.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

namespace {

void check_position(const Position& p) {
  p.check_invariant();
  MoveList legal, pseudo;
  generate_legal(p, legal);
  generate_pseudo_legal(p, pseudo);
  check(legal.size() <= pseudo.size(), "there are no more legal moves than pseudo-legal ones");
  check(count_legal(p) == legal.size(), "count_legal agrees with generate_legal");
  check(has_legal(p) == !legal.empty(), "has_legal agrees with generate_legal");
  std::uint64_t below = 0;
  for (Move m : legal) {
    check(is_legal(p, m) || !fuzz::one_king_each(p), "a generated move is legal");
    Position after = p;
    const Undo undo = after.play_unchecked(m);
    after.check_invariant();
    below += count_legal(after);
    if (p.undoable()) {
      after.undo(undo);
      check(fuzz::text(after) == fuzz::text(p) && after.key() == p.key(), "undo restores the position");
    }
  }
  check(perft(p, 2) == below, "perft agrees with generate_legal");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  Setup setup;
  if (const auto error = fen::parse(input, setup)) {
    check(error->offset <= size, "the offset is in the text");
    check(fen::description(error->problem)[0] && fen::name(error->field)[0], "the error has a description");
    return 0;
  }
  for (const bool chess960 : {false, true}) {
    setup.chess960 = chess960;
    const Position p(setup);
    check_position(p);
    for (int style = 0; style < 12; ++style) {
      char written[fen::MaxLength];
      const std::size_t n = std::size_t(
          fen::write(p, {fen::EnPassant(style % 3), (style / 3 & 1) != 0, style / 6 != 0}, written) - written);
      check(n <= fen::MaxLength, "the FEN fits MaxLength");
      Setup again;
      check(!fen::parse({written, n}, again), "a written FEN can be read");
      again.chess960 = chess960;
      char twice[fen::MaxLength];
      const Position q(again);
      const std::size_t m =
          std::size_t(fen::write(q, {fen::EnPassant(style % 3), (style / 3 & 1) != 0, style / 6 != 0}, twice) - twice);
      const bool complete = style / 6 != 0 || p.promoted().empty();  // the FEN has the promoted flags
      check(!fuzz::one_king_each(p) || !complete || std::string_view(written, n) == std::string_view(twice, m),
            "a FEN that was read is written the same");
    }
  }
  return 0;
}
