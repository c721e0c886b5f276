// Numbering: the bijection between the positions of a tablebase and the indices of its values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "bitrook/base/types.hpp"
#include "bitrook/tablebase/material.hpp"

namespace bitrook::tablebase {

// A position as the tables see it: mirrored so that the table's white side is White, in a list without order.
struct Men {
  std::array<Piece, MaxPieces> pieces;
  std::array<std::uint8_t, MaxPieces> squares;
  unsigned count = 0;

  void add(Piece p, unsigned square) {
    pieces[count] = p;
    squares[count++] = std::uint8_t(square);
  }
};

// Pieces of the same kind form a group, because exchanging them gives the same position. The first group is numbered
// with the symmetries of the board taken into account: the leading pawns, or three different pieces if one occurs only
// once, or the two kings. The number of a position has one digit for each group.
class Numbering {
 public:
  // `pieces` is the order of the pieces in the file, and `order` where the first group and the other side's pawns stand
  // among the groups. `file` is the file of the leading pawn, a to d. Nothing if these contradict the material.
  static std::optional<Numbering> make(const Material& material, std::span<const Piece> pieces,
                                       std::array<unsigned, 2> order, unsigned file);

  std::uint64_t size() const { return size_; }  // how many positions there are
  // The number of a position. If there are pawns, `men` begins with the leading ones, as sort_leading_pawns() left
  // them.
  std::uint64_t operator()(Men men) const;

 private:
  struct Group {
    unsigned length;
    std::uint64_t factor;
  };

  unsigned count_ = 0;
  bool has_pawns_ = false;
  bool three_different_ = false;
  unsigned other_pawns_ = 0;
  std::array<Piece, MaxPieces> pieces_{};
  std::array<Group, MaxPieces> groups_{};
  unsigned group_count_ = 0;
  std::uint64_t size_ = 0;
};

// Moves the pawn that decides the file to the front of the first `n` men, and returns that file, from a to d.
unsigned sort_leading_pawns(Men& men, unsigned n);

// The color whose pawns lead: the one with fewer, or White.
Color leading_color(const Material& material);

}  // namespace bitrook::tablebase
