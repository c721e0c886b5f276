// Fuzzes conditions: arbitrary text gives an error whose column is in the text, or a condition with consistent values.
// The first line is a FEN; the condition is tested on that position and on those of a game from it.
#include "bitrook/query/condition.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

namespace {

// Returns whether `text` is a condition, with the words of another one around it.
bool holds(const std::string& text, const Position& p, bool expected) {
  query::Condition condition;
  if (query::Condition::parse(text, condition)) return expected;  // nested too deeply, or too long
  return condition.holds(p);
}

void check_single(const query::Condition& condition, const Position& p) {
  check(condition.root() < condition.terms().size(), "the root is a term");
  for (std::size_t i = 0; i < condition.terms().size(); ++i) {
    const query::Term& term = condition.terms()[i];
    check(term.begin <= term.end && term.end <= condition.text().size(), "a term is in the text");
    for (const std::size_t part : term.parts) check(part < condition.terms().size(), "a part is a term");
  }
  const query::Value value = condition.evaluate(condition.root(), query::Moment(p));
  const bool truth = condition.holds(p);
  if (!value.missing) check(truth == (value.word != 0), "the value and the truth agree");
  const std::string text = condition.text();
  check(holds("not (" + text + ")", p, !truth) == !truth, "`not` gives the opposite");
  check(holds("(" + text + ") and (" + text + ") or false", p, truth) == truth, "`and` of twice the same is the same");
  check(holds("moves(all) and false or (" + text + ")", p, truth) == truth, "`or` with false is the same");
  query::Matcher matcher(condition);
  check(matcher.next(p) == truth, "the matcher agrees with the condition");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text;
  Position p = fuzz::first_line({reinterpret_cast<const char*>(data), size}, text);
  query::Condition condition;
  if (const auto error = query::Condition::parse(text, condition)) {
    check(error->column >= 1 && error->column <= text.size() + 1, "the column is in the text");
    check(!error->message.empty(), "an error has a message");
    return 0;
  }
  if (!condition.facts().sequence) check_single(condition, p);
  query::Matcher matcher(condition), again(condition);
  for (int game = 0; game < 2; ++game) {
    matcher.start_game();
    again.start_game();
    Position q = p, before = p;
    MoveList moves;
    for (unsigned ply = 0; ply < 24; ++ply) {
      query::Moment moment(q);
      if (ply > 0) moment.set_move(before, moves[(ply * 7 + game) % moves.size()]);
      if (ply % 3 != 0) moment.clock = ply;
      if (ply % 4 != 0) moment.eval = 0.5 * ply;
      check(matcher.next(moment) == again.next(moment), "matchers of the same condition agree");
      generate_legal(q, moves);
      if (moves.empty()) break;
      before = q;
      q.play_unchecked(moves[((ply + 1) * 7 + game) % moves.size()]);
    }
  }
  return 0;
}
