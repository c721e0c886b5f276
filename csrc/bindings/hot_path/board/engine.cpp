// What engines ask of a position: exchanges, pins and threats, pawn structure, keys, and ordered moves.
#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/moves/move_lists.hpp"
#include "bindings/hot_path/search/search_types.hpp"
#include "bitrook/search/exchange.hpp"
#include "bitrook/search/features.hpp"
#include "bitrook/search/pawns.hpp"

namespace bitrook::bindings {

namespace {

// Five values, from pawn to queen.
struct ExchangeValues {
  search::PieceValues values;
};

bool load(PyObject* object, ExchangeValues& values, std::string_view name) {
  const Ref items(PySequence_Tuple(object));
  if (!items) return false;
  const Py_ssize_t count = PyTuple_GET_SIZE(items.get());
  if (count != 5) {
    PyErr_Format(PyExc_ValueError, "values must be five ints, from pawn to queen, not %zd", count);
    return false;
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    std::int64_t value = 0;
    PyObject* item = PyTuple_GET_ITEM(items.get(), i);
    if (!load_index(item, value, name)) return false;
    if (value < 0 || value > 10000) return out_of_range(PyExc_ValueError, "0..10000", item, name);
    values.values.of_type[std::size_t(i) + 1] = int(value);
  }
  return true;
}

// ---- Exchanges.

int see(const Position& p, Move move, std::optional<ExchangeValues> values) {
  return search::see(p, move, values ? values->values : search::PieceValues());
}
bool see_ge(const Position& p, Move move, Or<int, 0> threshold, std::optional<ExchangeValues> values) {
  return search::see_ge(p, move, threshold.value, values ? values->values : search::PieceValues());
}

// ---- Pins, x-rays and threats.

Squares blockers(const Position& p, Color color) { return {p.blockers(color)}; }
Bitboard blockers_mask(const Position& p, Color color) { return p.blockers(color); }
Squares pinners(const Position& p, Color color) { return {p.pinners(color)}; }
Bitboard pinners_mask(const Position& p, Color color) { return p.pinners(color); }
Bitboard attacked_by(const Position& p, Color color) { return p.attacked_by(color); }
Squares xray_attackers(const Position& p, Color color, Square square) {
  return {search::xray_attackers(p, color, square)};
}
Bitboard xray_attackers_mask(const Position& p, Color color, Square square) {
  return search::xray_attackers(p, color, square);
}
Squares check_squares(const Position& p, PieceType piece_type) { return {p.check_squares(piece_type)}; }
Bitboard check_squares_mask(const Position& p, PieceType piece_type) { return p.check_squares(piece_type); }
Squares discovered_check_candidates(const Position& p) { return {search::discovered_check_candidates(p)}; }
Bitboard discovered_check_candidates_mask(const Position& p) { return search::discovered_check_candidates(p); }
Squares threats(const Position& p, std::optional<Color> color) {
  return {search::threats(p, color.value_or(p.turn()))};
}
Bitboard threats_mask(const Position& p, std::optional<Color> color) {
  return search::threats(p, color.value_or(p.turn()));
}

// ---- Pawn structure.

Bitboard own_pawns(const Position& p, Color c) { return p.of(PieceType::Pawn, c); }

Bitboard passed_pawns(const Position& p, Color color) {
  return pawns::passed(color, own_pawns(p, color), own_pawns(p, ~color));
}
Bitboard isolated_pawns(const Position& p, Color color) { return pawns::isolated(own_pawns(p, color)); }
Bitboard doubled_pawns(const Position& p, Color color) { return pawns::doubled(color, own_pawns(p, color)); }
Bitboard backward_pawns(const Position& p, Color color) {
  return pawns::backward(color, own_pawns(p, color), own_pawns(p, ~color));
}
Bitboard connected_pawns(const Position& p, Color color) { return pawns::connected(color, own_pawns(p, color)); }
Bitboard outposts(const Position& p, Color color) {
  return pawns::outposts(color, own_pawns(p, color), own_pawns(p, ~color));
}
Bitboard open_files(const Position& p) {
  return pawns::open_files(own_pawns(p, Color::White), own_pawns(p, Color::Black));
}
Bitboard half_open_files(const Position& p, Color color) {
  return pawns::half_open_files(own_pawns(p, color), own_pawns(p, ~color));
}
Bitboard king_zone(const Position& p, Color color) {
  const Square king = p.king(color);
  return king == Square::None ? Bitboard() : pawns::king_zone(color, king);
}

// ---- Material and keys.

std::uint64_t pawn_key(const Position& p) { return search::pawn_key(p); }
std::uint64_t material_key(const Position& p) { return search::material_key(p); }
std::uint64_t material(const Position& p) { return search::material(p); }
int phase(const Position& p) { return search::phase(p); }

PyObject* material_counts(const Position& p) {
  const auto count = [&p](PieceType t, Color c) { return p.of(t, c).count(); };
  using enum PieceType;
  constexpr Color White = Color::White, Black = Color::Black;
  return Py_BuildValue("((IIIII)(IIIII))", count(Pawn, White), count(Knight, White), count(Bishop, White),
                       count(Rook, White), count(Queen, White), count(Pawn, Black), count(Knight, Black),
                       count(Bishop, Black), count(Rook, Black), count(Queen, Black));
}

// ---- Moves.

template <void (*Generate)(const Position&, MoveList&, Mask)>
PyObject* list_moves(const Position& p) {
  MoveList moves;
  Generate(p, moves, {});
  return list_of(moves);
}

PyObject* list_quiescence_moves(const Position& p, Or<bool, false> checks) {
  MoveList moves;
  search::generate_quiescence(p, moves, checks.value);
  return list_of(moves);
}

PieceType moved_type(const Position& p, Move move) { return move.is_drop() ? move.dropped() : p.type_at(move.from()); }

PyObject* ordered_moves(PyObject* self, PyObject* hash_move, PyObject* killers, PyObject* history,
                        PyObject* counter_move, Or<bool, false> captures_only, Or<bool, true> see) {
  search::OrderingHints hints;
  if (!load_hints({hash_move, killers, history, counter_move}, hints)) return nullptr;
  hints.captures_only = captures_only.value;
  hints.see = see.value;
  MoveList moves;
  {
    const Lock lock(self);
    search::MovePicker picker(board_of(self).game.position(), hints);
    for (Move m; !(m = picker.next()).is_null();) moves.add(m);
  }
  return list_of(moves);
}

}  // namespace

void add_board_engine(TypeBuilder&, TypeBuilder& board) {
  board.attributes({
      attribute<"pawn_key", pawn_key>("A 64-bit key of the pawns alone, for tables of pawn structure."),
      attribute<"material_key", material_key>(
          "A 64-bit key of the numbers of pieces: equal exactly where `material` is equal."),
      attribute<"material", material>(
          "The numbers of pieces in one int, six bits each: pawns, knights, bishops, rooks and queens of White from\n"
          "the lowest bit on, then those of Black. See material_counts()."),
      attribute<"phase", phase>(
          "The phase of the game, from 24 at the start to 0 when only kings and pawns are left: a knight or bishop\n"
          "counts 1, a rook 2, a queen 4."),
  });
  board.methods({
      method<"see(move, values=None)", see>(
          "Return what *move* wins, in centipawns, if both sides then capture on its target as long as that pays.\n\n"
          "This is static exchange evaluation by the swap algorithm. Each side captures with its least valuable piece\n"
          "first and may stop at any time. Sliders behind a piece that captured join in. A pinned piece takes part\n"
          "only once no pinner of its king is left on its square, as in Stockfish. A pawn that captures on the last\n"
          "rank becomes a queen. Castling gives 0.\n\n"
          "*move* must be pseudo-legal. *values* are five ints from pawn to queen, 0 to 10,000, by default\n"
          "100 320 330 500 900.\n\n"
          ">>> board = Board('4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1')\n"
          ">>> board.see(Move.from_uci('d1d6'))\n"
          "-800"),
      method<"see_ge(move, threshold=0, values=None)", see_ge>(
          "Return ``see(move, values) >= threshold``, in about half the time.\n\n"
          ">>> Board('4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1').see_ge(Move.from_uci('d1d6'))\n"
          "False"),
      method<"blockers(color)", blockers>(
          "Return the pieces of either side that stand alone between the king of *color* and an enemy slider.\n\n"
          "Those of *color* are pinned; the others give discovered check when they leave their line.\n\n"
          ">>> Board('4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1').blockers(WHITE)\n"
          "SquareSet(0x0000_0000_0010_0000)"),
      method<"blockers_mask(color)", blockers_mask>("Return blockers() as an int."),
      method<"pinners(color)", pinners>("Return the enemy sliders that pin a piece of *color* to its king."),
      method<"pinners_mask(color)", pinners_mask>("Return pinners() as an int."),
      method<"attacked_by(color)", attacked_by>(
          "Return every square that a piece of *color* attacks, as an int. Pins are ignored.\n\n"
          ">>> Bitboard(Board().attacked_by(WHITE)).count()\n"
          "22"),
      method<"xray_attackers(color, square)", xray_attackers>(
          "Return the sliders of *color* that would attack *square* if the first piece in their way were removed.\n\n"
          "Those that attack it now are not among them."),
      method<"xray_attackers_mask(color, square)", xray_attackers_mask>("Return xray_attackers() as an int."),
      method<"check_squares(piece_type)", check_squares>(
          "Return the squares from which a piece of that type, of the side to move, would give check.\n\n"
          "Raises ValueError unless *piece_type* is in 1..6."),
      method<"check_squares_mask(piece_type)", check_squares_mask>("Return check_squares() as an int."),
      method<"discovered_check_candidates()", discovered_check_candidates>(
          "Return the pieces of the side to move that give discovered check when they leave their line."),
      method<"discovered_check_candidates_mask()", discovered_check_candidates_mask>(
          "Return discovered_check_candidates() as an int."),
      method<"threats(color=None)", threats>(
          "Return the pieces of *color*, by default of the side to move, that a cheaper enemy piece attacks.\n\n"
          "A pawn threatens every other piece, a knight or bishop a rook or queen, a rook a queen."),
      method<"threats_mask(color=None)", threats_mask>("Return threats() as an int."),
      method<"passed_pawns(color)", passed_pawns>(
          "Return the pawns of *color* with no enemy pawn in front of them on their file or a neighbouring one.\n\n"
          "An int, as from all methods about pawns. bitrook.pawns has the same for sets of pawns.\n\n"
          ">>> hex(Board('4k3/p7/8/8/8/8/1P4P1/4K3 w - - 0 1').passed_pawns(WHITE))\n"
          "'0x4000'"),
      method<"isolated_pawns(color)", isolated_pawns>("Return the pawns without a pawn of their side on a next file."),
      method<"doubled_pawns(color)", doubled_pawns>(
          "Return the pawns with a pawn of their side in front of them: of n pawns on a file, n - 1."),
      method<"backward_pawns(color)", backward_pawns>(
          "Return the pawns whose next square an enemy pawn attacks and no pawn of their side can ever defend."),
      method<"connected_pawns(color)", connected_pawns>(
          "Return the pawns that a pawn of their side defends or stands beside."),
      method<"outposts(color)", outposts>("Return the squares on the fourth to sixth rank, as *color* sees them, that "
                                          "a pawn of *color* defends and no\n"
                                          "enemy pawn can ever attack."),
      method<"open_files()", open_files>("Return the squares of the files without pawns."),
      method<"half_open_files(color)", half_open_files>(
          "Return the squares of the files that have pawns, but none of *color*."),
      method<"king_zone(color)", king_zone>(
          "Return the square of the king of *color*, the squares next to it, and the three in front of those."),
      method<"material_counts()", material_counts>(
          "Return the numbers of pawns, knights, bishops, rooks and queens, of White and then of Black.\n\n"
          ">>> Board().material_counts()\n"
          "((8, 2, 2, 2, 1), (8, 2, 2, 2, 1))"),
      method<"key_after(move)", search::key_after>(
          "Return the key that the position would have after *move*, without making it. The move may be illegal."),
      method<"list_legal_captures()", list_moves<generate_legal_captures>>(
          "Return a new list of the legal captures, en passant last."),
      method<"list_legal_quiets()", list_moves<generate_legal_quiets>>(
          "Return a new list of the legal moves that are no captures. Promotions without capture are among them."),
      method<"list_quiescence_moves(checks=False)", list_quiescence_moves>(
          "Return a new list of the moves of a quiescence search.\n\n"
          "These are captures and promotions, with *checks* also the other moves that give check; in check, all legal\n"
          "moves."),
      method<"captured_type(move)", search::captured_type>(
          "Return the type of the piece that the pseudo-legal *move* captures, or None."),
      method<"moved_type(move)", moved_type>("Return the type of the piece that *move* moves, or None."),
      method<"ordered_moves(hash_move=None, *, killers=(), history=None, counter_move=None, captures_only=False, "
             "see=True)",
             ordered_moves>(
          "Return a new list of the legal moves, those first that are likely to be best.\n\n"
          "The order: *hash_move*; captures and promotions that lose nothing by exchange evaluation, the most "
          "valuable\n"
          "victim first, then the least valuable attacker; the *killers*, at most two; *counter_move*; the other "
          "quiet\n"
          "moves by their score in *history*, a bitrook.search.History; losing captures. Equal moves stay in the "
          "order\n"
          "of legal_moves. Moves given that are not legal have no effect.\n\n"
          "With *captures_only*, captures and promotions only. Without *see* no capture counts as losing.\n\n"
          ">>> board = Board('4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1')\n"
          ">>> [board.san(move) for move in board.ordered_moves(Move.from_uci('e1e2'))][:2]\n"
          "['Ke2', 'exd5']"),
  });
}

}  // namespace bitrook::bindings
