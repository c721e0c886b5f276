// Writer: writes a book, position by position.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "bitrook/book/book.hpp"

namespace bitrook::book {

// A move with a weight of any size.
struct WeightedMove {
  std::uint16_t move;
  std::uint64_t weight;
  std::uint32_t learn = 0;
};

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
