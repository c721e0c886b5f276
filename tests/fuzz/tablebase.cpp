// Fuzzes tablebase files. The first byte chooses the material, the second one the metric and the variant, and the rest
// is the file, with or without its magic number. Positions of that material are looked up in it.
#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/tablebase/table.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using namespace bitrook::tablebase;
using fuzz::check;

namespace {

constexpr std::array<std::string_view, 24> Names{
    "KQvK",   "KBvK",    "KPvK",   "KRvKP",   "KPvKP",   "KPPvK",    "KQvKQ",    "KBNvK",
    "KPPvKP", "KPPvKPP", "KRRvKR", "KBBvKNN", "KQRBNvK", "KPPPPPvK", "KPPPvKPP", "KRPvKRP",
    "KvK",    "KKvKK",   "NNvN",   "KKKvN",   "RvQ",     "PPPPPPvP", "KKKKKKvK", "PPvP"};  // of antichess
constexpr std::size_t FirstOfAntichess = 16;

// A random placement of the material. The kings may touch, but no pawn is on the first or last rank.
Position random_position(const Material& material, std::mt19937_64& random) {
  Position p;
  for (const Color c : Colors)
    for (const PieceType t : PieceTypes)
      for (unsigned n = material.count(t, c); n != 0;) {
        const auto s = Square(t == PieceType::Pawn ? 8 + random() % 48 : random() % 64);
        if (p.piece_at(s) != Piece::None) continue;
        p.put(s, make_piece(t, c));
        --n;
      }
  p.set_turn(Color(random() & 1));
  return p;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t n = data[0] % Names.size();
  const std::optional<Variant> variant = n >= FirstOfAntichess ? std::optional(Variant::Suicide)
                                         : data[1] & 4         ? std::optional(Variant::Atomic)
                                                               : std::nullopt;
  const Family& family = *tablebase::family(variant);
  const Material material = *Material::parse(Names[n], family.one_king);
  const auto named = Material::parse(material.name(), family.one_king);
  check(named == material || named == material.mirrored(), "name");
  const Metric metric = data[1] & 1 ? Metric::Dtz : Metric::Wdl;
  std::vector<std::uint8_t> file(data + 2, data + size);
  if (data[1] & 2) {  // a valid magic number, which mutations find only by chance
    const std::uint32_t magic = family.magics[std::size_t(metric)];
    for (int i = 0; i < 4; ++i) file.insert(file.begin() + i, std::uint8_t(magic >> 8 * i));
  }
  file.shrink_to_fit();
  std::string error;
  const auto table = Table::parse(file, material, metric, family, error);
  check(bool(table) == error.empty(), "an error has a reason");
  if (!table) return 0;
  std::mt19937_64 random(size);
  for (int i = 0; i < 64; ++i) {
    const Position p = random_position(material, random);
    if (metric == Metric::Wdl) {
      check(std::abs(table->wdl(p).value) <= 2, "a WDL value");
    } else {
      for (const int wdl : {-2, -1, 1, 2}) check(table->dtz(p, wdl).value >= 0, "a distance");
    }
  }
  return 0;
}
