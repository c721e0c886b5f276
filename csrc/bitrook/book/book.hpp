// Book: an opening book in Polyglot's format, on a memory map.
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

// The move as the file has it: castling is "king takes rook". A promotion to something that does not exist becomes the
// null move. A move from a square to itself is a drop or, without a piece, has no meaning.
Move decode_move(std::uint16_t word);
// The move in the encoding of the position: castling is "king moves two squares", unless in Chess960. It need not be
// legal.
Move decode_move(std::uint16_t word, const Position& p);
// The word of a legal move.
std::uint16_t encode_move(Move m, const Position& p);

class Book {
 public:
  Book() = default;
  explicit Book(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}  // that outlive the book, for tests
  // Maps a file and returns 0, or the value of `errno`. Precondition: this object does not hold a file.
  int open(const char* path);

  bool is_whole() const { return bytes_.size() % Entry::Size == 0; }  // otherwise the file is truncated, or no book
  std::size_t size() const { return bytes_.size() / Entry::Size; }
  Entry operator[](std::size_t i) const {
    BITROOK_ASSERT(i < size());
    return Entry::read(bytes_.data() + i * Entry::Size);
  }
  // The first entry whose key is at least `key`, by binary search. In a file that is not sorted, any index up to
  // size().
  std::size_t lower_bound(std::uint64_t key) const;

 private:
  std::span<const std::uint8_t> bytes_;
  MappedFile mapping_;
};

}  // namespace bitrook::book
