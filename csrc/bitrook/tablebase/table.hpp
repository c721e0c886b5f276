// Table: one tablebase file, for one material and one of the two metrics.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "bitrook/position/position.hpp"
#include "bitrook/tablebase/material.hpp"
#include "bitrook/tablebase/numbering.hpp"
#include "bitrook/tablebase/pairs.hpp"
#include "bitrook/util/mapped_file.hpp"
#include "bitrook/variants/variant.hpp"

namespace bitrook::tablebase {

// What the tables of standard chess and of each variant differ in.
struct Family {
  std::array<std::uint32_t, 2> magics;  // the first four bytes of a file, by metric
  // Those of the variant that has the same values without pawns. Files without pawns may have either.
  std::array<std::uint32_t, 2> pawnless_magics;
  bool one_king;             // each side has exactly one king
  bool touching_kings;       // kings may be on adjacent squares
  bool compulsory_captures;  // tables do not have values of positions with captures
};

// The family of a variant, or of standard chess. Null if there are no such tables.
const Family* family(std::optional<Variant> variant);

// WDL is the value of a position: 2 for a win, 1 for a win that the fifty-move rule turns into a draw ("cursed win"), 0
// for a draw, -1 for a loss that the rule turns into a draw ("blessed loss"), -2 for a loss. DTZ is the distance to the
// next capture or pawn move, in plies.
enum class Metric : std::uint8_t { Wdl, Dtz };

class Table {
 public:
  // Maps and checks a file. If that fails, returns null and sets `error`.
  static std::unique_ptr<const Table> open(const std::string& path, const Material& material, Metric metric,
                                           const Family& family, std::string& error);
  // The same for a file in memory, which must outlive the table. For the fuzzer.
  static std::unique_ptr<const Table> parse(std::span<const std::uint8_t> file, const Material& material, Metric metric,
                                            const Family& family, std::string& error);

  struct Answer {
    enum class Kind : std::uint8_t { Value, OtherSide, Damaged } kind;
    int value = 0;
  };
  // The WDL value if en-passant captures are ignored. Where a capture is at least as good, the table may hold any value
  // that is not better. Precondition of this and the next function: the position has the table's material, possibly
  // with the colors exchanged, and no pawns on the first or last rank.
  Answer wdl(const Position& p) const;
  // The distance to the next capture or pawn move in plies, without a sign, of a position whose WDL value is `wdl`,
  // which must be between -2 and 2 and not 0. OtherSide means that the file only has the values for the other side to
  // move.
  Answer dtz(const Position& p, int wdl) const;

 private:
  struct Part {  // the values for one side to move and one file of the leading pawn
    Numbering numbering;
    Pairs pairs;
    std::array<std::size_t, 4> map_at{};      // file offsets of the four maps from stored values to distances,
    std::array<std::size_t, 4> map_length{};  // and the lengths of these maps
  };

  Table(const Material& material, Metric metric, const Family& family);
  const char* read(std::span<const std::uint8_t> file);
  bool read_numberings(std::size_t& at);
  bool read_maps(std::size_t& at);
  template <bool (Pairs::*Read)(std::span<const std::uint8_t>, std::size_t&)>
  bool read_each(std::size_t& at);
  // Where the value of a position is: the part, the men as the part numbers them, and the side to move, which is White
  // if it is the side that comes first in the name of the table.
  struct Place {
    const Part& part;
    Men men;
    Color turn;
  };
  Place place_of(const Position& p) const;
  std::optional<unsigned> mapped(const Part& part, unsigned stored, int wdl) const;

  Material material_;
  Metric metric_;
  const Family* family_;
  bool symmetric_;
  Color leading_;
  unsigned leading_pawns_;
  unsigned files_, sides_;
  std::array<std::array<Part, 2>, 4> parts_;  // [file of the leading pawn][side to move]
  std::span<const std::uint8_t> file_;
  MappedFile mapping_;
};

}  // namespace bitrook::tablebase
