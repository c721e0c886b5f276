// Texts and bytes of positions and moves: FEN, SAN, UCI and XBoard notation, packed positions.
#include <algorithm>
#include <cstring>
#include <string>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/variants/fen.hpp"

namespace bitrook::bindings {

namespace {

// In templates, G is Game or VariantGame, and P is Position or VariantPosition.

using Flag = Or<bool, false>;

// Returns a str of ASCII characters.
PyObject* text_of(const char* begin, const char* end) {
  PyObject* text = PyUnicode_New(end - begin, 127);
  if (text) std::copy(begin, end, reinterpret_cast<char*>(PyUnicode_1BYTE_DATA(text)));
  return text;
}

// ---- Writing positions.

// Whether FENs mark promoted pieces by default.
bool marks_promoted(const Position&) { return false; }
bool marks_promoted(const VariantPosition& p) { return p.rules().marks_promoted(p); }

PyObject* write_fen(const Position& p, fen::Style style) {
  char buffer[fen::MaxLength];
  return text_of(buffer, fen::write(p, style, buffer));
}
PyObject* write_fen(const VariantPosition& p, fen::Style style) {
  return to_python(std::string_view(fen::write(p, style)));
}

template <class P>
PyObject* fen_of(const P& p, Flag shredder, EnPassantSpec en_passant, std::optional<bool> promoted) {
  return write_fen(p, {en_passant.value, shredder.value, promoted.value_or(marks_promoted(p))});
}
template <class P>
PyObject* shredder_fen(const P& p, EnPassantSpec en_passant, std::optional<bool> promoted) {
  return write_fen(p, {en_passant.value, true, promoted.value_or(marks_promoted(p))});
}

template <class P>
PyObject* board_fen(const P& p, std::optional<bool> promoted) {
  char buffer[fen::MaxLength];
  const Bitboard marked = promoted.value_or(marks_promoted(p)) ? p.promoted() : Bitboard();
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
  return repr_with(self, board_fen(position_of(self), std::nullopt), "%S(%R)");
}
template <class G>
PyObject* repr(PyObject* self) {
  const Lock lock(self);
  const auto& p = Self<const G&>::get(self).position();
  return repr_with(self, write_fen(p, {.promoted = marks_promoted(p)}),
                   p.chess960() ? "%S(%R, chess960=True)" : "%S(%R)");
}

// ---- Reading positions.

PyObject* set_board_fen(Game& game, std::string_view fen) { return load_board_fen(game, fen) ? none() : nullptr; }
template <class G>
PyObject* set_fen(G& game, std::string_view fen) {
  return load_fen(game, fen, game.Game::position().chess960()) ? none() : nullptr;
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

// ---- Packed positions.

PyObject* packed(const Position& p) {
  data::Packed bytes;
  const data::PackedError error = data::pack(p, bytes);
  if (error != data::PackedError::None) {
    return fail(PyExc_ValueError, "the position cannot be packed: %s", data::description(error));
  }
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes.data()), Py_ssize_t(bytes.size()));
}

// The 24 bytes have no room for pockets and counters.
PyObject* packed_variant(const VariantGame& game) {
  if (!game.rules().has_state()) return packed(game.chess().position());
  return fail(PyExc_ValueError, "the position cannot be packed: 24 bytes have no room for pockets or counters");
}

PyObject* from_packed(PyTypeObject* type, PyObject* packed, Or<bool, false> chess960) {
  Py_buffer view;
  if (PyObject_GetBuffer(packed, &view, PyBUF_SIMPLE) != 0) return nullptr;
  data::Packed bytes;
  const bool fits = view.len == Py_ssize_t(bytes.size());
  if (fits) std::memcpy(bytes.data(), view.buf, bytes.size());
  const Py_ssize_t length = view.len;
  PyBuffer_Release(&view);
  if (!fits) return PyErr_Format(PyExc_ValueError, "packed must have 24 bytes, not %zd", length);
  Setup setup;
  setup.chess960 = chess960.value;
  const data::PackedError error = data::unpack(bytes, setup);
  if (error != data::PackedError::None) {
    return PyErr_Format(PyExc_ValueError, "packed is not a position: %s", data::description(error));
  }
  return new_board(type, Game(setup));
}

// ---- Writing moves.

template <class P, std::size_t (*Write)(const P&, Move, char*)>
PyObject* write(const P& p, Move move) {
  char buffer[MaxSan];
  const std::size_t size = Write(p, move, buffer);
  if (size != 0) [[likely]]
    return text_of(buffer, buffer + size);
  const Ref shown(to_python(move));
  if (!shown) return nullptr;
  return fail(PyExc_AssertionError, "algebraic notation needs a piece on the origin of the move: '%S'", shown.get());
}

// Returns the moves with move numbers: "1. e4 e5 2. Nf3", or "1...e5 2. Nf3" if Black begins.
template <class P>
PyObject* variation_san(const P& start, PyObject* variation) {
  P p = start;
  std::string text;
  const auto append = [&](PyObject* item) -> bool {
    Move m;
    if (!bindings::load(item, m, "move")) return false;
    if (!is_legal(p, m)) return raise_illegal_move("illegal move", p, m);
    const bool first = text.empty();
    if (!first) text += ' ';
    if (p.turn() == Color::White) {
      text += std::to_string(p.fullmove_number()) + ". ";
    } else if (first) {
      text += std::to_string(p.fullmove_number()) + "...";
    }
    char san[MaxSan];
    text.append(san, write_san(p, m, san));
    p.play_unchecked(m);
    return true;
  };
  return for_each_item(variation, append) ? to_python(std::string_view(text)) : nullptr;
}

PyObject* uci(const Position& p, Move move, std::optional<bool> chess960) {
  const Ref written(to_python(with_castling_encoding(p, move, chess960.value_or(p.chess960()))));
  return written ? incref(reinterpret_cast<MoveObject*>(written.get())->uci) : nullptr;
}

PyObject* xboard(const Position& p, Move move, std::optional<bool> chess960) {
  char buffer[16];
  const std::size_t size = write_xboard(p, move, chess960.value_or(p.chess960()), buffer);
  return to_python(std::string_view(buffer, size));
}

// ---- Reading and making moves.

template <class P, Text Notation, ParsedMove (*Parse)(const P&, std::string_view)>
PyObject* parse(const P& p, std::string_view text) {
  const ParsedMove parsed = Parse(p, text);
  return parsed ? to_python(parsed.move) : raise_move_error(parsed, Notation.view(), p, text);
}

// A subclass may override push(), so its own method is called.
template <class G>
PyObject* push_move(PyObject* self, Move move) {
  Ref object(to_python(move));
  if (!object) return nullptr;
  if (std::is_same_v<G, Game> ? Py_TYPE(self) == board_type : is_exactly_variant_board(self)) [[likely]] {
    Self<G&>::get(self).push(move);
    return object.release();
  }
  const Ref result(PyObject_CallMethod(self, "push", "(O)", object.get()));
  return result ? object.release() : nullptr;
}

template <class G, Text Notation, auto Parse>
PyObject* push(PyObject* self, std::string_view text) {
  const Lock lock(self);
  const auto& p = Self<const G&>::get(self).position();
  const ParsedMove parsed = Parse(p, text);
  return parsed ? push_move<G>(self, parsed.move) : raise_move_error(parsed, Notation.view(), p, text);
}

template <class G, auto Write>
PyObject* san_and_push(PyObject* self, Move move) {
  const Lock lock(self);
  Ref text(Write(Self<const G&>::get(self).position(), move));
  if (!text) return nullptr;
  const Ref result(push_move<G>(self, move));
  return result ? text.release() : nullptr;
}

template <class G, class P, auto Packed>
void add_both(TypeBuilder& type) {
  constexpr ParsedMove (*ParseSan)(const P&, std::string_view) = parse_san;
  constexpr ParsedMove (*ParseUci)(const P&, std::string_view) = parse_uci;
  type.slot<repr<G>>(Py_tp_repr)
      .methods({
          method<"fen(*, shredder=False, en_passant='legal', promoted=None)", fen_of<P>>(
              R"(Return the position as a FEN.

          :param shredder: if True, write castling rights as the files of the rooks.
          :param en_passant: when to write the en-passant square: if a capture there is legal ('legal'), if it is
              pseudo-legal ('xfen'), or after every double push ('fen').
          :param promoted: if True, mark promoted pieces with '~'.
          :raises ValueError: for any other *en_passant*.)"),
          method<"shredder_fen(*, en_passant='legal', promoted=None)", shredder_fen<P>>(
              "Return the position as a FEN with castling rights as the files of the rooks. See fen()."),
          method<"set_fen(fen)", set_fen<G>>(
              R"(Set up the position of a FEN and clear the history.

          :param fen: the FEN; all fields except the first are optional. Impossible positions are accepted: see
              status().
          :raises ValueError: if the text is invalid. The message contains the field, the problem and its offset,
              and the board is unchanged.)"),
          method<"san(move)", write<P, write_san>>(
              R"(Return *move* in standard algebraic notation, with '+' for check and '#' for checkmate.

          Legality is not checked.

          :raises AssertionError: if there is no piece on the origin of *move*.)"),
          method<"lan(move)", write<P, write_lan>>(
              "Return *move* in long algebraic notation, such as 'Ng1-f3'. See san()."),
          method<"san_and_push(move)", san_and_push<G, write<P, write_san>>>(
              "Make *move* and return its SAN. See san()."),
          method<"variation_san(variation)", variation_san<P>>(
              R"(Return a sequence of moves in SAN with move numbers, such as '1. e4 e5 2. Nf3'.

          :param variation: an iterable of moves to make from this position.
          :raises IllegalMoveError: if a move is illegal.)"),
          method<"parse_san(san)", parse<P, "san", ParseSan>>(
              R"(Return the legal move that *san* denotes.

          Accepts standard and long algebraic notation.

          :raises InvalidMoveError: if the text does not have the form of a move.
          :raises IllegalMoveError: if the move is illegal.
          :raises AmbiguousMoveError: if the text matches several legal moves.)"),
          method<"push_san(san)", push<G, "san", ParseSan>>(
              "Make the legal move that *san* denotes and return it. See parse_san()."),
          method<"parse_uci(uci)", parse<P, "uci", ParseUci>>(
              R"(Return the legal move, or the null move, that *uci* denotes, in either castling encoding.

          :raises InvalidMoveError: if the text does not have the form of a move.
          :raises IllegalMoveError: if the move is illegal.)"),
          method<"push_uci(uci)", push<G, "uci", ParseUci>>(
              "Make the legal move that *uci* denotes and return it. See parse_uci()."),
          method<"parse_xboard(xboard)", parse<P, "san", ParseSan>>(
              "Return the legal move that *xboard* denotes, read as SAN. See parse_san()."),
          method<"push_xboard(san)", push<G, "san", ParseSan>>(
              "Make the legal move that *san* denotes and return it. See parse_san()."),
          method<"packed()", Packed>(
              R"(Return the position as 24 bytes: the Binary FEN of the Stockfish and Lichess tools.

          The clocks, the history and the promoted flags are not stored. The en-passant square is stored only if a
          legal move captures there.

          :raises ValueError: if there are more than 32 pieces, or if Black is to move without a king.

          >>> Board().packed().hex()
          'ffff00000000ffff2d844ad200000000111111113e955be3')"),
      });
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

bool load_fen(VariantGame& game, std::string_view text, bool chess960) {
  Setup setup;
  VariantState state;
  setup.chess960 = chess960;
  if (const auto error = fen::parse(text, game.rules().variant, setup, state)) return raise_fen_error(*error, text);
  game = VariantGame(game.rules(), setup, state);
  return true;
}

void add_board_notation(TypeBuilder& base_board, TypeBuilder& board, TypeBuilder& variant) {
  add_both<Game, Position, packed>(board);
  add_both<VariantGame, VariantPosition, packed_variant>(variant);
  base_board.slot<repr_base>(Py_tp_repr)
      .methods({
          method<"board_fen(*, promoted=False)", board_fen<Position>>(
              R"(Return the placement: the first field of the FEN.

              :param promoted: if True, mark promoted pieces with '~'.)"),
          method<"set_board_fen(fen)", set_board_fen>(
              R"(Set up a placement. Clears the history of a Board.

              :param fen: the first field of a FEN.
              :raises ValueError: if the text is invalid. The message contains the problem and its offset.)"),
      });
  board.methods({
      method<"castling_xfen()", castling<false>>(
          "Return the castling field of the FEN: KQkq, the file of a rook that is not outermost, or '-'."),
      method<"castling_shredder_fen()", castling<true>>(
          "Return the castling field of a Shredder-FEN: the files of the rooks, or '-'."),
      method<"set_castling_fen(castling_fen)", set_castling_fen>(
          R"(Set the castling rights and clear the history.

          :param castling_fen: the third field of a FEN: letters of KQkq, or the files of rooks, or '-'.
          :raises ValueError: if the text is invalid.)"),
      method<"uci(move, *, chess960=None)", uci>(
          R"(Return *move* in UCI notation.

          :param move: a move; legality is not checked.
          :param chess960: if True, write castling as king-takes-rook; if False, as king-two-squares; if None, in the
              encoding of the board.)"),
      method<"xboard(move, chess960=None)", xboard>(
          R"(Return *move* in XBoard's notation.

          This is the notation of uci(), except for '@@@@' (the null move) and, in Chess960, 'O-O' and 'O-O-O'.

          :param move: a move; legality is not checked.
          :param chess960: as for uci().)"),
      class_method<"from_packed(packed, *, chess960=False)", from_packed>(
          R"(Return a board with a packed position. The clocks are 0 and 1.

          :param packed: the 24 bytes that packed() returned, as bytes or another buffer.
          :param chess960: if True, encode castling moves as king-takes-rook.
          :raises ValueError: if the bytes do not encode a position. The message contains the reason.

          >>> Board.from_packed(Board().packed()) == Board()
          True)"),
  });
  variant.methods({
      method<"board_fen(*, promoted=None)", board_fen<VariantPosition>>(
          R"(Return the placement: the first field of the FEN, without pockets.

          :param promoted: if True, mark promoted pieces with '~'; by default, only in Crazyhouse.)"),
  });
}

}  // namespace bitrook::bindings
