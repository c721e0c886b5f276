// Two further views of a placement, made from any layout and turned back into any: quads and square list.
#pragma once

#include <type_traits>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/position/placement/concept.hpp"

namespace bitrook::placement {

// Quad-bitboards: four words, read down through a square they are the four digits of the piece there
// (colour in word 0, the type in words 1 to 3).
struct Quad {
  static constexpr std::array<std::string_view, 4> WordNames{"color", "type_bit_0", "type_bit_1", "type_bit_2"};

  std::array<Bitboard, 4> planes{};

  constexpr Piece piece_at(Square s) const {
    unsigned p = 0;
    for (unsigned k = 0; k < 4; ++k) p |= unsigned(planes[k].contains(s)) << k;
    return Piece(p);
  }
  constexpr const std::array<Bitboard, 4>& words() const { return planes; }
  constexpr bool operator==(const Quad&) const = default;
};

template <Layout From>
constexpr Quad quad_of(const From& from) {
  Quad q;
  for (const Piece p : Pieces) {
    for (unsigned k = 0; k < 4; ++k) {
      if (index(p) >> k & 1) q.planes[k] |= from.of(p);
    }
  }
  return q;
}

// The square list: what stands on each of the 64 squares, for asking "what is on e4" in one load.
using SquareList = std::array<Piece, 64>;

// Eight bits, each in a byte of its own, from the lowest up.
constexpr std::uint64_t spread(std::uint64_t bits) {
#if BITROOK_HAS_PEXT
  if (!std::is_constant_evaluated()) return deposited_bits(bits, 0x0101010101010101);
#endif
  const std::uint64_t one_each = bits * 0x0101010101010101 & 0x8040201008040201;
  return (one_each + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
}

#if BITROOK_HAS_BYTE_VECTORS
// For each square a byte of these digits: 3 ns, rank by rank 11.
inline void store_bytes_of(const std::array<Bitboard, 4>& digits, void* to) {
  Bytes64 bytes = Bytes64::from_mask(digits[0].word()) & Bytes64::all(1);
  for (unsigned k = 1; k < 4; ++k) bytes = bytes | (Bytes64::from_mask(digits[k].word()) & Bytes64::all(1 << k));
  bytes.store(to);
}
#endif

// The four digits of all pieces at once, or of eight, rank by rank.
template <Layout From>
constexpr SquareList square_list_of(const From& from) {
  using enum PieceType;
  const Bitboard bishops = from.of(Bishop), queens = from.of(Queen), kings = from.of(King);
  const std::array digits{from.of(Color::Black), from.of(Pawn) | bishops | queens, from.of(Knight) | bishops | kings,
                          from.of(Rook) | queens | kings};
  SquareList list{};
#if BITROOK_HAS_BYTE_VECTORS
  if (!std::is_constant_evaluated()) {
    store_bytes_of(digits, list.data());
    return list;
  }
#endif
  for (unsigned rank = 0; rank < 8; ++rank) {
    std::uint64_t pieces = 0;
    for (unsigned k = 0; k < 4; ++k) pieces |= spread(digits[k].word() >> 8 * rank & 0xFF) << k;
    for (unsigned file = 0; file < 8; ++file) list[8 * rank + file] = Piece(pieces >> 8 * file & 0xFF);
  }
  return list;
}

template <Layout To>
constexpr To placement_of(const SquareList& list) {
  To to;
  for (unsigned i = 0; i < 64; ++i) {
    if (list[i] != Piece::None) to.toggle(list[i], Bitboard(Square(i)));
  }
  return to;
}

template <Layout To>
constexpr To placement_of(const Quad& quad) {
  const auto [black, one, two, four] = quad.planes;
  const auto [pawns, knights, bishops] = std::array{one - two - four, two - one - four, (one & two) - four};
  const auto [rooks, queens, kings] = std::array{four - one - two, (four & one) - two, (four & two) - one};
  To to;
  const auto put = [&to, black = black](PieceType t, Bitboard set) {
    to.toggle(t, Color::White, set - black);
    to.toggle(t, Color::Black, set & black);
  };
  put(PieceType::Pawn, pawns), put(PieceType::Knight, knights), put(PieceType::Bishop, bishops);
  put(PieceType::Rook, rooks), put(PieceType::Queen, queens), put(PieceType::King, kings);
  return to;
}

}  // namespace bitrook::placement
