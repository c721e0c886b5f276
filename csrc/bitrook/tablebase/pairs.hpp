// Pairs: one compressed sequence of values in a tablebase file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bitrook::tablebase {

// Values have 12 bits. Frequent pairs of neighbors are repeatedly replaced by a new symbol ("recursive pairing"), so a
// symbol is either a value or a pair of symbols, and represents up to 256 values. Symbols are encoded in a canonical
// Huffman code, in blocks of the same number of bytes. A sparse index holds the block and the offset of every `span`-th
// value.
class Pairs {
 public:
  // Flags in the first byte, which are interpreted by Table.
  enum Flag : std::uint8_t { BlackToMove = 1, Mapped = 2, WinPlies = 4, LossPlies = 8, Wide = 16, SingleValue = 128 };

  std::uint8_t flags() const { return flags_; }

  // The parts of a sequence are not contiguous in the file. Each function reads one part at `at` and advances `at` past
  // it. They return false if the part does not fit in the file or is inconsistent.
  bool read_header(std::span<const std::uint8_t> file, std::size_t& at, std::uint64_t values);
  bool read_sparse_index(std::span<const std::uint8_t> file, std::size_t& at);
  bool read_block_lengths(std::span<const std::uint8_t> file, std::size_t& at);
  bool read_blocks(std::span<const std::uint8_t> file, std::size_t& at);

  // The value with index `i`, or nothing if the file is damaged or has no such value.
  std::optional<unsigned> value(std::uint64_t i) const;

 private:
  bool read_code(std::span<const std::uint8_t> file, std::size_t& at);
  bool read_symbols(std::span<const std::uint8_t> file, std::size_t& at);
  bool measure_symbols();
  // Sets `items` to an array in the file. A sequence with a single value has no such arrays.
  bool read_items(std::span<const std::uint8_t> file, std::size_t& at, std::uint64_t count, std::size_t size,
                  const std::uint8_t*& items) const;
  unsigned left(unsigned symbol) const { return symbols_[3 * symbol] | (symbols_[3 * symbol + 1] & 15u) << 8; }
  unsigned right(unsigned symbol) const {
    return symbols_[3 * symbol + 1] >> 4 | unsigned(symbols_[3 * symbol + 2]) << 4;
  }
  std::optional<unsigned> expanded(unsigned symbol, unsigned offset) const;

  static constexpr unsigned NoPair = 0xFFF;  // the right half of a symbol that is a value

  std::uint8_t flags_ = 0;
  std::uint8_t single_value_ = 0;
  std::uint64_t values_ = 0;
  std::uint64_t span_ = 1;      // values per entry of the sparse index
  std::size_t block_size_ = 0;  // in bytes
  std::uint32_t block_count_ = 0;
  std::size_t length_count_ = 0;              // the number of block lengths, including padding
  unsigned shortest_ = 0;                     // length of the shortest code word, in bits
  std::vector<std::uint64_t> firsts_;         // by length - shortest_: the first code word, aligned to the left
  std::vector<std::uint16_t> first_symbols_;  // by length - shortest_: its symbol
  std::vector<std::uint8_t> lengths_;         // by symbol: the number of values it represents, minus one
  const std::uint8_t* symbols_ = nullptr;     // three bytes each: left and right half
  const std::uint8_t* sparse_index_ = nullptr;
  const std::uint8_t* block_lengths_ = nullptr;
  const std::uint8_t* blocks_ = nullptr;
  const std::uint8_t* end_ = nullptr;  // of the file
};

}  // namespace bitrook::tablebase
