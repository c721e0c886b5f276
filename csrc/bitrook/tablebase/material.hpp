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

// One king on each side is implied. Four bits per kind of piece form a key that identifies the material.
class Material {
 public:
  // Reads a name such as "KQPvKR", where each side begins with a king. Returns nothing if the name is invalid or has
  // more than MaxPieces pieces.
  static std::optional<Material> parse(std::string_view name);
  // Precondition: the position has at most MaxPieces pieces.
  static Material of(const Position& p);

  std::uint64_t key() const { return key_; }
  unsigned count(PieceType t, Color c) const { return unsigned(key_ >> shift(t, c) & 15); }
  unsigned pieces() const;                                    // including both kings
  Material mirrored() const;                                  // with the colors exchanged
  bool symmetric() const { return mirrored().key_ == key_; }  // both sides have the same pieces
  bool has_pawns() const { return count(PieceType::Pawn, Color::White) + count(PieceType::Pawn, Color::Black) != 0; }
  bool has_unique_piece() const;  // some kind of piece other than the kings occurs exactly once
  std::string name() const;       // the stronger side first, as in file names
  bool operator==(const Material&) const = default;

 private:
  static unsigned shift(PieceType t, Color c) { return 4 * (index(t) - 1 + 5 * index(c)); }
  void add(PieceType t, Color c, unsigned n) { key_ += std::uint64_t(n) << shift(t, c); }

  std::uint64_t key_ = 0;
};

}  // namespace bitrook::tablebase
