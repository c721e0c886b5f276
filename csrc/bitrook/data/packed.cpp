// Writing and reading positions of 24 bytes.
#include "bitrook/data/packed.hpp"

namespace bitrook::data {

namespace {

constexpr unsigned EnPassantPawn = 12, CastlingRook = 13, BlackToMove = 15;

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
  std::uint64_t words[2] = {0, 0};
  unsigned n = 0;
  for (const Square s : occupied) {
    const Piece piece = p.piece_at(s);
    unsigned nibble = index(piece) - 2;
    if (s == pawn && piece == make_piece(PieceType::Pawn, ~p.turn())) nibble = EnPassantPawn;
    if (p.castling_rights().contains(s) && type_of(piece) == PieceType::Rook) {
      nibble = CastlingRook + index(color_of(piece));
    }
    if (black && piece == Piece::BlackKing) nibble = BlackToMove;
    words[n >> 4] |= std::uint64_t{nibble} << 4 * (n & 15);
    ++n;
  }
  for (unsigned i = 0; i < 16; ++i) out[8 + i] = std::uint8_t(words[i >> 3] >> 8 * (i & 7));
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
