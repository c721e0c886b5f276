// The PGN readers: replies of visitors, limits, offsets in the input, and lines and blocks of any size.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "bitrook/pgn/marker.hpp"
#include "bitrook/pgn/reader.hpp"

using namespace bitrook;
using pgn::Flow;
using pgn::Reply;

namespace {

// Records short names of the events, in order.
struct Recorder : pgn::Visitor {
  std::string events;
  void add(std::string_view text) { events.append(events.empty() ? "" : " ").append(text); }

  void begin_game() { add("begin"); }
  void tag(std::string_view name, std::string_view value) { add(std::string(name) + "=" + std::string(value)); }
  void begin_movetext() { add("movetext"); }
  void san(std::string_view text) { add(text); }
  void nag(std::uint32_t n) { add("$" + std::to_string(n)); }
  void comment(std::string_view text) { add("{" + std::string(text) + "}"); }
  void begin_variation() { add("("); }
  void end_variation() { add(")"); }
  void result(std::string_view text) { add(text); }
  void error(const pgn::Error& e) { add("error:" + std::to_string(int(e.kind))); }
  void end_game() { add("end"); }
};

// Parses the moves itself.
struct Own : Recorder {
  static constexpr bool Replay = false;
  Reply san(std::string_view text) {
    add(text);
    return text == "a1" ? Reply::Ignore : text == "h8" ? Reply::Illegal : Reply::Play;
  }
};

template <class V>
std::string read_all(std::string_view text, const pgn::Options& options = {}) {
  V visitor;
  pgn::BufferReader reader(text, options);
  while (reader.read_game(visitor)) {
  }
  return visitor.events;
}

std::string error(pgn::ErrorKind kind) { return "error:" + std::to_string(int(kind)); }

// Returns the events of a text and of a game after it, read from a buffer and from a stream.
std::string limited(std::string text, const pgn::Limits& limits) {
  text += "\n\n[A \"b\"]\n\n1. d4";
  pgn::Options options;
  options.limits = limits;
  const std::string whole = read_all<Recorder>(text, options);
  Recorder visitor;
  pgn::StreamReader stream(options);
  for (const char& c : text) stream.feed(visitor, {&c, 1});
  CHECK(stream.finish(visitor));
  CHECK(stream.parser().offset() == text.size());
  CHECK(visitor.events == whole);
  const std::string next = " begin A=b movetext d4 end";
  REQUIRE(whole.ends_with(next));
  return whole.substr(0, whole.size() - next.size());
}

}  // namespace

TEST_CASE("the events of a game") {
  CHECK(read_all<Recorder>("[A \"b\"]\n\n1. e4 $2 (1. d4 {c}) 1... e5! 1-0\n\n1. c4 *") ==
        "begin A=b movetext e4 $2 ( d4 {c} ) e5 $1 1-0 end begin movetext c4 * end");
  CHECK(read_all<Recorder>("\n% nothing\n\n") == "");
}

TEST_CASE("each event may say that the rest of the game is skipped") {
  const std::string_view text = "[A \"b\"]\n[C \"d\"]\n\n1. e4 $1 {a} (1. d4) e5 1-0 {\n\n}\n\n1. d4\n";
  struct AtBegin : Recorder {
    Flow begin_game() {
      add("begin");
      return Flow::Skip;
    }
  };
  CHECK(read_all<AtBegin>(text) == "begin end begin end");
  struct AtTag : Recorder {
    Flow tag(std::string_view name, std::string_view) {
      add(name);
      return name == "A" ? Flow::Skip : Flow::Continue;
    }
  };
  CHECK(read_all<AtTag>(text) == "begin A end begin movetext d4 end");
  struct AtMovetext : Recorder {
    Flow begin_movetext() { return Flow::Skip; }
  };
  CHECK(read_all<AtMovetext>(text) == "begin A=b C=d end begin end");
  struct AtMove : Recorder {
    Flow move(Move, const Position&) { return Flow::Skip; }
  };
  CHECK(read_all<AtMove>(text) == "begin A=b C=d movetext e4 end begin movetext d4 end");
  struct AtNag : Recorder {
    Flow nag(std::uint32_t) { return Flow::Skip; }
  };
  CHECK(read_all<AtNag>(text) == "begin A=b C=d movetext e4 end begin movetext d4 end");
  struct AtComment : Recorder {
    Flow comment(std::string_view) { return Flow::Skip; }
  };
  CHECK(read_all<AtComment>(text) == "begin A=b C=d movetext e4 $1 end begin movetext d4 end");
  CHECK(read_all<AtComment>("1. e4 {a\nb} e5 {\n\n} d4\n\n1. d4") == "begin movetext e4 end begin movetext d4 end");
  struct AtVariation : Recorder {
    Flow begin_variation() {
      add("(");
      return Flow::Skip;
    }
  };
  CHECK(read_all<AtVariation>("1. e4 (1. d4 (1. c4) $1 {a}) e5 *") == "begin movetext e4 ( ) e5 * end");
  struct AtResult : Recorder {
    Flow result(std::string_view) { return Flow::Skip; }
  };
  CHECK(read_all<AtResult>(text) == "begin A=b C=d movetext e4 $1 {a} ( d4 ) e5 end begin movetext d4 end");
}

TEST_CASE("a visitor that reads moves itself") {
  // An ignored move is skipped, so the first variation has no move to replace.
  CHECK(read_all<Own>("1. a1 (1. d4) e4 (1. h8 c5) {x} h8 {y} e5 *") ==
        "begin movetext a1 " + error(pgn::ErrorKind::VariationOfNothing) + " e4 ( h8 ) {x} h8 * end");
}

TEST_CASE("limits of moves, NAGs, comments and tags: an error, and reading goes on") {
  using enum pgn::ErrorKind;
  CHECK(limited("1. e4 (1. d4 d5) e5 2. c4 (2. c3) *", {.moves = 3}) ==
        "begin movetext e4 ( d4 d5 ) " + error(TooManyMoves) + " end");
  CHECK(limited("1. e4 $1 $2 $3 $4 (1. d4 $5 $6) $7 e5 $8", {.nags = 2}) ==
        "begin movetext e4 $1 $2 " + error(TooManyNags) + " ( d4 $5 $6 ) $7 e5 $8 end");
  CHECK(limited("1. e4 $4294967295 $4294967296 $1" + std::string(100'000, '0'), {}) ==
        "begin movetext e4 $4294967295 " + error(NagTooLarge) + " " + error(NagTooLarge) + " end");
  for (const std::string_view text : {"1. e4 {ab\ncdef\ng} e5", "1. e4 {ab\ncdef} e5", "1. e4 {ab\nc\n\n\n} e5"})
    CHECK(limited(std::string(text), {.comment = 4}) ==
          "begin movetext e4 " + error(CommentTooLong) + " {ab\nc} e5 end");
  CHECK(limited("1. e4 {abcd} e5 { abcd }", {.comment = 4}) == "begin movetext e4 {abcd} e5 {abcd} end");
  CHECK(limited("1. e4 {abcde}", {.comment = 4}) == "begin movetext e4 " + error(CommentTooLong) + " {abcd} end");
  CHECK(limited("1. e4 {abc\xC3\xA4}", {.comment = 4}) == "begin movetext e4 " + error(CommentTooLong) + " {abc} end");
  CHECK(limited("[A \"b\"]\n[C \"d\"]\n[E \"f\"]\n[G \"h\"]\n\n1. e4", {.tags = 2}) ==
        "begin A=b C=d " + error(TooManyTags) + " movetext e4 end");
  CHECK(limited("[A \"b\"]\n[Cc \"ddd\"]\n[E \"f\"]\n\n1. e4", {.tag = 4}) ==
        "begin A=b " + error(TagTooLong) + " E=f movetext e4 end");
  CHECK(limited("1. e4 (1. Ke8) (1. Ke8) e5", {}) ==
        "begin movetext e4 ( Ke8 " + error(San) + " ) ( Ke8 " + error(San) + " ) e5 end");
  CHECK(limited("1. e4 (1. Ke8) (1. Ke8) e5", {.errors = 1}) ==
        "begin movetext e4 ( Ke8 " + error(San) + " " + error(TooManyErrors) + " end");
}

TEST_CASE("a game that is too long is skipped from that line on") {
  const std::string too_long = error(pgn::ErrorKind::GameTooLong);
  const pgn::Limits limits{.game = 20};
  CHECK(limited("1. e4 e5\n2. d4 d5\n3. c4\n3... c5", limits) == "begin movetext e4 e5 d4 d5 " + too_long + " end");
  CHECK(limited("1. e4 {\n\na\nbbbbbbbbbbbb\n\n} e5", limits) == "begin movetext e4 " + too_long + " end");
  CHECK(limited("[A \"b\"]\n[C \"d\"]\n[E \"f\"]\n\n1. e4", limits) == "begin A=b C=d " + too_long + " movetext end");
  CHECK(limited("1. e4 e5 2. d4 d5 3. c4 c5 4. Nf3", limits) == "begin " + too_long + " movetext end");
  CHECK(limited("1. e4\n" + std::string(100, ' '), limits) == "begin movetext e4 " + too_long + " end");
  CHECK(limited("1. e4 {" + std::string(100, 'x') + "} e5", limits) == "begin " + too_long + " movetext end");
  CHECK(limited("1. e4\n{" + std::string(100, 'x') + "} ; {", limits) == "begin movetext e4 " + too_long + " end");
  CHECK(limited("1. e4\n;" + std::string(100, '{'), limits) == "begin movetext e4 " + too_long + " end");
  CHECK(limited("1. e4\n%" + std::string(100, '{') + "\n1... e5", limits) == "begin movetext e4 " + too_long + " end");
  CHECK(limited("%" + std::string(100, 'x') + "\n1. e4", limits) == "begin movetext e4 end");
  pgn::Options options;
  options.limits = limits;
  struct Places : pgn::Visitor {
    std::vector<std::string> errors;
    void error(const pgn::Error& e) { errors.push_back(std::to_string(e.offset) + " " + pgn::message(e)); }
  } places;
  pgn::BufferReader reader("1. e4 e5\n2. d4 d5 3. c4 c5\n", options);
  CHECK(reader.read_game(places));
  CHECK(places.errors == std::vector<std::string>{"9 line 2, column 1: the game is longer than 20 bytes"});
}

TEST_CASE("a game that begins in a line that is too long is read") {
  const std::string line = "1. e4 1-0" + std::string(25, ' ') + "[C \"dddddd\"] 1. c4";
  CHECK(limited(line, {.game = 40}) ==
        "begin " + error(pgn::ErrorKind::GameTooLong) + " movetext end begin C=dddddd movetext c4 end");
}

TEST_CASE("a parser that is given lines tells which one completes a game") {
  const std::vector<std::string> lines{"\n", "[A \"b\"]\n", "\n", "1. e4 {\n", "\n", "} e5 *\n", "\n", "d4\n", " \r\n"};
  Recorder visitor;
  pgn::GameParser parser;
  std::vector<bool> complete;
  for (const std::string& line : lines) complete.push_back(parser.line(visitor, pgn::first_line(line)));
  CHECK(complete == std::vector<bool>{false, false, false, false, false, false, true, false, true});
  CHECK(!parser.in_game());
  CHECK(!parser.finish(visitor));
  CHECK(parser.game_line() == 8);
  CHECK(parser.game_offset() == 27);
}

TEST_CASE("offsets, and continuing elsewhere") {
  const std::string_view text = "\n[A \"1\"]\n\n1. e4\n\n[A \"2\"]\n\n1. Ke9 e9 d5\n";
  Recorder visitor;
  pgn::BufferReader reader(text, {.first_offset = 1000});
  CHECK(reader.skip_game());
  CHECK(reader.offset() == 17);
  CHECK(reader.parser().game_offset() == 1001);
  CHECK(reader.parser().line_number() == 6);
  CHECK(reader.read_game(visitor));
  CHECK(reader.parser().game_offset() == 1017);
  CHECK(!reader.read_game(visitor));
  reader.seek(1);
  visitor.events.clear();
  CHECK(reader.read_game(visitor));
  CHECK(visitor.events == "begin A=1 movetext e4 end");
}

TEST_CASE("markers of games") {
  const std::string_view text = "\n[A \"1\"]\n\n1. e4\n\n[A \"2\"]\r\n\r\n[B \"3\"]\n1. d4 \r\n\n\r\n[C \"";
  std::vector<std::size_t> begins, games;
  for (std::size_t from = 0; from <= text.size(); ++from) {
    const auto marker = pgn::next_game_marker(text, from);
    if (!marker) break;
    CHECK((text[marker->begin] == '4'));
    CHECK(text[marker->game] == '[');
    if (marker->begin == from) games.push_back(marker->game);
  }
  CHECK(games == std::vector<std::size_t>{17, text.rfind('[')});
  CHECK(pgn::last_game_marker(text)->game == text.rfind('['));
  CHECK(!pgn::next_game_marker("", 0));
  CHECK(!pgn::next_game_marker("\n", 5));
}
