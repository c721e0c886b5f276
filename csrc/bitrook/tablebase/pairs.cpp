// Reads and expands the compressed sequences of a tablebase file.
#include "bitrook/tablebase/pairs.hpp"

#include <algorithm>

#include "bitrook/util/bytes.hpp"

namespace bitrook::tablebase {

namespace {

constexpr std::size_t SparseEntry = 6;  // bytes: four for the block, two for the offset
constexpr unsigned LongestCode = 32;    // bits; the decoder refills its word with 32 bits at a time

// Whether `count` items of `size` bytes at `at` lie within the file.
bool fits(std::span<const std::uint8_t> file, std::size_t at, std::uint64_t count, std::size_t size) {
  return at <= file.size() && count <= (file.size() - at) / size;
}

}  // namespace

bool Pairs::read_header(std::span<const std::uint8_t> file, std::size_t& at, std::uint64_t values) {
  if (!fits(file, at, 2, 1)) return false;
  end_ = file.data() + file.size();
  values_ = values;
  flags_ = file[at];
  if (flags_ & SingleValue) {
    single_value_ = file[at + 1];
    at += 2;
    return true;
  }
  if (!fits(file, at, 10, 1) || file[at + 1] > 31 || file[at + 2] > 31) return false;
  block_size_ = std::size_t{1} << file[at + 1];
  span_ = std::uint64_t{1} << file[at + 2];
  block_count_ = little_endian<std::uint32_t>(&file[at + 4]);
  length_count_ = std::size_t{block_count_} + file[at + 3];
  at += 8;
  return block_count_ != 0 && read_code(file, at) && read_symbols(file, at) && measure_symbols();
}

// Reads the canonical Huffman code. For each length, the file has the first symbol with a code word of that length.
// Aligned to the left, shorter code words are greater numbers than longer ones.
bool Pairs::read_code(std::span<const std::uint8_t> file, std::size_t& at) {
  const unsigned longest = file[at];
  shortest_ = file[at + 1];
  at += 2;
  if (shortest_ == 0 || shortest_ > longest || longest > LongestCode) return false;
  const std::size_t n = longest - shortest_ + 1;
  if (!fits(file, at, n, 2)) return false;
  firsts_.assign(n, 0);
  first_symbols_.resize(n);
  for (std::size_t i = 0; i < n; ++i) first_symbols_[i] = little_endian<std::uint16_t>(&file[at + 2 * i]);
  at += 2 * n;
  for (std::size_t i = n - 1; i-- > 0;) firsts_[i] = (firsts_[i + 1] + first_symbols_[i] - first_symbols_[i + 1]) / 2;
  for (std::size_t i = 0; i < n; ++i) firsts_[i] <<= 64 - shortest_ - i;
  return true;
}

bool Pairs::read_symbols(std::span<const std::uint8_t> file, std::size_t& at) {
  if (!fits(file, at, 2, 1)) return false;
  const std::size_t n = little_endian<std::uint16_t>(&file[at]);
  at += 2;
  if (n == 0 || n > NoPair || !fits(file, at, n, 3)) return false;
  symbols_ = &file[at];
  lengths_.assign(n, 0);
  at += 3 * n + n % 2;
  return true;
}

// Computes `lengths_` from the leaves up. Returns false if a symbol contains itself or is too long.
bool Pairs::measure_symbols() {
  enum State : std::uint8_t { New, Entered, Measured };
  std::vector<State> states(lengths_.size(), New);
  std::vector<unsigned> stack;
  for (unsigned first = 0; first < lengths_.size(); ++first) {
    stack.push_back(first);
    while (!stack.empty()) {
      const unsigned s = stack.back();
      if (states[s] == New && right(s) != NoPair) {
        if (std::max(left(s), right(s)) >= lengths_.size()) return false;
        states[s] = Entered;
        for (const unsigned half : {left(s), right(s)}) {
          if (states[half] == Entered) return false;
          if (states[half] == New) stack.push_back(half);
        }
        continue;
      }
      stack.pop_back();
      if (states[s] == Entered) {
        const unsigned length = lengths_[left(s)] + lengths_[right(s)] + 1u;
        if (length > 255) return false;
        lengths_[s] = std::uint8_t(length);
      }
      states[s] = Measured;
    }
  }
  return true;
}

bool Pairs::read_sparse_index(std::span<const std::uint8_t> file, std::size_t& at) {
  return read_items(file, at, (values_ + span_ - 1) / span_, SparseEntry, sparse_index_);
}

bool Pairs::read_block_lengths(std::span<const std::uint8_t> file, std::size_t& at) {
  return read_items(file, at, length_count_, 2, block_lengths_);
}

bool Pairs::read_blocks(std::span<const std::uint8_t> file, std::size_t& at) {
  at = padded_to_64(at);
  return read_items(file, at, block_count_, block_size_, blocks_);
}

bool Pairs::read_items(std::span<const std::uint8_t> file, std::size_t& at, std::uint64_t count, std::size_t size,
                       const std::uint8_t*& items) const {
  if (flags_ & SingleValue) return true;
  if (!fits(file, at, count, size)) return false;
  items = file.data() + at;
  at += std::size_t(count) * size;
  return true;
}

std::optional<unsigned> Pairs::value(std::uint64_t i) const {
  if (i >= values_) return std::nullopt;
  if (flags_ & SingleValue) return single_value_;

  // The entry of the sparse index describes the value in the middle of its span. The block of value `i` is found by
  // counting from there.
  const std::uint8_t* entry = sparse_index_ + SparseEntry * (i / span_);
  std::uint64_t block = little_endian<std::uint32_t>(entry);
  std::int64_t offset = little_endian<std::uint16_t>(entry + 4);
  offset += std::int64_t(i % span_) - std::int64_t(span_ / 2);
  const auto last_of = [&](std::uint64_t b) {
    return std::int64_t(little_endian<std::uint16_t>(block_lengths_ + 2 * b));
  };
  while (offset < 0) {
    if (block == 0 || block > length_count_) return std::nullopt;
    offset += last_of(--block) + 1;
  }
  while (block < block_count_ && offset > last_of(block)) offset -= last_of(block++) + 1;
  if (block >= block_count_) return std::nullopt;

  // Skips symbols up to the one that contains the value.
  const std::uint8_t* next = blocks_ + block * block_size_;
  const auto refill = [&] {
    const std::uint32_t word = end_ - next >= 4 ? big_endian<std::uint32_t>(next) : 0;
    next += std::min<std::ptrdiff_t>(4, end_ - next);
    return std::uint64_t(word);
  };
  std::uint64_t code = refill() << 32;
  code |= refill();
  unsigned bits = 64;
  while (true) {
    std::size_t length = 0;
    while (code < firsts_[length]) ++length;  // stops at the last entry, which is 0
    const unsigned used = unsigned(length) + shortest_;
    const std::uint64_t symbol = ((code - firsts_[length]) >> (64 - used)) + first_symbols_[length];
    if (symbol >= lengths_.size()) return std::nullopt;
    if (offset <= lengths_[symbol]) return expanded(unsigned(symbol), unsigned(offset));
    offset -= lengths_[symbol] + 1;
    code <<= used;
    bits -= used;
    if (bits <= 32) {
      code |= refill() << (32 - bits);
      bits += 32;
    }
  }
}

std::optional<unsigned> Pairs::expanded(unsigned symbol, unsigned offset) const {
  while (lengths_[symbol] != 0) {
    const unsigned half = left(symbol);
    if (offset <= lengths_[half]) {
      symbol = half;
    } else {
      offset -= lengths_[half] + 1u;
      symbol = right(symbol);
    }
  }
  return left(symbol);
}

}  // namespace bitrook::tablebase
