// The legal moves of a position with one king of the mover, by construction: nothing is tried and taken back.
#include "movegen.hpp"

#include "attacks.hpp"
#include "general_moves.hpp"

namespace bitrook {

namespace {

// Origins in descending order; each adds its targets in descending order.
inline void add_from(MoveList& moves, Square from, Bitboard targets) {
  for (const Square to : targets.reversed()) moves.add(Move::normal(from, to));
}

inline void add_promotions(MoveList& moves, Square from, Square to) {
  moves.add(Move::promotion(from, to, PieceType::Queen));
  moves.add(Move::promotion(from, to, PieceType::Rook));
  moves.add(Move::promotion(from, to, PieceType::Bishop));
  moves.add(Move::promotion(from, to, PieceType::Knight));
}

template <Color C>
constexpr Bitboard forward(Bitboard b) {
  return C == Color::White ? b << 8 : b >> 8;
}
template <Color C>
constexpr Square backward(Square s, int ranks) {
  return offset(s, C == Color::White ? -8 * ranks : 8 * ranks);
}

// Every square that Them attacks once the king of Us has left the board: where it may not go.
template <Color Them>
inline Bitboard attacked(const Position& p, Bitboard occupied_without_king) {
  const Bitboard them = p.of(Them), queens = p.of(PieceType::Queen);
  Bitboard squares = pawn_attacks(Them, p.of(PieceType::Pawn) & them) | knight_attacks(p.of(PieceType::Knight) & them);
  for (const Square s : p.of(PieceType::King) & them) squares |= king_attacks(s);
  for (const Square s : (p.of(PieceType::Bishop) | queens) & them) squares |= bishop_attacks(s, occupied_without_king);
  for (const Square s : (p.of(PieceType::Rook) | queens) & them) squares |= rook_attacks(s, occupied_without_king);
  return squares;
}

// What the pieces and pawns of Us may do, as sets of squares.
template <Color Us>
struct Targets {
  static constexpr Color Them = ~Us;
  static constexpr Bitboard LastRank{relative(Rank::R8, Us)};
  static constexpr Bitboard DoubleRanks = Bitboard(relative(Rank::R3, Us)) | Bitboard(relative(Rank::R4, Us));

  Square king;
  Bitboard king_targets;
  Bitboard movers;                    // pieces other than pawns and the king
  std::array<Bitboard, 64> of_mover;  // set for the squares of `movers` alone
  Bitboard capturers;                 // pawns that may capture something
  std::array<Bitboard, 64> of_capturer;
  Bitboard single_steps, double_steps;

  // Precondition: Us has one king, and it is not promoted.
  Targets(const Position& p, Mask mask) {
    const Bitboard us = p.of(Us), them = p.of(Them), occupied = us | them, pinned = p.pinned();
    const Bitboard kings = p.of(PieceType::King) & us, queens = p.of(PieceType::Queen);
    king = kings.first();
    king_targets = king_attacks(king) & ~us & mask.to;
    if (kings.disjoint(mask.from)) king_targets = Bitboard();
    if (king_targets.any()) king_targets -= attacked<Them>(p, occupied ^ kings);

    movers = capturers = single_steps = double_steps = Bitboard();
    Bitboard allowed = mask.to;  // a check restricts everyone but the king to capturing and blocking
    if (p.is_check()) {
      if (p.checkers().many()) return;
      allowed &= between(king, p.checkers().first()) | p.checkers();
    }
    const Bitboard targets = allowed - us;
    movers = (us - p.of(PieceType::Pawn) - kings) & mask.from;
    for (const Square s : p.of(PieceType::Knight) & movers)
      of_mover[index(s)] = pinned.contains(s) ? Bitboard() : knight_attacks(s) & targets;
    for (const Square s : p.of(PieceType::Bishop) & movers) of_mover[index(s)] = bishop_attacks(s, occupied) & targets;
    for (const Square s : p.of(PieceType::Rook) & movers) of_mover[index(s)] = rook_attacks(s, occupied) & targets;
    for (const Square s : queens& movers) of_mover[index(s)] = queen_attacks(s, occupied) & targets;
    for (const Square s : pinned& movers) of_mover[index(s)] &= line(king, s);

    const Bitboard pawns = p.of(PieceType::Pawn) & us & mask.from;
    const Bitboard prey = them & allowed;
    capturers = pawns & pawn_attacks(Them, prey);
    for (const Square s : capturers) of_capturer[index(s)] = pawn_attacks(Us, s) & prey;
    for (const Square s : capturers& pinned) of_capturer[index(s)] &= line(king, s);
    // A pinned pawn steps only along the pin, on its king's file.
    single_steps = forward<Us>(pawns & (~pinned | file_mask(king))) - occupied;
    double_steps = (forward<Us>(single_steps) & DoubleRanks & allowed) - occupied;
    single_steps &= allowed;
  }

  void add_captures_and_steps(MoveList& moves) const {
    for (const Square from : capturers.reversed()) {
      for (const Square to : of_capturer[index(from)].reversed()) {
        if (Backranks.contains(to))
          add_promotions(moves, from, to);
        else
          moves.add(Move::normal(from, to));
      }
    }
    for (const Square to : single_steps.reversed()) {
      if (Backranks.contains(to))
        add_promotions(moves, backward<Us>(to, 1), to);
      else
        moves.add(Move::normal(backward<Us>(to, 1), to));
    }
    for (const Square to : double_steps.reversed()) moves.add(Move::normal(backward<Us>(to, 2), to));
  }
};

template <Color Us>
void add_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant) {
  const Targets<Us> t(p, mask);
  if (p.is_check()) {
    add_from(moves, t.king, t.king_targets);
    for (const Square s : t.movers.reversed()) add_from(moves, s, t.of_mover[index(s)]);
  } else {
    for (const Square s : (t.movers | Bitboard(t.king)).reversed())
      add_from(moves, s, s == t.king ? t.king_targets : t.of_mover[index(s)]);
    if (p.castling_rights().any()) general::add_legal_castling(p, moves, mask);
  }
  t.add_captures_and_steps(moves);
  if (with_en_passant && p.en_passant() != Square::None) generate_legal_en_passant(p, moves, mask);
}

void add_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant) {
  if (!has_one_plain_king(p)) [[unlikely]]
    return general::add_legal(p, moves, mask, with_en_passant);
  if (p.turn() == Color::White)
    add_legal<Color::White>(p, moves, mask, with_en_passant);
  else
    add_legal<Color::Black>(p, moves, mask, with_en_passant);
}

}  // namespace

void generate_legal(const Position& p, MoveList& moves, Mask mask) { add_legal(p, moves, mask, true); }

void generate_legal_captures(const Position& p, MoveList& moves, Mask mask) {
  add_legal(p, moves, {mask.from, mask.to & p.of(~p.turn())}, false);
  generate_legal_en_passant(p, moves, mask);
}

void generate_legal_quiets(const Position& p, MoveList& moves, Mask mask) {
  add_legal(p, moves, {mask.from, mask.to - p.of(~p.turn())}, false);
}

void generate_legal_en_passant(const Position& p, MoveList& moves, Mask mask) {
  if (p.en_passant() == Square::None || !mask.to.contains(p.en_passant())) return;
  for (const Square from : (p.legal_en_passant() & mask.from).reversed()) moves.add(Move::normal(from, p.en_passant()));
}

unsigned count_legal(const Position& p) {
  MoveList moves;
  generate_legal(p, moves);
  return unsigned(moves.size());
}

bool has_legal(const Position& p) {
  MoveList moves;
  generate_legal(p, moves);
  return !moves.empty();
}

}  // namespace bitrook
