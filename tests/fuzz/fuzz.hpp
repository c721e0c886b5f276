// Helpers for the fuzz targets: a check that aborts, a byte reader, and positions as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/fen.hpp"

namespace fuzz {

// Aborts unless `condition`, which `statement` describes, is true.
inline void check(bool condition, const char* statement) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", statement);
  std::abort();
}

// Reads bytes from the start of the input, and zeros after its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return size_ == 0; }
  std::uint8_t byte() { return size_ ? (--size_, *data_++) : std::uint8_t(0); }
  std::uint32_t number(int bytes) {
    std::uint32_t n = 0;
    while (bytes-- > 0) n = n << 8 | byte();
    return n;
  }
  std::string_view rest() const { return {reinterpret_cast<const char*>(data_), size_}; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

// The FEN with all fields and promoted flags. It does not include the castling mode, because pop does not restore it.
inline std::string text(const bitrook::Position& p) {
  char buffer[bitrook::fen::MaxLength];
  const char* end = bitrook::fen::write(p, {bitrook::fen::EnPassant::Always, true, true}, buffer);
  return std::string(buffer, std::size_t(end - buffer));
}

inline std::string text(const bitrook::VariantPosition& p) {
  return bitrook::fen::write(p, {bitrook::fen::EnPassant::Always, true, true});
}

// The position in the first line of the input, or the start position. The input after this line is left in `rest`.
inline bitrook::Position first_line(std::string_view input, std::string_view& rest) {
  const std::size_t end = input.find('\n');
  bitrook::Setup setup;
  rest = end == input.npos ? input : input.substr(end + 1);
  if (end == input.npos || bitrook::fen::parse(input.substr(0, end), setup)) return bitrook::Position::start();
  setup.chess960 = input.size() & 1;
  return bitrook::Position(setup);
}

// Whether neither side has several kings or a king with the promoted flag. Otherwise, python-chess and bitrook use
// other rules for castling and legality.
inline bool one_king_each(const bitrook::Position& p) {
  using namespace bitrook;
  return !p.of(PieceType::King, Color::White).many() && !p.of(PieceType::King, Color::Black).many() &&
         p.of(PieceType::King).disjoint(p.promoted());
}

// Converts any word to a move. The kinds 7, 8 and 15 do not exist and are mapped to others.
inline bitrook::Move any_move(std::uint32_t word) {
  if (word >> 12 == 7 || word >> 12 == 8 || word >> 12 == 15) word ^= 0x1000u << (word >> 12 == 8);
  return bitrook::Move::from_word(std::uint16_t(word));
}

}  // namespace fuzz
