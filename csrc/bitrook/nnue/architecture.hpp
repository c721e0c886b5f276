// The architectures of Stockfish's networks, as data. The file reader, the check of the size, the memory layout and the
// evaluation follow from these descriptions. To support another network, add its description to the table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "bitrook/base/types.hpp"

namespace bitrook::nnue {

// A version of Stockfish: how it converts the outputs of a network into its own unit, and that into centipawns.
struct Version {
  std::string_view name;
  // The value is psqt / 16 + positional / 16 if true, otherwise (psqt + positional) / 16.
  bool divides_parts;
  // The value of a pawn is a polynomial of the material m, ((a[0] m + a[1]) m + a[2]) m + a[3]. Centipawns are rounded
  // if it is not constant, and truncated if it is.
  std::array<double, 4> pawn;

  bool is_constant() const { return pawn[0] == 0; }
};

// The first layer's rows for each piece of the board.
enum class PieceInputs : std::uint8_t {
  HalfKA,  // HalfKAv2_hm: 704 rows for each of 32 buckets of the own king
  Simple,  // 768 rows
};

// Threat features: one row for each pair of a piece and a piece that it attacks or defends, for some pairs of types.
struct ThreatInputs {
  // The types of targets that count, by type of the attacker. Their order in the text numbers them.
  std::array<std::string_view, 6> targets;

  std::size_t rows() const;
  static PieceType type(char letter);
};

// The layers after the first one.
enum class LastLayers : std::uint8_t {
  Squared15,  // 15 + 1 -> 32 -> 1. Squares and values of the first 15 are inputs of the next layer
  Squared32,  // 32 -> 32 -> 1. Squares and values of all outputs are inputs of the next layer, and of the last one
};

struct LayerSizes {
  std::size_t outputs;  // of the layer after the first one
  std::size_t inputs1, outputs1 = 32, inputs2;
};
constexpr LayerSizes sizes_of(LastLayers layers) {
  return layers == LastLayers::Squared15 ? LayerSizes{.outputs = 16, .inputs1 = 32, .inputs2 = 32}
                                         : LayerSizes{.outputs = 32, .inputs1 = 64, .inputs2 = 128};
}

// The arrays of the first layer in a file. A row has one integer for each column of the layer, `Psqt` 8 for each row.
enum class Array : std::uint8_t { None, Biases, Rows, Psqt, ThreatRows, ThreatPsqt, PairRows, PairPsqt };
enum class Encoding : std::uint8_t {
  Raw,
  Leb128,  // "COMPRESSED_LEB128", the number of bytes as a u32, and signed LEB128 integers
};
// A part of a file: one or two arrays in one block.
struct FilePart {
  Encoding encoding;
  std::array<Array, 2> arrays;
};

struct Architecture {
  std::string_view name, title;
  std::span<const Version* const> versions;  // that use the architecture, newest first
  std::uint32_t word, input_hash, stack_hash;
  std::uint32_t hidden;
  PieceInputs pieces;
  const ThreatInputs* threats;  // or null
  bool has_pairs;               // one row for each pair of pawns on the same file or on adjacent files
  int clip, shift;              // products are clamp(a, 0, clip) * clamp(b, 0, clip) >> shift
  LastLayers layers;
  std::span<const FilePart> parts;

  static constexpr std::size_t PairRows = 96 * 95 / 2;

  std::uint32_t transformer_hash() const { return input_hash ^ 2 * hidden; }
  std::uint32_t hash() const { return transformer_hash() ^ stack_hash; }
  bool has_relations() const { return threats || has_pairs; }
  std::size_t threat_rows() const { return threats ? threats->rows() : 0; }
  std::size_t pair_rows() const { return has_pairs ? PairRows : 0; }
  std::size_t stack_size() const {
    const LayerSizes s = sizes_of(layers);
    return 4 + s.outputs * (4 + hidden) + s.outputs1 * (4 + s.inputs1) + 4 + s.inputs2;
  }

  // All architectures. The order defines their numbers in bitrook's file format: append new ones.
  static std::span<const Architecture> all();
};

}  // namespace bitrook::nnue
