// The definitions of the policy codecs, and converting moves to their indices and back.
#include "bitrook/batch/encodings/codec.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ranges>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch {

// --- The definitions: how the lists of the moves of each codec are computed.

namespace {

struct Step {
  int file, rank;
};

// The square that is `step` away from `s`, or None if that is off the board.
Square moved(Square s, Step step) {
  const int file = int(index(file_of(s))) + step.file, rank = int(index(rank_of(s))) + step.rank;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? Square::None : make_square(File(file), Rank(rank));
}

Bitboard queen_targets(Square s) { return queen_attacks(s, Bitboard()); }

void add(std::vector<Move>& moves, Square from, Bitboard targets) {
  for (const Square to : targets) moves.push_back(Move::normal(from, to));
}

// Adds the promotions from `rank`, ordered by file, step and piece.
void add_promotions(std::vector<Move>& moves, Rank rank, std::span<const int> file_steps,
                    std::span<const PieceType> pieces) {
  const int forward = rank == Rank::R7 ? 1 : -1;
  for (unsigned file = 0; file < 8; ++file) {
    const Square from = make_square(File(file), rank);
    for (const int step : file_steps) {
      const Square to = moved(from, {step, forward});
      if (to == Square::None) continue;
      for (const PieceType piece : pieces) moves.push_back(Move::promotion(from, to, piece));
    }
  }
}

constexpr std::array AllPromotions{PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight};

// Lists with 73 moves for each square. The squares are ordered by file and then by rank, or from a1 to h8, and
// `plane_move` returns the move of a plane.
constexpr unsigned PlanesOfSquare = 73;

struct PlaneMove {
  Step step;
  PieceType promotion = PieceType::None;
};

std::vector<Move> by_planes(PlaneMove (*plane_move)(unsigned plane), bool by_file = true) {
  std::vector<Move> moves(64 * PlanesOfSquare);
  for (unsigned i = 0; i < 64; ++i) {
    const Square from = by_file ? make_square(File(i / 8), Rank(i % 8)) : Square(i);
    for (unsigned plane = 0; plane < PlanesOfSquare; ++plane) {
      const PlaneMove move = plane_move(plane);
      const Square to = moved(from, move.step);
      if (to == Square::None) continue;
      Move& m = moves[i * PlanesOfSquare + plane];
      if (move.promotion == PieceType::None) {
        m = Move::normal(from, to);
      } else if (rank_of(from) == Rank::R7) {
        m = Move::promotion(from, to, move.promotion);
      }
    }
  }
  return moves;
}

// Planes 0-8: promotions to rook, bishop and knight, each straight ahead, towards the h-file and towards the a-file.
// Then 14 planes each along files, ranks, diagonals and anti-diagonals, from seven squares back to seven forward; then
// the moves of the knight.
PlaneMove alphazero_plane(unsigned plane) {
  constexpr std::array Pieces{PieceType::Rook, PieceType::Bishop, PieceType::Knight};
  constexpr std::array FileSteps{0, 1, -1};
  constexpr std::array<Step, 8> KnightSteps{{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {2, -1}, {2, 1}, {1, -2}, {1, 2}}};
  if (plane < 9) return {{FileSteps[plane % 3], 1}, Pieces[plane / 3]};
  if (plane >= 65) return {KnightSteps[plane - 65]};
  const int in_line = int((plane - 9) % 14), n = in_line < 7 ? in_line - 7 : in_line - 6;
  constexpr std::array<Step, 4> Lines{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
  const Step line = Lines[(plane - 9) / 14];
  return {{n * line.file, n * line.rank}};
}

// Planes 0-55: the moves of the queen, by distance and then by direction; 56-63: the moves of the knight; 64-72:
// promotions by file, to knight, bishop and rook.
PlaneMove pettingzoo_plane(unsigned plane) {
  constexpr std::array<Step, 8> Lines{{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}};
  constexpr std::array<Step, 8> KnightSteps{{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}};
  constexpr std::array Pieces{PieceType::Knight, PieceType::Bishop, PieceType::Rook};
  if (plane >= 64) return {{int(plane - 64) / 3 - 1, 1}, Pieces[(plane - 64) % 3]};
  if (plane >= 56) return {KnightSteps[plane - 56]};
  const int n = int(plane / 8) + 1;
  return {{n * Lines[plane % 8].file, n * Lines[plane % 8].rank}};
}

// Planes 0-55: the moves of the queen, by direction (clockwise from north) and then by distance; 56-63: the moves of
// the knight, clockwise; 64-72: promotions to knight, bishop and rook, each towards the a-file, straight and towards
// the h-file.
PlaneMove rookforge_plane(unsigned plane) {
  constexpr std::array<Step, 8> Lines{{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
  constexpr std::array<Step, 8> KnightSteps{{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
  constexpr std::array Pieces{PieceType::Knight, PieceType::Bishop, PieceType::Rook};
  if (plane >= 64) return {{int(plane - 64) % 3 - 1, 1}, Pieces[(plane - 64) / 3]};
  if (plane >= 56) return {KnightSteps[plane - 56]};
  const int n = int(plane % 7) + 1;
  return {{n * Lines[plane / 7].file, n * Lines[plane / 7].rank}};
}

std::vector<Move> alphazero_moves() { return by_planes(alphazero_plane); }

// Queenside and kingside castling have their own indices.
std::vector<Move> openspiel_moves() {
  std::vector<Move> moves = alphazero_moves();
  moves.push_back(Move::normal(Square::E1, Square::C1));
  moves.push_back(Move::normal(Square::E1, Square::G1));
  return moves;
}

std::vector<Move> rookforge_moves() { return by_planes(rookforge_plane, false); }

std::vector<Move> pettingzoo_moves() { return by_planes(pettingzoo_plane); }

std::vector<Move> lc0_moves() {
  std::vector<Move> moves;
  for (const Square from : Bitboard::all()) add(moves, from, queen_targets(from) | knight_attacks(from));
  add_promotions(moves, Rank::R7, std::array{-1, 0, 1}, std::span(AllPromotions).first<3>());
  return moves;
}

std::vector<Move> deepmind_moves() {
  std::vector<Move> moves;
  for (const Square from : Bitboard::all()) {
    add(moves, from, queen_targets(from));
    add(moves, from, knight_attacks(from));
  }
  add_promotions(moves, Rank::R2, std::array{0, -1, 1}, AllPromotions);
  add_promotions(moves, Rank::R7, std::array{0, -1, 1}, AllPromotions);
  return moves;
}

std::vector<Move> maia2_moves() {
  std::vector<Move> moves;
  for (const Square from : Bitboard::all()) {
    for (const Bitboard targets : {queen_targets(from), knight_attacks(from)}) {
      for (const Square to : targets.reversed()) moves.push_back(Move::normal(from, to));
    }
  }
  add_promotions(moves, Rank::R7, std::array{0, -1, 1}, AllPromotions);
  return moves;
}

// All pairs of squares, then promotions to the first `pieces` pieces by the files of origin and target.
std::vector<Move> by_pairs(unsigned pieces) {
  std::vector<Move> moves(4096 + 64 * pieces);
  for (unsigned from = 0; from < 64; ++from) {
    for (unsigned to = 0; to < 64; ++to) {
      if (from != to) moves[64 * from + to] = Move::normal(Square(from), Square(to));
    }
  }
  for (unsigned i = 0; i < 64 * pieces; ++i) {
    const unsigned files = i / pieces;
    const Square from = make_square(File(files / 8), Rank::R7), to = make_square(File(files % 8), Rank::R8);
    moves[4096 + i] = Move::promotion(from, to, AllPromotions[i % pieces]);
  }
  return moves;
}

std::vector<Move> maia3_moves() { return by_pairs(4); }

// The head of Lc0's attention networks, before its outputs are mapped to the 1,858 moves of the codec "lc0".
std::vector<Move> lc0_attention_moves() { return by_pairs(3); }

using Castling = Codec::Castling;
using Plain = Codec::PlainPromotion;
using View = Codec::View;

constexpr Codec::Definition Definitions[] = {
    {"alphazero", View::Mirrored, Castling::KingTwoSquares, Plain::Queen, alphazero_moves},
    {"pgx", View::Mirrored, Castling::KingTwoSquares, Plain::Queen, alphazero_moves},
    {"openspiel", View::Mirrored, Castling::OwnNumbers, Plain::Queen, openspiel_moves},
    {"pettingzoo", View::Mirrored, Castling::KingTwoSquares, Plain::Queen, pettingzoo_moves},
    {"lc0", View::Mirrored, Castling::KingTakesRook, Plain::Knight, lc0_moves},
    {"lc0_attention", View::Mirrored, Castling::KingTakesRook, Plain::Knight, lc0_attention_moves},
    {"deepmind", View::Absolute, Castling::KingTwoSquares, Plain::Invalid, deepmind_moves},
    {"maia2", View::Mirrored, Castling::KingTwoSquares, Plain::Invalid, maia2_moves},
    {"maia3", View::Mirrored, Castling::KingTwoSquares, Plain::Invalid, maia3_moves},
    {"rookforge", View::Rotated, Castling::KingTwoSquares, Plain::Queen, rookforge_moves},
};

}  // namespace

std::span<const Codec::Definition> Codec::definitions() { return Definitions; }

namespace {

using Castling = Codec::Castling;
using Plain = Codec::PlainPromotion;

constexpr unsigned RankBits = 0b111000'111000, SquareBits = 0b111111'111111;  // of origin and target in a move word

constexpr unsigned QueensideNumber = 4672, KingsideNumber = 4673;  // indices in OpenSpiel

Square castling_target(Square king, bool kingside) { return make_square(kingside ? File::G : File::C, rank_of(king)); }

// The rook that a king's move to `to` castles with, in either encoding; None if the move is not castling.
Square castling_rook(const MoveContext& c, Square to) {
  if (c.rooks.contains(to)) return to;
  if (c.chess960 || file_of(c.king) != File::E || rank_of(c.king) != rank_of(to)) return Square::None;
  if (relative(rank_of(to), c.turn) != Rank::R1) return Square::None;
  if (file_of(to) == File::G) return make_square(File::H, rank_of(to));
  if (file_of(to) == File::C) return make_square(File::A, rank_of(to));
  return Square::None;
}

}  // namespace

const Codec* Codec::find(std::string_view name) {
  // Not destroyed at exit, when daemon threads may still be using them.
  static const auto& codecs = *new std::vector<Codec>(definitions().begin(), definitions().end());
  const auto found = std::ranges::find(codecs, name, &Codec::name);
  return found == codecs.end() ? nullptr : &*found;
}

Codec::Codec(const Definition& definition) : definition_(&definition), moves_(definition.moves()) {
  numbers_.fill(-1);
  const unsigned listed = definition.castling == Castling::OwnNumbers ? QueensideNumber : size();
  for (unsigned i = 0; i < listed; ++i) {
    if (!moves_[i].is_null()) numbers_[moves_[i].word()] = std::int16_t(i);
  }
  if (definition.plain_promotion == Plain::Invalid) return;
  const PieceType piece = definition.plain_promotion == Plain::Queen ? PieceType::Queen : PieceType::Knight;
  for (unsigned file = 0; file < 8; ++file) {
    for (unsigned to = file == 0 ? 0 : file - 1; to <= file + 1 && to < 8; ++to) {
      const Square origin = make_square(File(file), Rank::R7), target = make_square(File(to), Rank::R8);
      numbers_[Move::promotion(origin, target, piece).word()] = numbers_[Move::normal(origin, target).word()];
    }
  }
}

unsigned Codec::flips() const { return std::array{0U, RankBits, SquareBits}[std::size_t(view())]; }

int Codec::encode(const MoveContext& c, Move m) const {
  unsigned word = m.word();
  if (m.is_drop()) return -1;
  if (m.from() == c.king) [[unlikely]] {
    if (const Square rook = castling_rook(c, m.to()); rook != Square::None) {
      const bool kingside = rook > c.king;
      if (definition_->castling == Castling::OwnNumbers) return int(kingside ? KingsideNumber : QueensideNumber);
      const bool takes_rook = definition_->castling == Castling::KingTakesRook || c.chess960;
      word = Move::normal(c.king, takes_rook ? rook : castling_target(c.king, kingside)).word();
    }
  }
  if (c.turn == Color::Black) word ^= flips();
  return numbers_[word];
}

Move Codec::decode(const MoveContext& c, unsigned number) const {
  if (number >= size()) return Move::null();
  if (definition_->castling == Castling::OwnNumbers && number >= QueensideNumber) {
    if (c.king == Square::None) return Move::null();
    const bool kingside = number == KingsideNumber;
    if (!c.chess960) return Move::normal(c.king, castling_target(c.king, kingside));
    for (const Square rook : c.castling & c.rooks) {
      if ((rook > c.king) == kingside) return Move::normal(c.king, rook);
    }
    return Move::null();
  }
  Move m = moves_[number];
  if (m.is_null()) return m;
  if (c.turn == Color::Black) m = Move::from_word(std::uint16_t(m.word() ^ flips()));
  if (m.from() == c.king && !c.chess960) {
    const Square rook = castling_rook(c, m.to());
    if (rook == Square::None) return m;
    // Castling has only one index, that of this codec's encoding.
    const bool takes_rook = rook == m.to(), expected = definition_->castling == Castling::KingTakesRook;
    if (takes_rook != expected || definition_->castling == Castling::OwnNumbers) return Move::null();
    return Move::normal(c.king, castling_target(c.king, rook > c.king));
  } else if (relative(rank_of(m.to()), c.turn) == Rank::R8 && !m.is_promotion() && c.pawns.contains(m.from())) {
    if (definition_->plain_promotion == Plain::Queen) return Move::promotion(m.from(), m.to(), PieceType::Queen);
    if (definition_->plain_promotion == Plain::Knight) return Move::promotion(m.from(), m.to(), PieceType::Knight);
  }
  return m;
}

template <class T>
void mark_legal(const Codec& codec, const Position& p, T* out) {
  MoveList moves;
  generate_legal(p, moves);
  const MoveContext context(p);
  for (const Move m : moves) {
    const int number = codec.encode(context, m);
    if (number < 0) continue;
    if constexpr (sizeof(T) == 1) {
      out[number] = 1;
    } else {
      out[number / 64] |= T{1} << number % 64;
    }
  }
}
template void mark_legal(const Codec&, const Position&, std::uint8_t*);
template void mark_legal(const Codec&, const Position&, std::uint64_t*);

}  // namespace bitrook::batch
