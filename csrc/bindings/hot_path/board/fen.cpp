// Positions as text: writing and reading FENs and their fields.
#include "bitrook/notation/fen.hpp"

#include <algorithm>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"

namespace bitrook::bindings {

namespace {

using Flag = Or<bool, false>;

// ---- Writing.

// Returns a str of ASCII characters.
PyObject* text_of(const char* begin, const char* end) {
  PyObject* text = PyUnicode_New(end - begin, 127);
  if (text) std::copy(begin, end, reinterpret_cast<char*>(PyUnicode_1BYTE_DATA(text)));
  return text;
}

PyObject* write_fen(const Position& p, fen::Style style) {
  char buffer[fen::MaxLength];
  return text_of(buffer, fen::write(p, style, buffer));
}

PyObject* fen_of(const Position& p, Flag shredder, EnPassantSpec en_passant, std::optional<bool> promoted) {
  return write_fen(p, {en_passant.value, shredder.value, promoted.value_or(false)});
}
PyObject* shredder_fen(const Position& p, EnPassantSpec en_passant, std::optional<bool> promoted) {
  return write_fen(p, {en_passant.value, true, promoted.value_or(false)});
}

PyObject* board_fen(const Position& p, std::optional<bool> promoted) {
  char buffer[fen::MaxLength];
  const Bitboard marked = promoted.value_or(false) ? p.promoted() : Bitboard();
  return text_of(buffer, fen::write_placement(p, marked, buffer));
}

template <bool Shredder>
PyObject* castling(const Position& p) {
  char buffer[fen::MaxLength];
  return text_of(buffer, fen::write_castling(p, Shredder, buffer));
}

// Returns "Name('text')", with the name of the object's class. Steals the reference to `text`.
PyObject* repr_with(PyObject* self, PyObject* text, const char* format) {
  const Ref fen(text), type = type_ref(self);
  const Ref name(fen ? PyObject_GetAttrString(type.get(), "__name__") : nullptr);
  return name ? PyUnicode_FromFormat(format, name.get(), fen.get()) : nullptr;
}
PyObject* repr_base(PyObject* self) {
  const Lock lock(self);
  return repr_with(self, board_fen(position_of(self), false), "%S(%R)");
}
PyObject* repr(PyObject* self) {
  const Lock lock(self);
  const Position& p = position_of(self);
  const char* format = p.chess960() ? "%S(%R, chess960=True)" : "%S(%R)";
  return repr_with(self, write_fen(p, {}), format);
}

// ---- Reading.

PyObject* set_board_fen(Game& game, std::string_view fen) { return load_board_fen(game, fen) ? none() : nullptr; }
PyObject* set_fen(Game& game, std::string_view fen) {
  return load_fen(game, fen, game.position().chess960()) ? none() : nullptr;
}

PyObject* set_castling_fen(Game& game, std::string_view castling_fen) {
  const Position& p = game.position();
  Setup setup;
  setup.placement = p.placement();
  setup.promoted = p.promoted();
  setup.chess960 = p.chess960();
  if (const auto error = fen::parse_castling(castling_fen, setup)) return raise_fen_error(*error, castling_fen);
  game.clear_history();
  game.set_castling_rights(setup.castling);
  return none();
}

}  // namespace

bool load(PyObject* object, EnPassantSpec& spec, std::string_view name) {
  if (!object) return true;
  std::string_view text;
  if (!bindings::load(object, text, name)) return false;
  if (text == "legal") {
    spec.value = fen::EnPassant::Legal;
  } else if (text == "xfen") {
    spec.value = fen::EnPassant::Xfen;
  } else if (text == "fen") {
    spec.value = fen::EnPassant::Always;
  } else {
    return raise(PyExc_ValueError, "en_passant must be 'legal', 'xfen' or 'fen'", text);
  }
  return true;
}

bool load_board_fen(Game& game, std::string_view text) {
  Placement placement;
  Bitboard promoted;
  if (const auto error = fen::parse_placement(text, placement, promoted)) {
    return raise_fen_error(*error, text);
  }
  game.edit([&](Position& p) { p.set_placement(placement, promoted); });
  return true;
}

bool load_fen(Game& game, std::string_view text, bool chess960) {
  Setup setup;
  setup.chess960 = chess960;
  if (const auto error = fen::parse(text, setup)) return raise_fen_error(*error, text);
  game.assign(Position(setup), setup.castling);
  return true;
}

void add_board_fen(TypeBuilder& base_board, TypeBuilder& board) {
  base_board.slot<repr_base>(Py_tp_repr)
      .methods({
          method<"board_fen(*, promoted=False)", board_fen>(
              R"(Return the placement: the first field of the FEN.

              :param promoted: if True, mark promoted pieces with '~'.)"),
          method<"set_board_fen(fen)", set_board_fen>(
              R"(Set up a placement. Clears the history of a Board.

              :param fen: the first field of a FEN.
              :raises ValueError: if the text is invalid. The message contains the problem and its offset.)"),
      });
  board.slot<repr>(Py_tp_repr)
      .methods({
          method<"fen(*, shredder=False, en_passant='legal', promoted=None)", fen_of>(
              R"(Return the position as a FEN.

              :param shredder: if True, write castling rights as the files of the rooks.
              :param en_passant: when to write the en-passant square: if a capture there is legal ('legal'), if it is
                  pseudo-legal ('xfen'), or after every double push ('fen').
              :param promoted: if True, mark promoted pieces with '~'.
              :raises ValueError: for any other *en_passant*.)"),
          method<"shredder_fen(*, en_passant='legal', promoted=None)", shredder_fen>(
              "Return the position as a FEN with castling rights as the files of the rooks. See fen()."),
          method<"castling_xfen()", castling<false>>(
              "Return the castling field of the FEN: KQkq, the file of a rook that is not outermost, or '-'."),
          method<"castling_shredder_fen()", castling<true>>(
              "Return the castling field of a Shredder-FEN: the files of the rooks, or '-'."),
          method<"set_fen(fen)", set_fen>(
              R"(Set up the position of a FEN and clear the history.

              :param fen: the FEN; all fields except the first are optional. Impossible positions are accepted: see
                  status().
              :raises ValueError: if the text is invalid. The message contains the field, the problem and its offset,
                  and the board is unchanged.)"),
          method<"set_castling_fen(castling_fen)", set_castling_fen>(
              R"(Set the castling rights and clear the history.

              :param castling_fen: the third field of a FEN: letters of KQkq, or the files of rooks, or '-'.
              :raises ValueError: if the text is invalid.)"),
      });
}

}  // namespace bitrook::bindings
