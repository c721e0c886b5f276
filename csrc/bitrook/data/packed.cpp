// Writing and reading packed positions of 24 bytes.
#include "bitrook/data/packed.hpp"

#include "bitrook/data/nibbles.hpp"

namespace bitrook::data {

namespace {

constexpr unsigned EnPassantPawn = 12, CastlingRook = 13, BlackToMove = 15;

}  // namespace

const char* description(PackedError error) {
  constexpr const char* Texts[] = {"no error",
                                   "more than 32 pieces",
                                   "Black is to move and has no king",
                                   "more than one pawn has just moved two squares",
                                   "a pawn that has just moved two squares is not on rank 4 or 5",
                                   "bits are set after the last piece"};
  return Texts[std::size_t(error)];
}

PackedError pack(const Position& p, Packed& out) {
  Square pawn = Square::None;
  if (p.en_passant() != Square::None && p.has_legal_en_passant()) {
    pawn = offset(p.en_passant(), p.turn() == Color::Black ? 8 : -8);
  }
  return pack(p.placement(), p.turn(), p.castling_rights(), pawn, out);
}

PackedError pack(const Placement& placement, Color turn, Bitboard castling_rights, Square pawn, Packed& out) {
  const Bitboard occupied = placement.occupied();
  if (occupied.count() > 32) return PackedError::TooManyPieces;
  const bool black = turn == Color::Black;
  if (black && !placement.of(Piece::BlackKing).any()) return PackedError::NoKingToMove;
  for (unsigned i = 0; i < 8; ++i) out[i] = std::uint8_t(occupied.word() >> (56 - 8 * i));
  const PieceNumbers numbers = PieceNumbers::of(placement);
  NibblePlanes planes{numbers.colors, numbers.types[0], numbers.types[1], numbers.types[2]};
  const auto mark = [&planes](Bitboard squares, unsigned nibble) {
    for (unsigned k = 0; k < 4; ++k) planes[k] = nibble >> k & 1 ? planes[k] | squares : planes[k] - squares;
  };
  if (pawn != Square::None) mark(Bitboard(pawn) & placement.of(PieceType::Pawn, ~turn), EnPassantPawn);
  if (castling_rights.any()) {
    for (const Color c : Colors) mark(castling_rights & placement.of(PieceType::Rook, c), CastlingRook + index(c));
  }
  if (black) mark(placement.of(Piece::BlackKing), BlackToMove);
  Nibbles::of(planes, occupied).store(std::span(out).last<16>());
  return PackedError::None;
}

PackedError unpack(std::span<const std::uint8_t, 24> bytes, Setup& setup) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 8; ++i) word = word << 8 | bytes[i];
  const Bitboard occupied(word);
  const unsigned count = occupied.count();
  if (count > 32) return PackedError::TooManyPieces;
  const Nibbles nibbles(bytes.last<16>());
  auto [zeros, ones, twos, threes] = nibbles.planes(occupied);  // bits of numbers
  setup.promoted = setup.castling = Bitboard();
  setup.halfmove_clock = 0;
  setup.fullmove_number = 1;
  setup.turn = Color::White;
  setup.en_passant = Square::None;
  const Bitboard marked = threes & twos;  // 12 to 15
  if (marked.any()) {
    const Bitboard pawns = marked - ones - zeros, rooks = marked & (ones ^ zeros), kings = marked & ones & zeros;
    if (pawns.any()) {
      const Square s = pawns.first();
      const bool white = rank_of(s) == Rank::R4;
      if (!white && rank_of(s) != Rank::R5) return PackedError::BadEnPassant;
      if (pawns.many()) return PackedError::ManyEnPassant;
      setup.en_passant = offset(s, white ? -8 : 8);
      if (!white) zeros |= pawns;
    }
    // The numbers of the pieces: 0 and 1 for pawns, 6 and 7 for rooks, 11 for Black's king.
    setup.castling = rooks;
    if (kings.any()) setup.turn = Color::Black;
    zeros = (zeros - rooks) | (rooks & ones);
    ones = (ones - pawns) | rooks | kings;
    twos = (twos - marked) | rooks;
    threes = (threes - marked) | kings;
  }
  setup.placement = PieceNumbers{{ones, twos, threes}, zeros}.placement(occupied);
  return nibbles.end_at(count) ? PackedError::None : PackedError::BytesAfterLast;
}

}  // namespace bitrook::data
