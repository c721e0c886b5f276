// Names and aliases of the variants, as in python-chess.
#include "bitrook/variants/variant.hpp"

#include <algorithm>

namespace bitrook {

namespace {

constexpr std::string_view ChessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

constexpr std::string_view Suicide[] = {"Suicide", "Suicide chess"};
constexpr std::string_view Giveaway[] = {"Giveaway", "Giveaway chess", "Give away", "Give away chess"};
constexpr std::string_view Antichess[] = {"Antichess", "Anti chess", "Anti"};
constexpr std::string_view Atomic[] = {"Atomic", "Atom", "Atomic chess"};
constexpr std::string_view KingOfTheHill[] = {"King of the Hill", "KOTH", "kingOfTheHill"};
constexpr std::string_view RacingKings[] = {"Racing Kings", "Racing", "Race", "racingkings"};
constexpr std::string_view Horde[] = {"Horde", "Horde chess"};
constexpr std::string_view ThreeCheck[] = {"Three-check", "Three check", "Threecheck", "Three check chess",
                                           "3-check",     "3 check",     "3check"};
constexpr std::string_view Crazyhouse[] = {"Crazyhouse", "Crazy House", "House", "ZH"};

constexpr std::array<VariantNames, VariantCount> Names{{
    {"suicide", "suicide", ChessStart, Suicide},
    {"giveaway", "giveaway", ChessStart, Giveaway},
    {"antichess", "giveaway", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", Antichess},
    {"atomic", "atomic", ChessStart, Atomic},
    {"kingofthehill", "kingofthehill", ChessStart, KingOfTheHill},
    {"racingkings", "racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", RacingKings},
    {"horde", "horde", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", Horde},
    {"3check", "3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", ThreeCheck},
    {"crazyhouse", "crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", Crazyhouse},
}};

constexpr char lower(char c) { return 'A' <= c && c <= 'Z' ? char(c + 32) : c; }

// A permutation of 64-bit words that maps 0 to 0 (the finalizer of MurmurHash3).
constexpr std::uint64_t mixed(std::uint64_t w) {
  w = (w ^ w >> 33) * 0xFF51AFD7ED558CCD;
  w = (w ^ w >> 33) * 0xC4CEB9FE1A85EC53;
  return w ^ w >> 33;
}

}  // namespace

const VariantNames& names(Variant v) { return Names[std::size_t(v)]; }

std::optional<Variant> variant_named(std::string_view alias) {
  for (std::size_t v = 0; v < Names.size(); ++v)
    for (const std::string_view known : Names[v].aliases)
      if (std::ranges::equal(known, alias, {}, lower, lower)) return Variant(v);
  return std::nullopt;
}

std::uint64_t VariantState::key() const {
  std::uint64_t key = 0;
  for (const Color c : Colors) {
    // A byte for each number, with the color in the highest.
    std::uint64_t word = std::uint8_t(remaining_checks[index(c)] - 3);
    for (const std::uint8_t count : pockets[index(c)].counts) word = word << 8 | count;
    if (word != 0) key ^= mixed(word | std::uint64_t{1 + index(c)} << 56);
  }
  return key;
}

}  // namespace bitrook
