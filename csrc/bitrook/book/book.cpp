// Reading entries of Polyglot books, converting their moves, and finding a position by binary search.
#include "bitrook/book/book.hpp"

#include "bitrook/position/castling.hpp"
#include "bitrook/util/bytes.hpp"

namespace bitrook::book {

Entry Entry::read(const std::uint8_t* bytes) {
  return {big_endian<std::uint64_t>(bytes), big_endian<std::uint16_t>(bytes + 8), big_endian<std::uint16_t>(bytes + 10),
          big_endian<std::uint32_t>(bytes + 12)};
}

void Entry::write(std::uint8_t* bytes) const {
  store_big_endian(bytes, key);
  store_big_endian(bytes + 8, move);
  store_big_endian(bytes + 10, weight);
  store_big_endian(bytes + 12, learn);
}

// A move word has the target square in bits 0-5, the origin in bits 6-11, and the promotion in bits 12-14: 1 for a
// knight to 4 for a queen.
Move decode_move(std::uint16_t word) {
  const auto to = Square(word & 63), from = Square(word >> 6 & 63);
  const unsigned promotion = word >> 12 & 7;
  if (promotion == 0) return Move::normal(from, to);
  if (promotion >= index(PieceType::King)) return Move::null();
  const auto type = PieceType(promotion + 1);
  return from == to ? Move::drop(from, to, type) : Move::promotion(from, to, type);
}

Move decode_move(std::uint16_t word, const Position& p) {
  const Move m = decode_move(word);
  return p.chess960() || m.word() > 0xFFF ? m : with_castling_encoding(p, m, false);
}

std::uint16_t encode_move(Move m, const Position& p) {
  m = to_king_takes_rook(p, m);
  const unsigned promotion = m.is_promotion() ? index(m.promotion()) - 1 : 0;
  return std::uint16_t(index(m.to()) | index(m.from()) << 6 | promotion << 12);
}

int Book::open(const char* path) {
  const int error = mapping_.open(path);
  bytes_ = mapping_.bytes();
  return error;
}

std::size_t Book::lower_bound(std::uint64_t key) const {
  std::size_t first = 0, last = size();
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if ((*this)[middle].key < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

}  // namespace bitrook::book
