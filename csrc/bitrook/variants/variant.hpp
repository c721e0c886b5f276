// The variants: their names, and the state that they add to a position of chess.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "bitrook/base/types.hpp"

namespace bitrook {

enum class Variant : std::uint8_t {
  Suicide,
  Giveaway,
  Antichess,
  Atomic,
  KingOfTheHill,
  RacingKings,
  Horde,
  ThreeCheck,
  Crazyhouse,
};
inline constexpr std::size_t VariantCount = 9;

struct VariantNames {
  std::string_view uci, xboard;  // as engines are told
  std::string_view starting_fen;
  std::span<const std::string_view> aliases;  // as in the PGN tag Variant, the usual one first
};
const VariantNames& names(Variant v);

// The variant with this alias, in any case of its letters. "Standard", "Chess960" and so on are not variants.
std::optional<Variant> variant_named(std::string_view alias);

// Crazyhouse: the captured pieces that a side may drop, pawn to queen.
struct Pocket {
  std::array<std::uint8_t, 5> counts{};

  std::uint8_t& operator[](PieceType t) { return counts[index(t) - 1]; }
  unsigned count(PieceType t) const { return index(t) - 1 < counts.size() ? counts[index(t) - 1] : 0; }
  unsigned size() const {
    unsigned n = 0;
    for (const unsigned count : counts) n += count;
    return n;
  }
  bool operator==(const Pocket&) const = default;
};

// What a position of a variant has besides a position of chess. Each variant uses at most one of the fields; the others
// keep their initial values.
struct VariantState {
  std::array<Pocket, 2> pockets;                      // by color
  std::array<std::int8_t, 2> remaining_checks{3, 3};  // by color: the checks that this side has yet to give

  // 0 for the initial state.
  std::uint64_t key() const;
  bool operator==(const VariantState&) const = default;
};

}  // namespace bitrook
