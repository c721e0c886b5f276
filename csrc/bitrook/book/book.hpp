// Book: a memory-mapped opening book in Polyglot's format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/util/mapped_file.hpp"

namespace bitrook::book {

// One move of one position, 16 bytes in the file. Files are sorted by key.
struct Entry {
  static constexpr std::size_t Size = 16;

  std::uint64_t key;     // of the position: Position::key()
  std::uint16_t move;    // see decode_move()
  std::uint16_t weight;  // higher is better
  std::uint32_t learn;   // learning data of engines; not interpreted

  static Entry read(const std::uint8_t* bytes);
  void write(std::uint8_t* bytes) const;
  bool operator==(const Entry&) const = default;
};

// Decodes a move as it is stored: castling is "king takes rook". A promotion to an invalid piece becomes the null move.
// A move from a square to itself is a drop if there is a piece, and otherwise meaningless.
Move decode_move(std::uint16_t word);
// Decodes a move into the castling encoding of the position: "king moves two squares" except in Chess960. The move may
// be illegal.
Move decode_move(std::uint16_t word, const Position& p);
// Encodes a legal move.
std::uint16_t encode_move(Move m, const Position& p);

class Book {
 public:
  Book() = default;
  explicit Book(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}  // for tests; the bytes must outlive the book
  // Maps a file into memory. Returns 0, or the value of `errno` if that fails. Precondition: no file has been mapped.
  int open(const char* path);

  bool is_whole() const { return bytes_.size() % Entry::Size == 0; }  // otherwise the file is truncated or not a book
  std::size_t size() const { return bytes_.size() / Entry::Size; }
  Entry operator[](std::size_t i) const {
    BITROOK_ASSERT(i < size());
    return Entry::read(bytes_.data() + i * Entry::Size);
  }
  // The first entry whose key is at least `key`, found by binary search. If the file is not sorted, the result is an
  // arbitrary index up to size().
  std::size_t lower_bound(std::uint64_t key) const;

 private:
  std::span<const std::uint8_t> bytes_;
  MappedFile mapping_;
};

}  // namespace bitrook::book
