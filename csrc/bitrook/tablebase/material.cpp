// Material: the names of tables, and the facts on which their numbering depends.
#include "bitrook/tablebase/material.hpp"

#include <utility>

#include "bitrook/base/checked.hpp"

namespace bitrook::tablebase {

namespace {

// By strength, as in names.
constexpr std::array Kinds{PieceType::King,   PieceType::Queen,  PieceType::Rook,
                           PieceType::Bishop, PieceType::Knight, PieceType::Pawn};
constexpr std::string_view Letters = "KQRBNP";

}  // namespace

std::optional<Material> Material::parse(std::string_view name, bool one_king) {
  Material material;
  const std::size_t middle = name.find('v');
  if (middle == name.npos || name.size() - 1 > MaxPieces) return std::nullopt;
  for (const Color c : Colors) {
    const std::string_view side = c == Color::White ? name.substr(0, middle) : name.substr(middle + 1);
    if (side.empty()) return std::nullopt;
    for (const char letter : side) {
      const std::size_t i = Letters.find(letter);
      if (i == Letters.npos) return std::nullopt;
      material.add(Kinds[i], c, 1);
    }
    if (one_king && (side.front() != 'K' || material.count(PieceType::King, c) != 1)) return std::nullopt;
  }
  return material;
}

Material Material::of(const Position& p) {
  BITROOK_ASSERT(p.occupied().count() <= MaxPieces);
  Material material;
  for (const Color c : Colors)
    for (const PieceType t : Kinds) material.add(t, c, p.of(t, c).count());
  return material;
}

unsigned Material::pieces() const {
  unsigned n = 0;
  for (std::uint64_t rest = key_; rest != 0; rest >>= 4) n += unsigned(rest & 15);
  return n;
}

Material Material::mirrored() const {
  Material other;
  for (const Color c : Colors)
    for (const PieceType t : Kinds) other.add(t, ~c, count(t, c));
  return other;
}

unsigned Material::unique_pieces() const {
  unsigned n = 0;
  for (std::uint64_t rest = key_; rest != 0; rest >>= 4) n += (rest & 15) == 1;
  return n;
}

unsigned Material::smallest_group() const {
  unsigned least = 0;
  for (std::uint64_t rest = key_; rest != 0; rest >>= 4) {
    const auto n = unsigned(rest & 15);
    if (n > 1 && (least == 0 || n < least)) least = n;
  }
  return least;
}

std::string Material::name() const {
  std::array<std::string, 2> sides;
  std::array<std::string, 2> ranks;  // the same as digits, where the king's is the highest
  for (const Color c : Colors)
    for (std::size_t i = 0; i < Kinds.size(); ++i) {
      sides[index(c)].append(count(Kinds[i], c), Letters[i]);
      ranks[index(c)].append(count(Kinds[i], c), char('9' - i));
    }
  if (std::pair(sides[0].size(), ranks[0]) < std::pair(sides[1].size(), ranks[1])) std::swap(sides[0], sides[1]);
  return sides[0] + 'v' + sides[1];
}

}  // namespace bitrook::tablebase
