// Fuzzes the PGN reader and writer. The first byte chooses options, the second the sizes of the pieces.
#include <string>
#include <vector>

#include "bitrook/notation/san.hpp"
#include "bitrook/pgn/reader.hpp"
#include "bitrook/pgn/writer.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

namespace {

// Records events as text and checks each move.
template <bool Replays>
struct Recorder : pgn::Visitor {
  static constexpr bool Replay = Replays;
  std::string events, last_san;

  void add(const char* name, std::string_view text = {}) {
    events.append(name).append(1, ' ').append(text).append(1, '\n');
  }
  void begin_game() { add("begin_game"); }
  void tag(std::string_view name, std::string_view value) { add("tag", std::string(name) + " " + std::string(value)); }
  void begin_movetext() { add("begin_movetext"); }
  void start_position(const auto& p) { add("start_position", fuzz::text(p)); }
  void san(std::string_view text) {
    add("san", text);
    last_san = text;
  }
  void move(Move m, const auto& before) {
    before.check_invariant();
    const ParsedMove parsed = parse_san(before, last_san);
    check(parsed && parsed.move == m, "parse_san reads the same move");
    check(m.is_null() || is_legal(before, m), "a move is legal");
    add("move", std::to_string(m.word()));
  }
  void nag(std::uint32_t n) { add("nag", std::to_string(n)); }
  void comment(std::string_view text) { add("comment", text); }
  void begin_variation() { add("begin_variation"); }
  void end_variation() { add("end_variation"); }
  void result(std::string_view text) { add("result", text); }
  void error(const pgn::Error& e) { add("error", message(e) + " at " + std::to_string(e.offset)); }
  void end_game() { add("end_game"); }
};

// Writes games. A game cannot be read back unchanged if it has an error or a position in which SAN is not unique
// (`is_plain` is false), or if it has no tokens.
struct Rewriter : pgn::Writer {
  bool is_plain = true, has_token = false;
  int depth = 0;

  void tag(std::string_view name, std::string_view value) {
    has_token = true;
    Writer::tag(name, value);
  }
  void start_position(const Position& p) { is_plain = is_plain && pgn::has_regular_kings(p) && !p.was_into_check(); }
  void start_position(const VariantPosition& p) { start_position(p.chess()); }
  void move(Move m, const auto& before) {
    has_token = true;
    Writer::move(m, before);
  }
  void comment(std::string_view text) {
    has_token = true;
    Writer::comment(text);
  }
  void result(std::string_view text) {
    has_token = true;
    Writer::result(text);
  }
  void nag(std::uint32_t n) {
    has_token = true;
    Writer::nag(n);
  }
  void error(const pgn::Error&) { is_plain = false; }
};

template <bool Replays>
void compare(std::string_view text, unsigned pieces, const pgn::Options& options) {
  Recorder<Replays> whole, cut;
  pgn::BufferReader reader(text, options);
  std::size_t before = 0;
  while (reader.read_game(whole)) {
    check(reader.offset() > before, "each game takes some text");
    before = reader.offset();
    check(reader.parser().offset() == before, "offsets agree");
  }
  check(reader.offset() == text.size(), "all text is read");
  pgn::StreamReader stream(options);
  std::uint32_t state = pieces;
  while (!text.empty()) {
    state = state * 1664525 + 1013904223;
    const std::size_t size = pieces < 16 ? pieces + 1 : 1 + (state >> 16) % (pieces < 128 ? 8 : 200);
    stream.feed(cut, text.substr(0, size));
    text.remove_prefix(std::min(size, text.size()));
  }
  stream.finish(cut);
  check(whole.events == cut.events, "pieces give the same events as the whole");
}

void write_and_read(std::string_view text, const pgn::Options& options) {
  pgn::BufferReader reader(text, options);
  while (true) {
    Rewriter once, twice;
    if (!reader.read_game(once)) return;
    if (!once.is_plain || !once.has_token) continue;
    pgn::BufferReader again(once.text(), options);
    check(again.read_game(twice), "a written game is a game");
    check(once.text() == twice.text(), "a written game is read as it was");
    check(again.offset() == once.text().size(), "a written game is one game");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const unsigned choice = bytes.byte(), pieces = bytes.byte();
  pgn::Options options;
  if (choice & 1) options.letters = {{"K", "D", "T", "L", "S", "B"}};
  if (choice & 2) options.limits.game = 40;
  if (choice & 4) options.limits.moves = 5;
  if (choice & 8) options.limits.comment = 8;
  if (choice & 16) options.limits.nags = options.limits.tags = options.limits.errors = 2;
  if (choice & 32) options.limits.tag = 10;
  if (choice & 64) options.ignores_parentheses = true;
  const std::string_view text = bytes.rest();
  compare<true>(text, pieces, options);
  compare<false>(text, pieces, options);
  if ((choice & 126) == 0) write_and_read(text, options);
  return 0;
}
