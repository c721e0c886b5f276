// Reads tablebase files, and looks up positions in them.
#include "bitrook/tablebase/table.hpp"

#include <algorithm>
#include <cstring>

#include "bitrook/base/checked.hpp"
#include "bitrook/util/bytes.hpp"

namespace bitrook::tablebase {

namespace {

enum Layout : std::uint8_t { Split = 1, HasPawns = 2 };  // bits of the byte after the magic

// Decodes a piece: a type from 1 to 6, plus 8 for Black.
Piece piece_of(unsigned code) {
  const unsigned type = code & 7;
  return type == 0 || type == 7 ? Piece::None : make_piece(PieceType(type), Color(code >> 3));
}

Piece with_other_color(Piece p) { return Piece(index(p) ^ 1); }

bool same_material(const Material& material, std::span<const Piece> pieces) {
  std::array<unsigned, 14> counts{};
  for (const Piece p : pieces) ++counts[index(p)];
  for (const Color c : Colors)
    for (const PieceType t : PieceTypes)
      if (counts[index(make_piece(t, c))] != material.count(t, c)) return false;
  return true;
}

}  // namespace

Table::Table(const Material& material, Metric metric, const Family& family)
    : material_(material),
      metric_(metric),
      family_(&family),
      symmetric_(material.symmetric()),
      leading_(leading_color(material)),
      leading_pawns_(material.count(PieceType::Pawn, leading_)),
      files_(material.has_pawns() ? 4 : 1),
      sides_(metric == Metric::Wdl && !symmetric_ ? 2 : 1) {}

std::unique_ptr<const Table> Table::open(const std::string& path, const Material& material, Metric metric,
                                         const Family& family, std::string& error) {
  std::unique_ptr<Table> table(new Table(material, metric, family));
  const int number = table->mapping_.open(path.c_str());
  if (const char* reason = number != 0 ? std::strerror(number) : table->read(table->mapping_.bytes())) {
    error = reason;
    return nullptr;
  }
  return table;
}

std::unique_ptr<const Table> Table::parse(std::span<const std::uint8_t> file, const Material& material, Metric metric,
                                          const Family& family, std::string& error) {
  std::unique_ptr<Table> table(new Table(material, metric, family));
  if (const char* reason = table->read(file)) {
    error = reason;
    return nullptr;
  }
  return table;
}

// A file consists of a header, the numberings of all parts, their codes, the maps of a DTZ table, and then the sparse
// indices, the block lengths and the blocks of all parts.
const char* Table::read(std::span<const std::uint8_t> file) {
  file_ = file;
  const std::uint32_t magic = file.size() < 5 ? 0 : little_endian<std::uint32_t>(file.data());
  const bool pawnless = !material_.has_pawns() && magic == family_->pawnless_magics[std::size_t(metric_)];
  if (magic != family_->magics[std::size_t(metric_)] && !pawnless)
    return metric_ == Metric::Wdl ? "not a Syzygy WDL table" : "not a Syzygy DTZ table";
  if (bool(file[4] & HasPawns) != material_.has_pawns() || bool(file[4] & Split) == symmetric_)
    return "the material of the table does not match its name";
  std::size_t at = 5;
  if (!read_numberings(at)) return "damaged header";
  for (unsigned f = 0; f < files_; ++f)
    for (unsigned s = 0; s < sides_; ++s)
      if (!parts_[f][s].pairs.read_header(file, at, parts_[f][s].numbering.size())) return "damaged Huffman code";
  if (metric_ == Metric::Dtz && !read_maps(at)) return "damaged distance map";
  if (!read_each<&Pairs::read_sparse_index>(at)) return "truncated index";
  if (!read_each<&Pairs::read_block_lengths>(at)) return "truncated block lengths";
  if (!read_each<&Pairs::read_blocks>(at)) return "truncated data";
  return nullptr;
}

template <bool (Pairs::*Read)(std::span<const std::uint8_t>, std::size_t&)>
bool Table::read_each(std::size_t& at) {
  for (unsigned f = 0; f < files_; ++f)
    for (unsigned s = 0; s < sides_; ++s)
      if (!(parts_[f][s].pairs.*Read)(file_, at)) return false;
  return true;
}

// For each file of the leading pawn, there is a byte with the place of the first group, another one for the other
// side's pawns if both sides have pawns, and a byte for each piece. The two halves of each byte are for the two sides
// to move, the low one for White.
bool Table::read_numberings(std::size_t& at) {
  const bool both_have_pawns = material_.has_pawns() && material_.count(PieceType::Pawn, ~leading_) != 0;
  const unsigned n = material_.pieces();
  for (unsigned f = 0; f < files_; ++f) {
    const std::size_t bytes = 1u + both_have_pawns + n;
    if (file_.size() - at < bytes) return false;
    const std::uint8_t* code = &file_[at];
    at += bytes;
    for (unsigned s = 0; s < sides_; ++s) {
      const unsigned shift = 4 * s;
      const std::array<unsigned, 2> order{code[0] >> shift & 15u, both_have_pawns ? code[1] >> shift & 15u : 15u};
      std::array<Piece, MaxPieces> pieces{};
      for (unsigned i = 0; i < n; ++i) pieces[i] = piece_of(code[1 + both_have_pawns + i] >> shift & 15u);
      const std::span<const Piece> used(pieces.data(), n);
      // Files of antichess without pawns may have the pieces of both sides exchanged.
      if (f == 0 && s == 0 && !material_.has_pawns() && !same_material(material_, used))
        material_ = material_.mirrored();
      if (!same_material(material_, used)) return false;
      const auto numbering = Numbering::make(material_, used, order, f, family_->touching_kings);
      if (!numbering) return false;
      parts_[f][s].numbering = *numbering;
    }
  }
  at += at % 2;
  return at <= file_.size();
}

// A file of the leading pawn can have four maps, for wins, losses, cursed wins and blessed losses. A map is a count
// followed by the distances, in bytes or in two-byte words.
bool Table::read_maps(std::size_t& at) {
  for (unsigned f = 0; f < files_; ++f) {
    Part& part = parts_[f][0];
    if (!(part.pairs.flags() & Pairs::Mapped)) continue;
    const std::size_t size = part.pairs.flags() & Pairs::Wide ? 2 : 1;
    if (size == 2) at += at % 2;
    for (unsigned i = 0; i < 4; ++i) {
      if (at > file_.size() || file_.size() - at < size) return false;
      const std::size_t length = size == 2 ? little_endian<std::uint16_t>(&file_[at]) : file_[at];
      at += size;
      if (file_.size() - at < length * size) return false;
      part.map_at[i] = at;
      part.map_length[i] = length;
      at += length * size;
    }
  }
  at += at % 2;
  return at <= file_.size();
}

// In a table, White is the side that comes first in its name. If both sides have the same pieces, White is the side to
// move.
Table::Place Table::place_of(const Position& p) const {
  const bool flipped = symmetric_ ? p.turn() == Color::Black : Material::of(p) != material_;
  const unsigned mirror = flipped ? 56 : 0;
  Men men;
  Bitboard others = p.occupied();
  if (leading_pawns_ != 0) {
    const Piece lead = make_piece(PieceType::Pawn, leading_);
    const Bitboard pawns = p.of(flipped ? with_other_color(lead) : lead);
    for (const Square s : pawns) men.add(lead, index(s) ^ mirror);
    others = others - pawns;
  }
  for (const Square s : others) men.add(flipped ? with_other_color(p.piece_at(s)) : p.piece_at(s), index(s) ^ mirror);
  const unsigned file = leading_pawns_ != 0 ? sort_leading_pawns(men, leading_pawns_) : 0;
  const Color turn = flipped ? ~p.turn() : p.turn();
  return {parts_[file][sides_ == 2 ? index(turn) : 0], men, turn};
}

Table::Answer Table::wdl(const Position& p) const {
  const Place place = place_of(p);
  const auto stored = place.part.pairs.value(place.part.numbering(place.men));
  if (!stored || *stored > 4) return {Answer::Kind::Damaged};
  return {Answer::Kind::Value, int(*stored) - 2};
}

Table::Answer Table::dtz(const Position& p, int wdl) const {
  BITROOK_ASSERT(wdl >= -2 && wdl <= 2);
  const auto& [part, men, turn] = place_of(p);
  const std::uint8_t flags = part.pairs.flags();
  const bool any_side = symmetric_ && leading_pawns_ == 0;
  if (bool(flags & Pairs::BlackToMove) != (turn == Color::Black) && !any_side) return {Answer::Kind::OtherSide};
  // A part with a single value does not store it.
  const auto stored = flags & Pairs::SingleValue ? std::optional<unsigned>(family_->compulsory_captures)
                                                 : part.pairs.value(part.numbering(men));
  if (!stored) return {Answer::Kind::Damaged};
  const auto distance = mapped(part, *stored, wdl);
  if (!distance) return {Answer::Kind::Damaged};
  // Files store full moves where plies would not fit, and always for cursed wins and blessed losses.
  const bool plies = wdl == 2 ? bool(flags & Pairs::WinPlies) : wdl == -2 && bool(flags & Pairs::LossPlies);
  return {Answer::Kind::Value, int(plies ? *distance : 2 * *distance) + 1};
}

std::optional<unsigned> Table::mapped(const Part& part, unsigned stored, int wdl) const {
  if (!(part.pairs.flags() & Pairs::Mapped)) return stored;
  static constexpr std::array<std::uint8_t, 5> map_of_wdl{1, 3, 0, 2, 0};
  const std::size_t map = map_of_wdl[std::size_t(wdl + 2)];
  if (stored >= part.map_length[map]) return std::nullopt;
  const std::uint8_t* at = &file_[part.map_at[map]];
  return part.pairs.flags() & Pairs::Wide ? little_endian<std::uint16_t>(at + 2 * stored) : at[stored];
}

// --- The magic numbers and rules of each family of tables.

namespace {

constexpr std::array<std::uint32_t, 2> ChessMagics{0x5D23E871, 0xA50C66D7}, AtomicMagics{0x49A48D55, 0xEB5EA991},
    SuicideMagics{0x1593F67B, 0x23E7CFE4}, GiveawayMagics{0x21BC55BC, 0x501BF5D6};

constexpr Family Chess{ChessMagics, ChessMagics, true, false, false};
constexpr Family Atomic{AtomicMagics, AtomicMagics, true, true, false};
constexpr Family Suicide{SuicideMagics, GiveawayMagics, false, true, true};
constexpr Family Giveaway{GiveawayMagics, SuicideMagics, false, true, true};

}  // namespace

const Family* family(std::optional<Variant> variant) {
  if (!variant) return &Chess;
  switch (*variant) {
    case Variant::Suicide:
      return &Suicide;
    case Variant::Giveaway:
    case Variant::Antichess:
      return &Giveaway;
    case Variant::Atomic:
      return &Atomic;
    default:
      return nullptr;
  }
}

}  // namespace bitrook::tablebase
