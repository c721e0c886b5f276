// Converting moves to their indices in a codec, and indices to moves.
#include "bitrook/batch/encodings/codec.hpp"

#include <algorithm>
#include <array>

#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch {

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
  static const std::vector<Codec> codecs(definitions().begin(), definitions().end());
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
