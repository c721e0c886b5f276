// Book: a memory-mapped opening book in Polyglot's format. Writer: writes one.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <vector>

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

// The `errno` value of a file operation that has failed. Streams of the standard library do not promise to set `errno`.
inline int last_error() { return errno != 0 ? errno : EIO; }

// A move with a weight of any size.
struct WeightedMove {
  std::uint16_t move;
  std::uint64_t weight;
  std::uint32_t learn = 0;
};

// Writes a book, position by position.
class Writer {
 public:
  explicit Writer(const std::string& path);  // UTF-8
  // Writes the moves of a position by descending weight; moves with equal weights keep the given order. If a weight
  // does not fit in 16 bits, all weights are scaled, but stay at least 1. Moves with weight 0 are skipped.
  // Precondition: the key is greater than those of previous calls.
  void add(std::uint64_t key, std::vector<WeightedMove> moves);
  int close();  // returns 0, or an `errno` value if writing failed

  std::uint64_t entries() const { return entries_; }

 private:
  std::ofstream file_;
  int error_ = 0;  // of the first operation that failed
  std::uint64_t entries_ = 0;
};

// Merges books into one. If several books have a move, the weights are added, and the learning data of the first book
// is used. Returns 0, or an `errno` value if the file could not be written. Precondition: the books are sorted.
int merge(const std::vector<const Book*>& books, Writer& out);

// Whether the entries of a book are sorted by key.
bool is_sorted(const Book& book);

}  // namespace bitrook::book
