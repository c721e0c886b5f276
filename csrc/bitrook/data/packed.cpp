// Writing and reading positions of 24 bytes.
#include "bitrook/data/packed.hpp"

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/position/placement/views.hpp"

namespace bitrook::data {

namespace {

constexpr unsigned EnPassantPawn = 12, CastlingRook = 13, BlackToMove = 15;

// 32 nibbles.
class Nibbles {
 public:
  unsigned operator[](unsigned n) const { return words_[n >> 4] >> 4 * (n & 15) & 15; }
  void set(unsigned n, unsigned nibble) {
    words_[n >> 4] ^= (words_[n >> 4] ^ std::uint64_t{nibble} << 4 * (n & 15)) & std::uint64_t{15} << 4 * (n & 15);
  }
  std::uint8_t byte(unsigned i) const { return std::uint8_t(words_[i >> 3] >> 8 * (i & 7)); }

  // For each occupied square in ascending order the number of its piece, from 0 for a white pawn to 11.
  static Nibbles of(const Placement& placement, Bitboard occupied) {
    Nibbles nibbles;
#if BITROOK_HAS_PEXT
    // Bit k of all numbers at once: the squares are packed, then spread over the nibbles.
    const std::array planes = placement::quad_of(placement).planes;
    constexpr std::uint64_t LowBits = 0x1111111111111111;
    const auto add = [&](std::uint64_t packed, unsigned k) {
      nibbles.words_[0] += deposited_bits(packed, LowBits << k);
      nibbles.words_[1] += deposited_bits(packed >> 16, LowBits << k);
    };
    for (unsigned k = 0; k < 4; ++k) add(extracted_bits(planes[k].word(), occupied.word()), k);
    const std::uint64_t used = (std::uint64_t{1} << occupied.count()) - 1;
    nibbles.words_[0] -= deposited_bits(used, LowBits << 1);  // a white pawn is 2
    nibbles.words_[1] -= deposited_bits(used >> 16, LowBits << 1);
#else
    unsigned n = 0;
    for (const Square s : occupied) nibbles.set(n++, index(placement.piece_at(s)) - 2);
#endif
    return nibbles;
  }

 private:
  std::array<std::uint64_t, 2> words_{};
};

}  // namespace

const char* description(PackedError error) {
  switch (error) {
    case PackedError::None:
      return "no error";
    case PackedError::TooManyPieces:
      return "more than 32 pieces";
    case PackedError::NoKingToMove:
      return "Black is to move and has no king";
    case PackedError::ManyEnPassant:
      return "more than one pawn has just moved two squares";
    case PackedError::BadEnPassant:
      return "a pawn that has just moved two squares is not on rank 4 or 5";
    case PackedError::BytesAfterLast:
      return "bits are set after the last piece";
  }
  return "";
}

PackedError pack(const Position& p, Packed& out) {
  const Bitboard occupied = p.occupied();
  if (occupied.count() > 32) return PackedError::TooManyPieces;
  const bool black = p.turn() == Color::Black;
  if (black && !p.of(Piece::BlackKing).any()) return PackedError::NoKingToMove;
  Square pawn = Square::None;
  if (p.en_passant() != Square::None && p.has_legal_en_passant()) {
    pawn = offset(p.en_passant(), black ? 8 : -8);
  }
  for (unsigned i = 0; i < 8; ++i) out[i] = std::uint8_t(occupied.word() >> (56 - 8 * i));
  Nibbles nibbles = Nibbles::of(p.placement(), occupied);
  const auto mark = [&](Bitboard squares, unsigned nibble) {
    for (const Square s : squares) nibbles.set((occupied & Bitboard(Bitboard(s).word() - 1)).count(), nibble);
  };
  if (pawn != Square::None) mark(Bitboard(pawn) & p.of(PieceType::Pawn, ~p.turn()), EnPassantPawn);
  for (const Color c : Colors) mark(p.castling_rights() & p.of(PieceType::Rook, c), CastlingRook + index(c));
  if (black) mark(p.of(Piece::BlackKing), BlackToMove);
  for (unsigned i = 0; i < 16; ++i) out[8 + i] = nibbles.byte(i);
  return PackedError::None;
}

PackedError unpack(std::span<const std::uint8_t, 24> bytes, Setup& setup) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 8; ++i) word = word << 8 | bytes[i];
  const Bitboard occupied(word);
  if (occupied.count() > 32) return PackedError::TooManyPieces;
  setup.placement = Placement();
  setup.promoted = setup.castling = Bitboard();
  setup.halfmove_clock = 0;
  setup.fullmove_number = 1;
  setup.turn = Color::White;
  setup.en_passant = Square::None;
  unsigned n = 0;
  for (const Square s : occupied) {
    const unsigned nibble = bytes[8 + n / 2] >> 4 * (n & 1) & 15;
    ++n;
    Piece piece = Piece(nibble + 2);
    if (nibble == EnPassantPawn) {
      if (setup.en_passant != Square::None) return PackedError::ManyEnPassant;
      if (rank_of(s) != Rank::R4 && rank_of(s) != Rank::R5) return PackedError::BadEnPassant;
      const bool white = rank_of(s) == Rank::R4;
      piece = white ? Piece::WhitePawn : Piece::BlackPawn;
      setup.en_passant = offset(s, white ? -8 : 8);
    } else if (nibble == BlackToMove) {
      piece = Piece::BlackKing;
      setup.turn = Color::Black;
    } else if (nibble >= CastlingRook) {
      piece = nibble == CastlingRook ? Piece::WhiteRook : Piece::BlackRook;
      setup.castling |= Bitboard(s);
    }
    setup.placement.toggle(piece, Bitboard(s));
  }
  for (; n < 32; ++n) {
    if (bytes[8 + n / 2] >> 4 * (n & 1) & 15) return PackedError::BytesAfterLast;
  }
  return PackedError::None;
}

}  // namespace bitrook::data
