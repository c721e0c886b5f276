// Moves: generating, testing, making and unmaking them. Copies of boards and their histories.
#include <algorithm>
#include <string>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/search/properties.hpp"

namespace bitrook::bindings {

namespace {

// ---- Generating and testing.

using OptionalMask = Or<Bitboard, ~0ull>;

template <class P, void (*Generate)(const P&, MoveList&, Mask)>
PyObject* generate(const P& p, OptionalMask from_mask, OptionalMask to_mask) {
  MoveList moves;
  Generate(p, moves, {from_mask.value, to_mask.value});
  return iterate_moves(moves);
}

template <class P, void (*Generate)(const P&, MoveList&, Mask)>
PyObject* list(const P& p) {
  MoveList moves;
  Generate(p, moves, {});
  return list_of(moves);
}

template <class P>
bool gives_checkmate(const P& p, Move move) {
  if (!gives_check(p, move)) return false;
  P next = p;
  next.play_unchecked(move);
  return is_checkmate(next);
}

template <class P>
PyObject* find_move(const P& p, Square from_square, Square to_square, std::optional<PieceType> promotion) {
  if (!promotion && p.of(PieceType::Pawn).contains(from_square) && Backranks.contains(to_square))
    promotion = PieceType::Queen;
  const Move written =
      promotion ? Move::promotion(from_square, to_square, *promotion) : Move::normal(from_square, to_square);
  const Move move = to_own_encoding(p, written);
  return is_legal(p, move) ? to_python(move) : raise_illegal_move("no legal move", p, move, written);
}

template <class P>
std::uint64_t key_after(const P& p, Move move) {
  if constexpr (std::is_same_v<P, Position>) {
    return search::key_after(p, move);
  } else {
    P next = p;
    next.play_unchecked(move);
    return next.key();
  }
}

// Private in python-chess, but called by its polyglot module. Except in Chess960, a king move from its home square to
// that of a rook is castling.
Move from_chess960(const Position& p, bool chess960, Square from, Square to, std::optional<PieceType> promotion,
                   std::optional<PieceType> drop) {
  if (promotion) return Move::promotion(from, to, *promotion);
  if (drop) return Move::drop(from, to, *drop);
  const bool home = (from == Square::E1 && (to == Square::A1 || to == Square::H1)) ||
                    (from == Square::E8 && (to == Square::A8 || to == Square::H8));
  if (chess960 || !home || !p.of(PieceType::King).contains(from)) return Move::normal(from, to);
  return Move::normal(from, Square(to > from ? index(from) + 2 : index(from) - 2));
}

// ---- Making and unmaking. G is Game or VariantGame.

template <class G>
PyObject* push(G& game, Move move) {
  if (!move.is_null() && !move.is_drop() && !game.Game::position().occupied().contains(move.from())) [[unlikely]] {
    const Ref shown(to_python(move));
    if (!shown) return nullptr;
    return fail(PyExc_AssertionError, "push() expects a pseudo-legal move, but there is no piece to move: '%S' in %s",
                shown.get(), fen_text(game.position()).c_str());
  }
  game.push(move);
  return none();
}

template <class G>
PyObject* play(G& game, Move move) {
  if (game.try_play(move)) return none();
  return raise_illegal_move("illegal move", game.position(), move);
}

// Pushes all moves or none. The iterable may run any code, for example a generator that reads this board.
template <class G>
PyObject* push_all(G& game, PyObject* moves) {
  std::vector<Move> words;
  if (!for_each_item(moves, [&](PyObject* item) { return bindings::load(item, words.emplace_back(), "move"); }))
    return nullptr;
  G next = game;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (next.try_play(words[i])) continue;
    return raise_illegal_move("illegal move " + std::to_string(i + 1) + " of the sequence", next.position(), words[i]);
  }
  std::swap(game, next);
  return PyLong_FromSize_t(words.size());
}

template <class G>
PyObject* pop(G& game) {
  if (game.ply_count() == 0) [[unlikely]]
    return fail(PyExc_IndexError, "pop from a board without history");
  return to_python(game.pop());
}

PyObject* peek(const Game& game) {
  if (game.ply_count() == 0) return fail(PyExc_IndexError, "peek into a board without history");
  return to_python(game.move(game.ply_count() - 1));
}

// Accepts an empty sequence, which clears the history, and the current moves, which change nothing. The positions in
// which other moves were played are not known.
PyObject* set_move_stack(PyObject* self, PyObject* value) {
  const Ref moves(PySequence_List(value)), now(moves ? move_stack(self) : nullptr);
  if (!now) return nullptr;
  const int same = PyObject_RichCompareBool(now.get(), moves.get(), Py_EQ);
  if (same < 0) return nullptr;
  if (same) return none();
  if (PyList_GET_SIZE(moves.get()) != 0) {
    return fail(PyExc_AttributeError, "move_stack cannot be replaced: use push() and pop()");
  }
  const Lock lock(self);
  game_of(self).clear_history();
  return none();
}

// ---- Copies.

template <class G>
PyObject* root(PyObject* self) {
  const Lock lock(self);
  return new_board(Py_TYPE(self), Self<G&>::get(self).root());
}

PyObject* copy_base(BoardObject& board) { return new_board(Py_TYPE(&board.ob_base), board.game); }

// Sets `last` to the number of recent moves to keep, or leaves it empty to keep all. Returns false with an exception
// set on failure.
bool load_stack(PyObject* stack, std::optional<std::int64_t>& last) {
  if (!stack || stack == Py_True) return true;
  if (stack == Py_False) {
    last = 0;
    return true;
  }
  if (PyIndex_Check(stack)) return load_index(stack, last.emplace(), "stack");
  const int truth = PyObject_IsTrue(stack);
  if (truth == 0) last = 0;
  return truth >= 0;
}

template <class G>
PyObject* copy(PyObject* self, PyObject* stack) {
  std::optional<std::int64_t> last;
  if (!load_stack(stack, last)) return nullptr;
  const Lock lock(self);
  const G& game = Self<G&>::get(self);
  const auto plies = std::int64_t(game.ply_count());
  Ref made(new_board(Py_TYPE(self), game));
  if (!made || !last || *last >= plies) return made.release();
  const auto kept = std::size_t(*last < 0 ? std::max<std::int64_t>(0, plies + *last) : *last);  // as in a slice
  Self<G&>::get(made.get()).keep_last(kept);
  return made.release();
}

PyObject* copy_by_method(PyObject* self) { return PyObject_CallMethod(self, "copy", nullptr); }

PyObject* deep_copy(PyObject* self, PyObject* memo) {
  Ref board(copy_by_method(self));
  const Ref id(board ? PyLong_FromVoidPtr(self) : nullptr);
  if (!id) return nullptr;
  if (memo != Py_None && PyObject_SetItem(memo, id.get(), board.get()) < 0) return nullptr;
  return board.release();
}

// ---- The members that differ between chess and variants.

#define MASKS "(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)"

template <class G, class P>
void add_both(TypeBuilder& type) {
  type.methods({
      method<"generate_legal_moves" MASKS, generate<P, generate_legal>>(
          R"(Return an iterator over the legal moves, in python-chess's order.

          All moves are generated up front, so it is safe to push moves while iterating.

          :param from_mask: the set of origins to consider, as an int (not a square); by default all.
          :param to_mask: the set of targets to consider, as an int.

          >>> from bitrook import BB_E4, Board
          >>> list(Board().generate_legal_moves(to_mask=BB_E4))
          [Move.from_uci('e2e4')])"),
      method<"generate_legal_captures" MASKS, generate<P, generate_legal_captures>>(
          "Return an iterator over the legal captures, en passant last. See generate_legal_moves()."),
      method<"generate_legal_ep" MASKS, generate<P, generate_legal_en_passant>>(
          "Return an iterator over the legal en-passant captures. See generate_legal_moves()."),
      method<"generate_pseudo_legal_moves" MASKS, generate<P, generate_pseudo_legal>>(
          R"(Return an iterator over the pseudo-legal moves, in python-chess's order.

          These moves may leave the king in check, except for castling, which is always legal.

          :param from_mask: the set of origins to consider, as an int (not a square); by default all.
          :param to_mask: the set of targets to consider, as an int.)"),
      method<"generate_pseudo_legal_captures" MASKS, generate<P, generate_pseudo_legal_captures>>(
          "Return an iterator over the pseudo-legal captures. See generate_pseudo_legal_moves()."),
      method<"generate_castling_moves" MASKS, generate<P, generate_castling>>(
          "Return an iterator over the legal castling moves. See generate_legal_moves()."),
      method<"is_legal(move)", static_cast<bool (*)(const P&, Move)>(is_legal)>(
          "Return True if *move* is legal. Castling may also be written as the king taking its rook."),
      method<"is_pseudo_legal(move)", static_cast<bool (*)(const P&, Move)>(is_pseudo_legal)>(
          "Return True if *move* is legal, or would be legal if it did not leave the king in check."),
      method<"is_into_check(move)", static_cast<bool (*)(const P&, Move)>(is_into_check)>(
          "Return True if *move* would leave the king of the side to move attacked."),
      method<"gives_check(move)", static_cast<bool (*)(const P&, Move)>(gives_check)>(
          "Return True if *move* would give check. Legality is not checked."),
      method<"gives_checkmate(move)", gives_checkmate<P>>("Return True if *move* would give checkmate."),
      method<"is_irreversible(move)", static_cast<bool (*)(const P&, Move)>(is_irreversible)>(
          R"(Return True if no earlier position can recur after *move*.

          Irreversible moves are captures, pawn moves, and moves that lose a castling right or the option of a legal
          en-passant capture.)"),
      method<"has_legal_en_passant()", &P::has_legal_en_passant>("Return True if there is a legal en-passant capture."),
      method<"find_move(from_square, to_square, promotion=None)", find_move<P>>(
          R"(Return the legal move between two squares.

          :param from_square: the origin.
          :param to_square: the target.
          :param promotion: the piece type of a promotion; by default, pawns promote to queens.
          :raises IllegalMoveError: if there is no such move. The message contains the reason.)"),
      method<"list_legal_captures()", list<P, generate_legal_captures>>(
          "Return a new list of the legal captures, en passant last. See list_legal_moves()."),
      method<"list_legal_quiets()", list<P, generate_legal_quiets>>(
          "Return a new list of the legal moves that capture nothing, including promotions, in python-chess's order."),
      method<"key_after(move)", key_after<P>>(
          R"(Return the key of the position after *move*, without making the move. See key.

          >>> from bitrook import Board, Move
          >>> board, move = Board(), Move.from_uci("e2e4")
          >>> key = board.key_after(move)
          >>> board.push(move)
          >>> board.key == key
          True)"),
      method<"push(move)", push<G>>(
          R"(Make *move*, which may be the null move, and add it to the history.

          Legality is not checked; use play() for that. After an illegal move the board is still valid.

          :raises AssertionError: if there is no piece on the origin of *move*.)"),
      method<"play(move)", play<G>>(
          R"(Make *move* if it is legal.

          :raises IllegalMoveError: if *move* is illegal, with the reason. The board is then unchanged.)"),
      method<"push_all(moves)", push_all<G>>(
          R"(Make several legal moves.

          :param moves: an iterable of moves.
          :returns: the number of moves.
          :raises IllegalMoveError: if a move is illegal. The board is then unchanged.)"),
      method<"pop()", pop<G>>("Unmake the last move and return it.\n\n:raises IndexError: if no move has been made."),
      method<"root()", root<G>>("Return a new board with the first position of the history."),
      method<"copy(*, stack=True)", copy<G>>(
          R"(Return a copy of the board. Attributes added to the instance are not copied.

          Boards share their history until one of them changes it, so the cost does not depend on its length.

          :param stack: how much of the history to copy: True for all of it, False for none, or the number of most
              recent moves.)"),
  });
}

}  // namespace

void add_board_moves(TypeBuilder& base_board, TypeBuilder& board, TypeBuilder& variant) {
  add_both<Game, Position>(board);
  add_both<VariantGame, VariantPosition>(variant);
  base_board.methods({
      method<"copy()", copy_base>("Return a copy of the board. Attributes added to the instance are not copied."),
      method<"__copy__()", copy_by_method>("Return copy()."),
      method<"__deepcopy__(memo)", deep_copy>("Return copy()."),
  });
  board.attributes({attribute<"move_stack", move_stack, set_move_stack>(
      R"(The moves made on the board, as a read-only view.

      The only value that can be assigned is an empty list, which clears the history.)")});
  board.methods({
      method<"peek()", peek>("Return the last move.\n\n:raises IndexError: if no move has been made."),
      method<"generate_pseudo_legal_ep" MASKS, generate<Position, generate_pseudo_legal_en_passant>>(
          "Return an iterator over the pseudo-legal en-passant captures. See generate_pseudo_legal_moves()."),
      method<"is_en_passant(move)", is_en_passant>("Return True if the pseudo-legal *move* captures en passant."),
      method<"is_capture(move)", is_capture>(
          "Return True if the pseudo-legal *move* is a capture, including en passant."),
      method<"is_zeroing(move)", is_zeroing>(
          "Return True if the pseudo-legal *move* is a capture or a pawn move, which resets the half-move clock."),
      method<"is_castling(move)", is_castling>(
          "Return True if the pseudo-legal *move* castles, in either castling encoding."),
      method<"is_kingside_castling(move)", is_kingside_castling>("Return True if *move* castles to the h-side."),
      method<"is_queenside_castling(move)", is_queenside_castling>("Return True if *move* castles to the a-side."),
      method<"has_pseudo_legal_en_passant()", &Position::has_pseudo_legal_en_passant>(
          "Return True if there is a pseudo-legal en-passant capture, even if a pin forbids it."),
      method<"_from_chess960(chess960, from_square, to_square, promotion=None, drop=None)", from_chess960>(
          "Return the move, with castling encoded as king-two-squares unless *chess960* is True."),
  });
}

#undef MASKS

}  // namespace bitrook::bindings
