// Fuzzes FEN and SAN of variants: any text is a position or an error, and any text in it is a legal move or an error.
// The first byte selects the variant, the first line is the FEN, and the rest is the move.
#include <algorithm>
#include <memory>
#include <vector>

#include "bitrook/notation/san.hpp"
#include "bitrook/variants/fen.hpp"
#include "bitrook/variants/game.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

namespace {

// A copy without room to read beyond its end.
std::vector<char> exact(std::string_view text) { return {text.begin(), text.end()}; }
std::string_view view(const std::vector<char>& text) { return {text.data(), text.size()}; }

void check_moves(const VariantPosition& p) {
  MoveList moves;
  generate_legal(p, moves);
  check(moves.size() == count_legal(p), "the moves are as many as are counted");
  check(moves.empty() != has_legal(p), "there is a legal move if one is found");
  for (const Move m : moves) check(is_legal(p, m) || !fuzz::one_king_each(p), "a generated move is legal");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const Rules& played = rules(Variant(bytes.byte() % VariantCount));
  const std::string_view input = bytes.rest();
  const std::size_t end = std::min(input.find('\n'), input.size());
  Setup setup;
  VariantState state;
  setup.chess960 = size & 1;
  const std::vector<char> fen = exact(input.substr(0, end));
  if (const auto error = fen::parse(view(fen), played.variant, setup, state)) {
    check(error->offset <= fen.size(), "an error is in the text");
    check(*fen::name(error->field) != 0 && *fen::description(error->problem) != 0, "an error has a description");
    return 0;
  }
  const VariantPosition p(played, Position(setup), state);
  p.check_invariant();
  const std::string written = fuzz::text(p);
  Setup read;
  VariantState state_read;
  read.chess960 = setup.chess960;
  check(!fen::parse(written, played.variant, read, state_read) && state == state_read, "a written FEN can be read");
  check(fuzz::text(VariantPosition(played, Position(read), state_read)) == written, "it is the same position");
  check_moves(p);

  const std::vector<char> text = exact(input.substr(std::min(end + 1, input.size())));
  const ParsedMove parsed = parse_san(p, view(text));
  if (!parsed) {
    check(!bitrook::text(parsed.reason).empty() || parsed.error != MoveError::Illegal, "the error has a description");
    return 0;
  }
  if (parsed.move.is_null()) return 0;
  check(is_legal(p, parsed.move), "a parsed move is legal");
  const std::unique_ptr<char[]> san(new char[MaxSan]);
  const std::size_t length = write_san(p, parsed.move, san.get());
  check(0 < length && length <= MaxSan, "a parsed move can be written");
  if (fuzz::one_king_each(p)) {
    const ParsedMove again = parse_san(p, {san.get(), length});
    check(again && again.move == parsed.move, "a written move can be read");
  }
  VariantGame game(p);
  game.push(parsed.move);
  game.position().check_invariant();
  check_moves(game.position());
  check(game.pop() == parsed.move && fuzz::text(game.position()) == written, "a popped move restores the position");
  return 0;
}
