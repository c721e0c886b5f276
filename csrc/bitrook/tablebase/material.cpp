// Material: the names of tables, and the facts on which their numbering depends.
#include "bitrook/tablebase/material.hpp"

#include <utility>

#include "bitrook/base/checked.hpp"

namespace bitrook::tablebase {

namespace {

constexpr std::array NonKings{PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn};
constexpr std::string_view Letters = "QRBNP";

}  // namespace

std::optional<Material> Material::parse(std::string_view name) {
  Material material;
  const std::size_t middle = name.find('v');
  if (middle == name.npos || name.size() - 1 > MaxPieces) return std::nullopt;
  for (const Color c : Colors) {
    const std::string_view side = c == Color::White ? name.substr(0, middle) : name.substr(middle + 1);
    if (side.empty() || side.front() != 'K') return std::nullopt;
    for (const char letter : side.substr(1)) {
      const std::size_t i = Letters.find(letter);
      if (i == Letters.npos) return std::nullopt;
      material.add(NonKings[i], c, 1);
    }
  }
  return material;
}

Material Material::of(const Position& p) {
  BITROOK_ASSERT(p.occupied().count() <= MaxPieces);
  Material material;
  for (const Color c : Colors)
    for (const PieceType t : NonKings) material.add(t, c, p.of(t, c).count());
  return material;
}

unsigned Material::pieces() const {
  unsigned n = 2;
  for (std::uint64_t rest = key_; rest != 0; rest >>= 4) n += unsigned(rest & 15);
  return n;
}

Material Material::mirrored() const {
  Material other;
  for (const Color c : Colors)
    for (const PieceType t : NonKings) other.add(t, ~c, count(t, c));
  return other;
}

bool Material::has_unique_piece() const {
  for (const Color c : Colors)
    for (const PieceType t : NonKings)
      if (count(t, c) == 1) return true;
  return false;
}

std::string Material::name() const {
  std::array<std::string, 2> sides{"K", "K"};
  std::array<std::string, 2> ranks;  // the same as digits, where the queen's is the highest
  for (const Color c : Colors)
    for (std::size_t i = 0; i < NonKings.size(); ++i) {
      sides[index(c)].append(count(NonKings[i], c), Letters[i]);
      ranks[index(c)].append(count(NonKings[i], c), char('9' - i));
    }
  if (std::pair(sides[0].size(), ranks[0]) < std::pair(sides[1].size(), ranks[1])) std::swap(sides[0], sides[1]);
  return sides[0] + 'v' + sides[1];
}

}  // namespace bitrook::tablebase
