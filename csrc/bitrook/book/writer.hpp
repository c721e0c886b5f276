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
  // Writes the moves of a position, whose key is greater than those before, the heaviest first and otherwise in the
  // given order. If a weight does not fit 16 bits, all are scaled, to at least 1. Moves of weight 0 are left out.
  void add(std::uint64_t key, std::vector<WeightedMove> moves);
  bool close();  // false if not everything could be written

  std::uint64_t entries() const { return entries_; }

 private:
  std::ofstream file_;
  std::uint64_t entries_ = 0;
};

// Merges books into one: the weights of moves that several have are added, and the learning data is that of the first.
// False if the file could not be written. Precondition: the books are sorted.
bool merge(const std::vector<const Book*>& books, Writer& out);

// Whether the keys of a book are in order.
bool is_sorted(const Book& book);

}  // namespace bitrook::book
