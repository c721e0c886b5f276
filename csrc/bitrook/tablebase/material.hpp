// Material: how many pieces of each type and color a position or a tablebase file has.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bitrook/position/position.hpp"

namespace bitrook::tablebase {

inline constexpr unsigned MaxPieces = 7;  // in a table, including the kings

// Four bits per kind of piece form a key that identifies the material.
class Material {
 public:
  // Reads a name such as "KQPvKR". With `one_king`, each side begins with its only king. Returns nothing if the name is
  // invalid or has more than MaxPieces pieces.
  static std::optional<Material> parse(std::string_view name, bool one_king = true);
  // Precondition: the position has at most MaxPieces pieces.
  static Material of(const Position& p);

  std::uint64_t key() const { return key_; }
  unsigned count(PieceType t, Color c) const { return unsigned(key_ >> shift(t, c) & 15); }
  unsigned pieces() const;                                    // including kings
  Material mirrored() const;                                  // with the colors exchanged
  bool symmetric() const { return mirrored().key_ == key_; }  // both sides have the same pieces
  bool has_pawns() const { return count(PieceType::Pawn, Color::White) + count(PieceType::Pawn, Color::Black) != 0; }
  unsigned unique_pieces() const;   // how many kinds of pieces occur exactly once
  unsigned smallest_group() const;  // the least number of pieces of a kind that occurs more than once, or 0
  std::string name() const;         // the stronger side first, as in file names
  bool operator==(const Material&) const = default;

 private:
  static unsigned shift(PieceType t, Color c) { return 4 * (index(t) - 1 + 6 * index(c)); }
  void add(PieceType t, Color c, unsigned n) { key_ += std::uint64_t(n) << shift(t, c); }

  std::uint64_t key_ = 0;
};

}  // namespace bitrook::tablebase
