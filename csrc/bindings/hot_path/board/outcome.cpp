// Draws, claims, the end of the game, and questions in the language of conditions.
#include <algorithm>
#include <cstring>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/python_method.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/position/problems.hpp"

namespace bitrook::bindings {

namespace {

using Flag = Or<bool, false>;

// In these templates, G is Game or VariantGame.

template <class G>
bool is_repetition(const G& game, Or<int, 3> count) {
  return game.is_repetition(unsigned(std::max(count.value, 0)));
}

template <class G>
bool is_game_over(const G& game, Flag claim_draw) {
  return game.is_over(claim_draw.value);
}

template <class G>
std::string_view result(const G& game, Flag claim_draw) {
  const auto outcome = game.outcome(claim_draw.value);
  return outcome ? outcome->result() : "*";
}

template <class G>
PyObject* outcome(const G& game, Flag claim_draw) {
  const auto outcome = game.outcome(claim_draw.value);
  if (!outcome) return none();
  const Ref termination(to_python(int(outcome->termination))), winner(to_python(outcome->winner));
  return termination && winner ? call_python_part<"make_outcome">(termination.get(), winner.get()) : nullptr;
}

template <class G>
bool is_valid(const G& game) {
  return problems(game.position(), game.castling_rights()) == 0;
}

template <class G>
PyObject* status(const G& game) {
  const unsigned flags = problems(game.position(), game.castling_rights());
  if (!flags) {
    PyObject* valid = python_part<"STATUS_VALID">();
    return valid ? incref(valid) : nullptr;
  }
  const Ref number(to_python(flags));
  return number ? call_python_part<"Status">(number.get()) : nullptr;
}

// Returns keys that are equal if and only if the repetition rule regards the positions as the same.
template <class G>
PyObject* transposition_key(const G& game) {
  constexpr bool HasState = std::is_same_v<G, VariantGame>;
  static_assert(sizeof(VariantState) <= 2 * sizeof(std::uint64_t));
  const auto& p = game.position();
  std::uint64_t words[HasState ? 12 : 10];
  std::uint64_t* out = words;
  for (const PieceType t : PieceTypes) *out++ = p.of(t).word();
  for (const Color c : Colors) *out++ = p.of(c).word();
  *out++ = game.clean_castling_rights().word();
  *out++ = index(p.turn()) << 8 | index(p.has_legal_en_passant() ? p.en_passant() : Square::None);
  if constexpr (HasState) {
    out[0] = out[1] = 0;
    std::memcpy(out, &p.state(), sizeof(VariantState));
  }
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(words), sizeof words);
}

bool never(const Position&) { return false; }
template <VariantResult R>
bool has_result(const VariantPosition& p) {
  return p.result() == R;
}

template <class G, class P>
void add_both(TypeBuilder& type) {
  type.methods({
      method<"is_checkmate()", static_cast<bool (*)(const P&)>(is_checkmate)>(
          "Return True if the side to move is checkmated."),
      method<"is_stalemate()", static_cast<bool (*)(const P&)>(is_stalemate)>(
          "Return True if the side to move is not in check and has no legal move."),
      method<"is_insufficient_material()", static_cast<bool (*)(const P&)>(is_insufficient_material)>(
          "Return True if neither side can give checkmate. See has_insufficient_material()."),
      method<"is_seventyfive_moves()", &G::is_seventyfive_moves>(
          "Return True if the half-move clock is at least 150 and there is a legal move."),
      method<"is_fivefold_repetition()", &G::is_fivefold_repetition>(
          "Return True if the position has occurred at least five times."),
      method<"is_fifty_moves()", &G::is_fifty_moves>(
          "Return True if the half-move clock is at least 100 and there is a legal move."),
      method<"is_repetition(count=3)", is_repetition<G>>(
          R"(Return True if the position has occurred several times in the history of the board.

          :param count: the number of occurrences, including the current one.)"),
      method<"can_claim_draw()", &G::can_claim_draw>(
          "Return True if a draw can be claimed by the fifty-move rule or by threefold repetition."),
      method<"can_claim_fifty_moves()", &G::can_claim_fifty_moves>(
          "Return True if the fifty-move rule applies now or after a legal move."),
      method<"can_claim_threefold_repetition()", &G::can_claim_threefold_repetition>(
          "Return True if the position, or a position after a legal move, has occurred at least three times."),
      method<"is_game_over(*, claim_draw=False)", is_game_over<G>>(
          R"(Return True if the game is over. See outcome().

          :param claim_draw: if True, a draw that can be claimed also ends the game.)"),
      method<"result(*, claim_draw=False)", result<G>>(
          R"(Return the result of the game: '1-0', '0-1', '1/2-1/2', or '*' if it is not over. See outcome().

          :param claim_draw: if True, a draw that can be claimed also ends the game.)"),
      method<"is_valid()", is_valid<G>>("Return True if status() finds no problem."),
      method<"_transposition_key()", transposition_key<G>>(
          "Return a hashable value that is equal for positions that count as repetitions of each other."),
      method<"status()", status<G>>(
          R"(Return the problems of the position as Status flags, or Status.VALID if there are none.

          >>> Board('8/8/8/8/8/8/8/K7 w - - 0 1').status()
          <Status.NO_BLACK_KING: 2>)"),
      method<"outcome(*, claim_draw=False)", outcome<G>>(
          R"(Return an Outcome with the reason why the game is over, or None if it is not over.

          Tests for checkmate, insufficient material, stalemate, seventy-five moves and fivefold repetition, in this
          order. Only positions in the history of the board count as repetitions.

          :param claim_draw: if True, also test for draws that the side to move can claim, now or by announcing a legal
              move: fifty moves and threefold repetition.

          >>> Board('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').outcome()
          Outcome(termination=<Termination.STALEMATE: 2>, winner=None))"),
  });
}

}  // namespace

void add_board_outcome(TypeBuilder&, TypeBuilder& board, TypeBuilder& variant) {
  add_both<Game, Position>(board);
  add_both<VariantGame, VariantPosition>(variant);
  board.methods({
      method<"has_insufficient_material(color)",
             static_cast<bool (*)(const Position&, Color)>(has_insufficient_material)>(
          R"(Return True if *color* cannot give checkmate by any sequence of legal moves.

          The result True is always correct. False may be wrong, because some dead positions are not recognized.)"),
      method<"is_variant_end()", never>("Return False, because this is standard chess and not a variant."),
      method<"is_variant_loss()", never>("Return False, because this is standard chess and not a variant."),
      method<"is_variant_win()", never>("Return False, because this is standard chess and not a variant."),
      method<"is_variant_draw()", never>("Return False, because this is standard chess and not a variant."),
      python_method<"matches(condition)", "board_matches">(
          R"(Return whether a condition is true for the position.

          Names such as `check` follow the rules of the board's variant. `move`, `move_from`, `move_to` and `capture`
          refer to the last move on the stack; without one, comparisons with them are false.

          :param condition: a text in the language of conditions, or a Condition.
          :raises ValueError: if the text is not a condition, or if it needs the other positions of a game, clocks or
              evaluations.

          >>> Board().matches("count(pawns & white) == 8 and not check")
          True)"),
  });
  variant.methods({
      method<"has_insufficient_material(color)",
             static_cast<bool (*)(const VariantPosition&, Color)>(has_insufficient_material)>(
          "Return True if *color* cannot win by the rules of the variant, except by the clock."),
      method<"is_variant_end()", &VariantPosition::is_over>("Return True if the variant's rules have ended the game."),
      method<"is_variant_loss()", has_result<VariantResult::Loss>>(
          "Return True if the side to move has lost by the variant's rules."),
      method<"is_variant_win()", has_result<VariantResult::Win>>(
          "Return True if the side to move has won by the variant's rules."),
      method<"is_variant_draw()", has_result<VariantResult::Draw>>(
          "Return True if the game is drawn by the variant's rules."),
  });
}

}  // namespace bitrook::bindings
