// Numbering: the bijection between the positions of a tablebase and the indices of its values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "bitrook/base/types.hpp"
#include "bitrook/tablebase/material.hpp"

namespace bitrook::tablebase {

// A position in the form that tables use: an unordered list of pieces, mirrored if the table's White is Black in the
// position.
struct Men {
  std::array<Piece, MaxPieces> pieces;
  std::array<std::uint8_t, MaxPieces> squares;
  unsigned count = 0;

  void add(Piece p, unsigned square) {
    pieces[count] = p;
    squares[count++] = std::uint8_t(square);
  }
};

// Pieces of the same kind form a group, because exchanging them gives the same position. The numbering of the first
// group takes the symmetries of the board into account. It consists of the leading pawns. Without pawns, it consists of
// three different pieces if three kinds occur only once, or of two if two do, and otherwise of the pieces of one kind.
// The number of a position has one digit for each group.
class Numbering {
 public:
  // `pieces` lists the pieces in the order of the table. `order` holds the places of the first group and of the other
  // side's pawns among the digits. `file` is the file of the leading pawn, from a to d. Without `touching`, two leading
  // pieces are kings, which are never on adjacent squares. Returns nothing if these contradict the material.
  static std::optional<Numbering> make(const Material& material, std::span<const Piece> pieces,
                                       std::array<unsigned, 2> order, unsigned file, bool touching);

  std::uint64_t size() const { return size_; }  // the number of positions
  // The number of a position. If there are pawns, `men` must begin with the leading ones, sorted by
  // sort_leading_pawns().
  std::uint64_t operator()(Men men) const;

 private:
  enum class Lead : std::uint8_t { Pawns, Three, Two, Kings, Equal };
  struct Group {
    unsigned length;
    std::uint64_t factor;
  };

  unsigned count_ = 0;
  Lead lead_ = Lead::Pawns;
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
