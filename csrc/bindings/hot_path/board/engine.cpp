// Methods of boards for engines: exchange values, blockers and pinners, x-rays, threats, material, ordered moves.
#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/search/types.hpp"
#include "bindings/search/parameters.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/search/exchange.hpp"
#include "bitrook/search/move_picker.hpp"
#include "bitrook/search/properties.hpp"

namespace bitrook::bindings {

namespace {

// ---- Exchanges.

constexpr search::PieceValues StandardValues;

// Takes the board instead of its position, because converting the values can run Python code that changes the board.
PyObject* see(PyObject* board, Move move, PyObject* values) {
  const search::PieceValues own = is_given(values) ? exchange_values(values) : StandardValues;
  const Lock lock(board);
  return to_python(search::see(position_of(board), move, own));
}

PyObject* see_ge(PyObject* board, Move move, int threshold, PyObject* values) {
  const search::PieceValues own = is_given(values) ? exchange_values(values) : StandardValues;
  constexpr int Limit = 1'000'000'000;  // more than any exchange, and far from overflow
  threshold = std::clamp(threshold, -Limit, Limit);
  const Lock lock(board);
  return to_python(search::see_ge(position_of(board), move, threshold, own));
}

// ---- Attacks.

Bitboard attacked_by(const Position& p, Color color) { return p.attacked_by(color); }
Bitboard threats(const Position& p, std::optional<Color> color) { return search::threats(p, color.value_or(p.turn())); }

// ---- Moves.

PyObject* list_quiescence_moves(const Position& p, Or<bool, false> checks) {
  MoveList moves;
  search::generate_quiescence(p, moves, checks.value);
  return list_of(moves);
}

PieceType moved_type(const Position& p, Move move) {
  if (move.is_null()) return PieceType::None;
  return move.is_drop() ? move.dropped() : p.type_at(move.from());
}

PyObject* ordered_moves(PyObject* board, std::optional<Move> hash_move, PyObject* killers, PyObject* history,
                        std::optional<Move> counter_move, Or<bool, false> captures_only, Or<bool, true> see) {
  search::OrderingHints hints;
  if (!load_hints(hash_move, killers, history, counter_move, captures_only, see, hints)) return nullptr;
  MoveList moves;
  {
    const Lock lock(board, hints.history ? history : board);
    search::MovePicker picker(position_of(board), hints);
    for (Move m; !(m = picker.next()).is_null();) moves.add(m);
  }
  return list_of(moves);
}

// ---- Material.

PyObject* material_counts(const Position& p) {
  const std::uint64_t packed = search::material(p);
  return new_tuple(10, [&](std::size_t i) { return to_python(unsigned(packed >> 6 * i & 63)); });
}

// ---- Methods that follow the rules of standard chess, which the boards of variants refuse.

constexpr Text See("see(move, values=None)");
constexpr Text SeeGe("see_ge(move, threshold, values=None)");
constexpr Text ListQuiescenceMoves("list_quiescence_moves(checks=False)");
constexpr Text OrderedMoves(
    "ordered_moves(hash_move=None, *, killers=(), history=None, counter_move=None, captures_only=False, see=True)");

template <Text T>
PyObject* refuse(PyObject* self, PyObject* const*, Py_ssize_t, PyObject*) {
  const Ref type = type_ref(self);
  return fail(PyExc_ValueError, "%s() follows the rules of standard chess: %.100s cannot use it",
              std::string(SignatureOf<T>.function).c_str(), as_type(type)->tp_name);
}
template <Text T>
Method refused() {
  static const std::string doc = "Raise ValueError: see Board." + std::string(SignatureOf<T>.function) + "().";
  return keyword_method<T, refuse<T>>(doc.c_str());
}

}  // namespace

void add_board_engine(TypeBuilder& base_board, TypeBuilder& board, TypeBuilder& variant) {
  variant.methods({refused<See>(), refused<SeeGe>(), refused<ListQuiescenceMoves>(), refused<OrderedMoves>()});
  base_board.methods({
      method<"blockers_mask(color)", &Position::blockers>("Return the blockers as an int. See blockers()."),
      method<"blockers(color)", set_of<&Position::blockers>>(
          R"(Return the pieces that are the only blocker between the king of *color* and an enemy slider.

          They can be of either color. A blocker of *color* is pinned; an enemy blocker can give a discovered check.

          >>> from bitrook import BLACK, WHITE, Bitboard, Board
          >>> board = Board("4k3/4n3/8/8/4R3/8/8/4K3 b - - 0 1")
          >>> Bitboard(board.blockers(BLACK)).names(), Bitboard(board.pinners(BLACK)).names()
          (['e7'], ['e4']))"),
      method<"pinners_mask(color)", &Position::pinners>("Return the pinners as an int. See pinners()."),
      method<"pinners(color)", set_of<&Position::pinners>>(
          "Return the enemy sliders that pin a piece of *color* to its king. See blockers()."),
      method<"attacked_by_mask(color)", attacked_by>("Return the attacked squares as an int. See attacked_by()."),
      method<"attacked_by(color)", set_of<attacked_by>>(
          R"(Return all squares that the pieces of *color* attack. Pins are ignored, as in attackers().

          >>> from bitrook import WHITE, Board
          >>> len(Board().attacked_by(WHITE))
          22)"),
      method<"xray_attackers_mask(color, square)", search::xray_attackers>(
          "Return the x-ray attackers as an int. See xray_attackers()."),
      method<"xray_attackers(color, square)", set_of<search::xray_attackers>>(
          R"(Return the sliders of *color* that would attack *square* if the first piece in their way were removed.

          Sliders that already attack the square are not included.

          >>> from bitrook import E8, WHITE, Bitboard, Board
          >>> Bitboard(Board("4k3/4n3/8/8/4R3/8/8/4K3 b - - 0 1").xray_attackers(WHITE, E8)).names()
          ['e4'])"),
  });
  base_board.attributes({
      attribute<"pawn_key", search::pawn_key>(
          "A 64-bit key of the pawns: the XOR of their Zobrist keys, or 0 without pawns."),
      attribute<"material_key", search::material_key>(
          "A 64-bit key of the material, which depends only on the number of pieces of each kind."),
      attribute<"material", search::material>(
          R"(The numbers of pieces, packed into one int with six bits each.

          The lowest bits are the number of White's pawns, followed by those of White's knights, bishops, rooks and
          queens, and then by those of Black's pieces. Numbers above 63 are stored as 63. See material_counts.)"),
      attribute<"material_counts", material_counts>(
          "The numbers of White's pawns, knights, bishops, rooks and queens, then of Black's, as a tuple of ten ints."),
      attribute<"phase", search::phase>(
          R"(The phase of the game, from 24 with all pieces to 0 with only kings and pawns.

          A knight or bishop counts 1, a rook 2 and a queen 4; the sum is at most 24.)"),
  });
  board.methods({
      method<See, see>(
          R"(Return the material that *move* wins or loses after the best captures on its target by both sides.

          This is static exchange evaluation with the swap algorithm. Each side captures with its least valuable piece
          first and stops when another capture would lose material. Sliders behind a capturing piece take part (x-rays).
          A pinned piece takes part only after every pinner of its king has left its square, as in Stockfish. A pawn
          that captures on the last rank becomes a queen, and a king captures only undefended pieces. The value of
          castling is 0.

          :param move: a pseudo-legal move.
          :param values: the values of pawn, knight, bishop, rook and queen, and optionally king, in centipawns; by
              default (100, 320, 330, 500, 900).
          :returns: the gain of the side to move in centipawns; negative for a loss.
          :raises ValueError: if *values* does not have five or six numbers, or if one of them is negative.

          >>> from bitrook import Board, Move
          >>> board = Board("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1")
          >>> board.see(Move.from_uci("d1d5"))
          -800
          >>> board.see_ge(Move.from_uci("d1d5"), 0)
          False)"),
      method<SeeGe, see_ge>(
          R"(Return True if ``see(move, values) >= threshold``.

          This is faster than see(), because it stops as soon as the answer is known.

          :param move: a pseudo-legal move.
          :param threshold: the value to reach, in centipawns.
          :param values: the piece values, as for see().
          :raises ValueError: for invalid *values*.)"),
      method<"check_squares_mask(piece_type)", &Position::check_squares>(
          "Return the check squares as an int. See check_squares()."),
      method<"check_squares(piece_type)", set_of<&Position::check_squares>>(
          R"(Return the squares from which a piece of *piece_type* would check the king of the side not to move.

          >>> from bitrook import KNIGHT, Bitboard, Board
          >>> Bitboard(Board().check_squares(KNIGHT)).names()
          ['d6', 'f6', 'c7', 'g7'])"),
      method<"discovered_check_candidates_mask()", search::discovered_check_candidates>(
          "Return the candidates as an int. See discovered_check_candidates()."),
      method<"discovered_check_candidates()", set_of<search::discovered_check_candidates>>(
          R"(Return the pieces of the side to move that give check when they leave their line.

          >>> from bitrook import Bitboard, Board
          >>> Bitboard(Board("4k3/8/8/4N3/8/8/8/4R2K w - - 0 1").discovered_check_candidates()).names()
          ['e5'])"),
      method<"threats_mask(color=None)", threats>("Return the threatened pieces as an int. See threats()."),
      method<"threats(color=None)", set_of<threats>>(
          R"(Return the pieces of one color that a cheaper enemy piece attacks.

          A pawn is cheaper than all other pieces, a knight or bishop is cheaper than a rook or queen, and a rook is
          cheaper than a queen.

          :param color: the color of the threatened pieces, by default the side to move.

          >>> from bitrook import Bitboard, Board
          >>> Bitboard(Board("4k3/8/2p5/3R4/8/8/8/4K3 w - - 0 1").threats()).names()
          ['d5'])"),
      method<ListQuiescenceMoves, list_quiescence_moves>(
          R"(Return a new list of the moves that a quiescence search considers.

          These are the captures, followed by the promotions that do not capture. In check, the list contains all
          legal moves.

          :param checks: if True, add the other moves that give check.

          >>> from bitrook import Board
          >>> Board("4k3/P7/8/3p4/4P3/8/8/4K2R w - - 0 1").list_quiescence_moves()[:2]
          [Move.from_uci('e4d5'), Move.from_uci('a7a8q')])"),
      method<OrderedMoves, ordered_moves>(
          R"(Return a new list of the legal moves, ordered for a search with the most promising moves first.

          The order is: *hash_move*; captures and promotions that lose no material according to see(), by most
          valuable victim and then least valuable attacker; *killers* and *counter_move* if they are quiet; the other
          quiet moves by *history*; and finally the losing captures. Moves that compare equal stay in python-chess's
          order. Hints that are None or not legal in this position have no effect.

          :param hash_move: the best move from a transposition table, or None.
          :param killers: up to two quiet moves that caused cutoffs in sibling positions.
          :param history: a `bitrook.search.History` with the scores of quiet moves, or None.
          :param counter_move: a quiet move that refuted the previous move of the opponent, or None.
          :param captures_only: if True, list only captures and promotions.
          :param see: if False, treat no capture as losing, which saves the time of see().

          >>> from bitrook import Board
          >>> board = Board("4k3/8/2p5/3p4/4P3/8/8/3QK3 w - - 0 1")
          >>> moves = board.ordered_moves()
          >>> moves[0], moves[-1]
          (Move.from_uci('e4d5'), Move.from_uci('d1d5')))"),
      method<"captured_type(move)", search::captured_type>(
          "Return the type of the piece that a pseudo-legal *move* captures (PAWN for en passant), or None."),
      method<"moved_type(move)", moved_type>("Return the type of the piece that *move* moves or drops, or None."),
  });
}

}  // namespace bitrook::bindings
