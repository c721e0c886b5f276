// The readers of PGN: what visitors may say, limits, places in the input, lines and pieces of any size.
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

// Short names of the events, in order.
struct Recorder : pgn::Visitor {
  std::string events;
  void add(std::string_view text) { events.append(events.empty() ? "" : " ").append(text); }

  void begin_game() { add("begin"); }
  void tag(std::string_view name, std::string_view value) { add(std::string(name) + "=" + std::string(value)); }
  void begin_movetext() { add("movetext"); }
  void san(std::string_view text) { add(text); }
  void nag(std::uint64_t n) { add("$" + std::to_string(n)); }
  void comment(std::string_view text) { add("{" + std::string(text) + "}"); }
  void begin_variation() { add("("); }
  void end_variation() { add(")"); }
  void result(std::string_view text) { add(text); }
  void error(const pgn::Error& e) { add("error:" + std::to_string(int(e.kind))); }
  void end_game() { add("end"); }
};

// The same without positions.
struct Texts : Recorder {
  static constexpr bool Replay = false;
  void move(Move, const Position&) { add("move"); }
  void start_position(const Position&) { add("start"); }
};

// Reads moves itself.
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

}  // namespace

TEST_CASE("the events of a game") {
  CHECK(read_all<Recorder>("[A \"b\"]\n\n1. e4 $2 (1. d4 {c}) 1... e5! 1-0\n\n1. c4 *") ==
        "begin A=b movetext e4 $2 ( d4 {c} ) e5 $1 1-0 end begin movetext c4 * end");
  CHECK(read_all<Recorder>("\n% nothing\n\n") == "");
}

TEST_CASE("a visitor without positions gets texts") {
  CHECK(read_all<Texts>("1. e4 Ke5 (Qh8) (1. d4 1-0) *") == "begin movetext e4 Ke5 ( Qh8 ) ( d4 1-0 ) * end");
}

TEST_CASE("each event may say that the rest of the game is skipped") {
  const std::string_view text = "[A \"b\"]\n[C \"d\"]\n\n1. e4 $1 {a} (1. d4) e5 1-0 {\n\n} e9\n\n1. d4\n";
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
    Flow nag(std::uint64_t) { return Flow::Skip; }
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
  // An ignored move is not there: the first variation has no move to replace.
  CHECK(read_all<Own>("1. a1 (1. d4) 1. e4 (1. h8 c5) {x} h8 {y} e5 *") == "begin movetext a1 d4 e4 ( h8 ) {x} h8 end");
}

TEST_CASE("positions in variations") {
  struct Ends : pgn::Visitor {
    std::vector<std::string> moves;
    void move(Move m, const Position& before) {
      char text[MaxSan];
      moves.push_back(std::to_string(before.fullmove_number()) + (before.turn() == Color::White ? "." : "...") +
                      std::string(text, write_san(before, m, text)));
    }
  } visitor;
  // The second of two brackets replaces the move before the one that the first replaces.
  pgn::BufferReader reader("1. e4 e5 2. Nf3 (2. d4 ((1... c5) 2. c4) 2... d5) 2... Nc6 (2... d6 (2... f6)) 3. Bb5");
  CHECK(reader.read_game(visitor));
  const std::vector<std::string> expected{"1.e4",   "1...e5",  "2.Nf3",  "2.d4",   "1...c5", "2.c4",
                                          "2...d5", "2...Nc6", "2...d6", "2...f6", "3.Bb5"};
  CHECK(visitor.moves == expected);
}

TEST_CASE("limits: an error, and reading goes on") {
  pgn::Options options;
  options.limits = {.line = 40, .comment = 4, .depth = 1, .plies = 3};
  CHECK(read_all<Recorder>("1. e4 (1. d4 (1. c4 (1. b4)) d5) e5\n\n1. d4", options) ==
        "begin movetext e4 ( d4 ( " + error(pgn::ErrorKind::TooDeep) + " ) d5 ) e5 end begin movetext d4 end");
  CHECK(read_all<Recorder>("1. e4 e5 2. d4 d5 3. c4 *\n\n1. d4", options) ==
        "begin movetext e4 e5 d4 d5 " + error(pgn::ErrorKind::TooManyPlies) + " end begin movetext d4 end");
  CHECK(read_all<Recorder>("1. e4 {ab\ncdef\ng} e5", options) ==
        "begin movetext e4 " + error(pgn::ErrorKind::CommentTooLong) + " {ab\nc} e5 end");

  Recorder visitor;
  pgn::StreamReader stream(options);
  const std::string text =
      "[A \"" + std::string(50, 'x') + "\"]\n[B \"c\"]\n\n1. e4\n" + std::string(100, ' ') + "\n1... e5\n";
  for (const char& c : text) stream.feed(visitor, {&c, 1});
  CHECK(stream.finish(visitor));
  const std::string too_long = error(pgn::ErrorKind::LineTooLong);
  CHECK(visitor.events == "begin B=c movetext e4 " + too_long + " e5 end");
  CHECK(stream.parser().offset() == text.size());
}

TEST_CASE("large games take little time and memory") {
  std::string text = "1. e4 " + std::string(1'000'000, '(') + "\n\n";
  CHECK(read_all<Recorder>(text) == "begin movetext e4 ( end");

  struct Count : pgn::Visitor {
    std::size_t moves = 0, errors = 0, deepest = 0, now = 0, tag_size = 0;
    void tag(std::string_view, std::string_view value) { tag_size = value.size(); }
    void move(Move, const Position&) { ++moves; }
    void begin_variation() { deepest = std::max(deepest, ++now); }
    void end_variation() { --now; }
    void error(const pgn::Error&) { ++errors; }
  };
  const auto counted = [](std::string_view movetext) {
    Count count;
    pgn::StreamReader reader;
    for (std::size_t at = 0; at < movetext.size(); at += 4096) reader.feed(count, movetext.substr(at, 4096));
    reader.finish(count);
    return count;
  };
  text.clear();
  for (int i = 0; i < 25'000; ++i) text += "Nf3 Nf6 Ng1 Ng8 ";
  CHECK(counted(text).moves == 100'000);

  text = "1. e4 ";
  for (int i = 0; i < 20'000; ++i) text += i % 2 ? "( e4 " : "( d4 ";
  const Count deep = counted(text);
  CHECK(deep.deepest == pgn::Limits{}.depth + 1);
  CHECK(deep.errors == 1);

  text = "1. e4 ";
  for (int i = 0; i < 10'000; ++i) text += "( d4 d5 c4 ) ";
  CHECK(counted(text).moves == 30'001);

  CHECK(counted("[A \"" + std::string(10'000'000, 'x') + "\"]\n").tag_size == 10'000'000);
}

TEST_CASE("a parser that is given lines tells which one completes a game") {
  const std::vector<std::string> lines{"\n",     "[A \"b\"]\n", "\n",      "1. e4 {\n", "\n",
                                       "} e5\n", "\n",          "1. d4\n", " \r\n"};
  Recorder visitor;
  pgn::GameParser parser;
  std::vector<bool> complete;
  for (const std::string& line : lines) complete.push_back(parser.line(visitor, line));
  CHECK(complete == std::vector<bool>{false, false, false, false, false, false, true, false, true});
  CHECK(!parser.in_game());
  CHECK(!parser.finish(visitor));
  CHECK(parser.game_line() == 8);
  CHECK(parser.game_offset() == 25);
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
  const std::string_view text = "\n[A \"1\"]\n\n1. e4\n\n[A \"2\"]\r\n\r\n[B]\n\n\n[C";
  std::vector<std::size_t> begins, games;
  for (std::size_t from = 0; from <= text.size(); ++from) {
    const auto marker = pgn::next_game_marker(text, from);
    if (!marker) break;
    CHECK(text[marker->begin] == '\n');
    CHECK(text[marker->game] == '[');
    if (marker->begin == from) games.push_back(marker->game);
  }
  CHECK(games == std::vector<std::size_t>{17, 28, 34});
  CHECK(!pgn::next_game_marker("", 0));
  CHECK(!pgn::next_game_marker("\n", 5));
}
