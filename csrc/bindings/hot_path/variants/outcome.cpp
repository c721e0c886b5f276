// Draws, claims and the end of the game in variants.
#include <algorithm>
#include <array>
#include <cstring>

#include "bindings/hot_path/variants/variant_board.hpp"
#include "bindings/support/python_method.hpp"
#include "bitrook/position/problems.hpp"

namespace bitrook::bindings {

namespace {

using P = VariantPosition;
using Flag = Or<bool, false>;

template <VariantResult R>
bool has_result(const P& p) {
  return p.result() == R;
}

bool is_repetition(const VariantGame& game, Or<int, 3> count) {
  return game.is_repetition(unsigned(std::max(count.value, 0)));
}
bool is_game_over(const VariantGame& game, Flag claim_draw) { return game.is_over(claim_draw.value); }
std::string_view result(const VariantGame& game, Flag claim_draw) {
  const auto outcome = game.outcome(claim_draw.value);
  return outcome ? outcome->result() : "*";
}
PyObject* outcome(const VariantGame& game, Flag claim_draw) {
  const auto outcome = game.outcome(claim_draw.value);
  if (!outcome) return none();
  const Ref termination(to_python(int(outcome->termination))), winner(to_python(outcome->winner));
  return termination && winner ? call_python_part<"make_outcome">(termination.get(), winner.get()) : nullptr;
}

std::uint32_t flags(const VariantGame& game) { return problems(game.position(), game.castling_rights()); }
bool is_valid(const VariantGame& game) { return flags(game) == 0; }
PyObject* status(const VariantGame& game) {
  if (is_valid(game)) {
    PyObject* valid = python_part<"STATUS_VALID">();
    return valid ? incref(valid) : nullptr;
  }
  const Ref number(to_python(flags(game)));
  return number ? call_python_part<"Status">(number.get()) : nullptr;
}

// Returns keys that are equal if and only if the repetition rule regards the positions as the same.
PyObject* transposition_key(const VariantGame& game) {
  const P p = game.position();
  std::array<std::uint64_t, 12> words{};
  std::uint64_t* out = words.data();
  for (const PieceType t : PieceTypes) *out++ = p.of(t).word();
  for (const Color c : Colors) *out++ = p.of(c).word();
  *out++ = game.clean_castling_rights().word();
  *out++ = index(p.turn()) << 8 | index(p.has_legal_en_passant() ? p.en_passant() : Square::None);
  static_assert(sizeof(VariantState) <= 2 * sizeof(std::uint64_t));
  std::memcpy(out, &p.state(), sizeof(VariantState));
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(words.data()), sizeof words);
}

}  // namespace

void add_variant_outcome(TypeBuilder& type, const TypeBuilder& board) {
  type.overriding(
      board,
      {
          method<"is_checkmate()", static_cast<bool (*)(const P&)>(is_checkmate)>(""),
          method<"is_stalemate()", static_cast<bool (*)(const P&)>(is_stalemate)>(""),
          method<"is_insufficient_material()", static_cast<bool (*)(const P&)>(is_insufficient_material)>(""),
          method<"has_insufficient_material(color)", static_cast<bool (*)(const P&, Color)>(has_insufficient_material)>(
              "Return True if *color* cannot win by the rules of the variant, except by the clock."),
          method<"is_seventyfive_moves()", &VariantGame::is_seventyfive_moves>(""),
          method<"is_fivefold_repetition()", &VariantGame::is_fivefold_repetition>(""),
          method<"is_fifty_moves()", &VariantGame::is_fifty_moves>(""),
          method<"is_repetition(count=3)", is_repetition>(""),
          method<"can_claim_draw()", &VariantGame::can_claim_draw>(""),
          method<"can_claim_fifty_moves()", &VariantGame::can_claim_fifty_moves>(""),
          method<"can_claim_threefold_repetition()", &VariantGame::can_claim_threefold_repetition>(""),
          method<"is_game_over(*, claim_draw=False)", is_game_over>(""),
          method<"result(*, claim_draw=False)", result>(""),
          method<"outcome(*, claim_draw=False)", outcome>(""),
          method<"is_valid()", is_valid>(""),
          method<"status()", status>(""),
          method<"is_variant_end()", &P::is_over>("Return True if the variant's rules have ended the game."),
          method<"is_variant_loss()", has_result<VariantResult::Loss>>(
              "Return True if the side to move has lost by the variant's rules."),
          method<"is_variant_win()", has_result<VariantResult::Win>>(
              "Return True if the side to move has won by the variant's rules."),
          method<"is_variant_draw()", has_result<VariantResult::Draw>>(
              "Return True if the game is drawn by the variant's rules."),
          method<"_transposition_key()", transposition_key>(""),
      });
}

}  // namespace bitrook::bindings
