// Texts of positions and moves of variants: FEN, SAN, UCI.
#include <string>

#include "bindings/hot_path/board/move_methods.hpp"
#include "bindings/hot_path/variants/variant_board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/variants/fen.hpp"

namespace bitrook::bindings {

namespace {

using P = VariantPosition;
using Flag = Or<bool, false>;

// ---- Positions.

PyObject* write_fen(const P& p, fen::EnPassant en_passant, bool shredder, std::optional<bool> promoted) {
  return to_python(
      std::string_view(fen::write(p, {en_passant, shredder, promoted.value_or(p.rules().marks_promoted(p))})));
}
PyObject* fen_of(const P& p, Flag shredder, EnPassantSpec en_passant, std::optional<bool> promoted) {
  return write_fen(p, en_passant.value, shredder.value, promoted);
}
PyObject* shredder_fen(const P& p, EnPassantSpec en_passant, std::optional<bool> promoted) {
  return write_fen(p, en_passant.value, true, promoted);
}
PyObject* board_fen(const P& p, std::optional<bool> promoted) {
  char buffer[fen::MaxLength];
  const Bitboard marked = promoted.value_or(p.rules().marks_promoted(p)) ? p.promoted() : Bitboard();
  const char* end = fen::write_placement(p, marked, buffer);
  return to_python(std::string_view(buffer, std::size_t(end - buffer)));
}
PyObject* set_fen(VariantGame& game, std::string_view fen) {
  return load_variant_fen(game, fen, game.chess().position().chess960()) ? none() : nullptr;
}

PyObject* repr(PyObject* self) {
  const Lock lock(self);
  const P p = variant_position_of(self);
  const Ref fen(write_fen(p, fen::EnPassant::Legal, false, std::nullopt)), type = type_ref(self);
  const Ref name(fen ? PyObject_GetAttrString(type.get(), "__name__") : nullptr);
  return name ? PyUnicode_FromFormat(p.chess960() ? "%S(%R, chess960=True)" : "%S(%R)", name.get(), fen.get())
              : nullptr;
}

// ---- Moves.

using Parser = ParsedMove (*)(const P&, std::string_view);

// A subclass may override push(), so its own method is called.
PyObject* push_move(PyObject* self, Move move) {
  Ref object(to_python(move));
  if (!object) return nullptr;
  if (is_exactly_variant_board(self)) {
    variant_game_of(self).push(move);
    return object.release();
  }
  const Ref result(PyObject_CallMethod(self, "push", "(O)", object.get()));
  return result ? object.release() : nullptr;
}

template <Text Notation, Parser Parse>
PyObject* push_text(PyObject* self, std::string_view text) {
  const Lock lock(self);
  const P p = variant_position_of(self);
  const ParsedMove parsed = Parse(p, text);
  return parsed ? push_move(self, parsed.move) : raise_move_error(parsed, Notation.view(), p, text);
}

PyObject* san_and_push(PyObject* self, Move move) {
  const Lock lock(self);
  Ref text(write<P, write_san>(variant_position_of(self), move));
  if (!text) return nullptr;
  const Ref result(push_move(self, move));
  return result ? text.release() : nullptr;
}

}  // namespace

void add_variant_notation(TypeBuilder& type, const TypeBuilder& board) {
  constexpr Parser ParseSan = parse_san, ParseUci = parse_uci;
  type.slot<repr>(Py_tp_repr)
      .overriding(board, {
                             method<"fen(*, shredder=False, en_passant='legal', promoted=None)", fen_of>(""),
                             method<"shredder_fen(*, en_passant='legal', promoted=None)", shredder_fen>(""),
                             method<"board_fen(*, promoted=None)", board_fen>(
                                 R"(Return the placement: the first field of the FEN, without pockets.

                                 :param promoted: if True, mark promoted pieces with '~'; by default, only in
                                     Crazyhouse.)"),
                             method<"set_fen(fen)", set_fen>(""),
                             method<"san(move)", write<P, write_san>>(""),
                             method<"lan(move)", write<P, write_lan>>(""),
                             method<"san_and_push(move)", san_and_push>(""),
                             method<"variation_san(variation)", variation_san<P>>(""),
                             method<"parse_san(san)", parse<P, "san", ParseSan>>(""),
                             method<"push_san(san)", push_text<"san", ParseSan>>(""),
                             method<"parse_uci(uci)", parse<P, "uci", ParseUci>>(""),
                             method<"push_uci(uci)", push_text<"uci", ParseUci>>(""),
                             method<"parse_xboard(xboard)", parse<P, "san", ParseSan>>(""),
                             method<"push_xboard(san)", push_text<"san", ParseSan>>(""),
                         });
}

}  // namespace bitrook::bindings
