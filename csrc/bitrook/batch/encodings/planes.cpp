// The planes of a stack: parsing their names, computing their sets of squares, and writing them as arrays.
#include "bitrook/batch/encodings/planes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <sstream>

#include "bitrook/base/flips.hpp"
#include "bitrook/base/intrinsics.hpp"

namespace bitrook::batch {

namespace {

using Kind = PlaneStack::Kind;
using Spec = PlaneStack::Spec;

struct Named {
  std::string_view name;
  Spec spec;
};
constexpr Named PlainPlanes[] = {
    {"repeated", {.kind = Kind::Repeated}},
    {"recurring", {.kind = Kind::Recurring}},
    {"unique", {.kind = Kind::Unique}},
    {"repetitions", {.kind = Kind::Repetitions}},
    {"kingside_castling_rooks", {.kind = Kind::CastlingRooks, .kingside = true}},
    {"queenside_castling_rooks", {.kind = Kind::CastlingRooks}},
    {"en_passant", {.kind = Kind::EnPassant}},
    {"legal_en_passant", {.kind = Kind::LegalEnPassant}},
    {"white_to_move", {.kind = Kind::Turn}},
    {"black_to_move", {.kind = Kind::Turn, .color = Color::Black}},
    {"halfmove_clock", {.kind = Kind::HalfmoveClock}},
    {"fullmove_number", {.kind = Kind::FullmoveNumber}},
    {"ply", {.kind = Kind::Ply}},
    {"ones", {.kind = Kind::Ones}},
    {"zeros", {.kind = Kind::Zeros}},
    {"empty", {.kind = Kind::Empty}},
    {"occupied", {.kind = Kind::Occupied}},
};
// The planes whose names follow a color.
constexpr Named ColoredPlanes[] = {
    {"pawns", {.kind = Kind::Piece, .type = PieceType::Pawn}},
    {"knights", {.kind = Kind::Piece, .type = PieceType::Knight}},
    {"bishops", {.kind = Kind::Piece, .type = PieceType::Bishop}},
    {"rooks", {.kind = Kind::Piece, .type = PieceType::Rook}},
    {"queens", {.kind = Kind::Piece, .type = PieceType::Queen}},
    {"kings", {.kind = Kind::Piece, .type = PieceType::King}},
    {"kingside_castling", {.kind = Kind::Castling, .kingside = true}},
    {"queenside_castling", {.kind = Kind::Castling}},
};
constexpr Named Sides[] = {
    {"own_", {.relative = true}},
    {"opponent_", {.relative = true, .color = Color::Black}},
    {"white_", {}},
    {"black_", {.color = Color::Black}},
};

// Removes the last `mark` and the number after it from a name, if there is a mark. Returns false if the number is
// invalid or greater than `most`.
bool take_number(std::string_view& name, char mark, unsigned most, unsigned& number) {
  const std::size_t at = name.rfind(mark);
  if (at == std::string_view::npos) return true;
  const char *begin = name.data() + at + 1, *end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || rest != end || number > most) return false;
  name = name.substr(0, at);
  return true;
}

std::optional<Spec> plane_named(std::string_view name) {
  if (const auto* plane = std::ranges::find(PlainPlanes, name, &Named::name); plane != std::end(PlainPlanes)) {
    return plane->spec;
  }
  for (const Named& side : Sides) {
    if (!name.starts_with(side.name)) continue;
    const auto* plane = std::ranges::find(ColoredPlanes, name.substr(side.name.size()), &Named::name);
    if (plane == std::end(ColoredPlanes)) continue;
    Spec spec = plane->spec;
    spec.relative = side.spec.relative;
    spec.color = side.spec.color;
    return spec;
  }
  return std::nullopt;
}

std::optional<Spec> spec_of(std::string_view name) {
  unsigned divisor = 1, age = 0;
  if (!take_number(name, '/', 65535, divisor) || divisor == 0) return std::nullopt;
  if (!take_number(name, '@', PlaneStack::MaxDepth - 1, age)) return std::nullopt;
  std::optional<Spec> spec = plane_named(name);
  if (!spec) return std::nullopt;
  spec->divisor = float(divisor);
  spec->age = std::uint8_t(age);
  return spec;
}

bool is_counter(Kind kind) {
  return kind == Kind::Repetitions || kind == Kind::HalfmoveClock || kind == Kind::FullmoveNumber || kind == Kind::Ply;
}

// The rooks of one side that may castle towards the h-file or the a-file.
Bitboard castling_rooks(const Frame& f, Color c, bool kingside) {
  const Square king = f.king(c);
  if (king == Square::None) return {};
  const std::uint64_t below = (std::uint64_t{1} << index(king)) - 1;
  return f.castling & f.placement.of(c) & Bitboard(kingside ? ~below : below);
}

// How often the position had occurred before.
unsigned occurrences_before(const Frame& f, const Spec& spec) {
  const bool first_differs = spec.distinct != EnPassantMark::None && f.earlier_mark >= spec.distinct;
  return f.repetitions - unsigned(f.repetitions != 0 && first_differs);
}

// Whether the position had occurred before or occurs again in a newer frame.
bool occurs_again(std::span<const Frame> frames, const Spec& spec) {
  const Frame& f = frames[spec.age];
  if (occurrences_before(f, spec) != 0) return true;
  for (unsigned newer = spec.age % 2; newer < spec.age; newer += 2) {
    if (!frames[newer].same_position(f)) continue;
    if (spec.distinct == EnPassantMark::None || frames[newer].en_passant == f.en_passant) return true;
  }
  return false;
}

}  // namespace

void PlaneStack::append(const Spec& spec) {
  // Twelve planes in the order of Kind::AllPieces are evaluated at once.
  const auto is_run = [&] {
    if (specs_.size() < 11 || spec.type != PieceType::King || spec.color != Color::Black) return false;
    for (unsigned i = 0; i < 11; ++i) {
      const Spec& s = specs_[specs_.size() - 11 + i];
      if (s.kind != Kind::Piece || s.age != spec.age || s.relative != spec.relative || s.divisor != 1) return false;
      if (index(s.color) != i / 6 || index(s.type) != i % 6 + 1) return false;
    }
    return spec.divisor == 1;
  };
  if (spec.kind == Kind::Piece && is_run()) {
    specs_.resize(specs_.size() - 11);
    specs_.push_back(spec);
    specs_.back().kind = Kind::AllPieces;
  } else if (spec.kind == Kind::Recurring && !specs_.empty() && specs_.back().kind == Kind::Unique &&
             specs_.back().age == spec.age) {
    specs_.back().kind = Kind::UniqueAndRecurring;
  } else {
    specs_.push_back(spec);
  }
}

bool PlaneStack::add(std::string_view name) {
  const std::optional<Spec> spec = spec_of(name);
  if (!spec) return false;
  append(*spec);
  if (is_counter(spec->kind)) counters_.push_back(std::uint16_t(size()));
  names_.emplace_back(name);
  divisors_.push_back(spec->divisor);
  // Whether a position recurs depends on the positions after it, so all of them are needed.
  depth_ = std::max(depth_, unsigned(spec->age) + 1);
  return true;
}

std::optional<PlaneStack> PlaneStack::of(std::span<const std::string> names, bool mirrored, bool rank_1_first,
                                         std::size_t& bad) {
  PlaneStack stack;
  stack.mirrored_ = mirrored;
  stack.rank_1_first_ = rank_1_first;
  for (bad = 0; bad < names.size(); ++bad) {
    if (bad >= MaxPlanes || !stack.add(names[bad])) return std::nullopt;
  }
  return stack;
}

namespace {

std::uint32_t counter(const Spec& spec, const Frame& f) {
  const Kind kind = spec.kind;
  if (kind == Kind::Repetitions) return occurrences_before(f, spec);
  if (!f.exists) return 0;
  if (kind == Kind::HalfmoveClock) return f.halfmove_clock;
  return kind == Kind::FullmoveNumber ? f.fullmove_number : f.ply();
}

Bitboard all_if(bool condition) { return condition ? Bitboard::all() : Bitboard(); }

// The squares of a single plane that is not a counter.
Bitboard squares_of(const Spec& spec, std::span<const Frame> frames) {
  const Frame& f = frames[spec.age];
  const Color color = spec.relative && frames[0].turn == Color::Black ? ~spec.color : spec.color;
  switch (spec.kind) {
    case Kind::Piece:
      return f.of(spec.type, color);
    case Kind::Repeated:
      return all_if(f.repetitions != 0);
    case Kind::Recurring:
      return all_if(f.exists && occurs_again(frames, spec));
    case Kind::Unique:
      return all_if(!f.exists || !occurs_again(frames, spec));
    case Kind::Castling:
      return all_if(castling_rooks(f, color, spec.kingside).any());
    case Kind::CastlingRooks:
      return castling_rooks(f, Color::White, spec.kingside) | castling_rooks(f, Color::Black, spec.kingside);
    case Kind::EnPassant:
      return f.en_passant == Square::None ? Bitboard() : Bitboard(f.en_passant);
    case Kind::LegalEnPassant:
      return f.en_passant_is_legal ? Bitboard(f.en_passant) : Bitboard();
    case Kind::Turn:
      return all_if(f.exists && f.turn == spec.color);
    case Kind::Ones:
      return Bitboard::all();
    case Kind::Empty:
      return f.exists ? f.placement.empty() : Bitboard();
    case Kind::Occupied:
      return f.placement.occupied();
    default:  // Zeros
      return {};
  }
}

}  // namespace

void PlaneStack::evaluate(std::span<const Spec> specs, std::span<const Frame> frames, Planes& out, std::size_t next) {
  const Color us = frames[0].turn;
  for (const Spec& spec : specs) {
    const Frame& f = frames[spec.age];
    if (spec.kind == Kind::AllPieces) {
      const Bitboard own = f.placement.of(spec.relative ? us : Color::White);
      const Bitboard other = f.placement.of(spec.relative ? ~us : Color::Black);
      std::uint64_t* const at = out.squares.data() + next;
      for (unsigned i = 0; i < 6; ++i) {
        const Bitboard pieces = f.placement.of(PieceType(i + 1));
        at[i] = (pieces & own).word();
        at[i + 6] = (pieces & other).word();
      }
      next += 12;
    } else if (spec.kind == Kind::UniqueAndRecurring) {
      const bool recurring = f.exists && occurs_again(frames, spec);
      out.squares[next++] = all_if(!recurring).word();
      out.squares[next++] = all_if(recurring).word();
    } else if (is_counter(spec.kind)) {
      out.numbers[next] = counter(spec, f);
      out.squares[next] = all_if(out.numbers[next] != 0).word();
      ++next;
    } else {
      out.squares[next++] = squares_of(spec, frames).word();
    }
  }
}

void PlaneStack::encode(std::span<const Frame> frames, Planes& out) const {
  if (method_ == Method::Lc0) return encode_lc0(frames, out);
  if (method_ == Method::Maia3) return encode_maia3(frames, out);
  if (method_ == Method::PettingZoo) {
    encode_pettingzoo(frames, out);
  } else {
    evaluate(specs_, frames, out, 0);
  }
  if ((mirrored_ && frames[0].turn == Color::Black) != !rank_1_first_) {
    for (std::uint64_t& squares : out.squares) squares = byte_swapped(squares);
  }
}

// --- Writing planes as arrays of bytes, halves or floats, plane by plane or square by square.

namespace {

// IEEE 754 binary16, rounded to nearest even. Precondition: value is in 0..65504.
constexpr std::uint16_t half_of(float value) {
  // Subnormal halves are multiples of 2^-24, and so are floats in [0.5, 1), so the addition rounds correctly.
  if (value < 0x1p-14f) {
    return std::uint16_t(std::bit_cast<std::uint32_t>(value + 0.5f) - std::bit_cast<std::uint32_t>(0.5f));
  }
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = bits + 0xFFF + (bits >> 13 & 1);
  return std::uint16_t((rounded >> 13) - (112 << 10));
}
static_assert(half_of(1.0f) == 0x3C00 && half_of(0.5f) == 0x3800 && half_of(65504.0f) == 0x7BFF);
static_assert(half_of(0x1p-14f) == 0x0400 && half_of(0x1p-15f) == 0x0200 && half_of(0x1p-24f) == 1 && half_of(0) == 0);

template <class Bits>
Bits bits_of(std::uint32_t number, float divisor) {
  const float value = float(number) / divisor;
  if constexpr (sizeof(Bits) == 1) return Bits(std::min(number, 255u));
  if constexpr (sizeof(Bits) == 2) return half_of(std::min(value, 65504.0f));
  if constexpr (sizeof(Bits) == 4) return std::bit_cast<Bits>(value);
}

// A mask over 64 items: the selected items are written as they are, and the others as 0.
#if BITROOK_HAS_BYTE_VECTORS
using Mask = Bytes64;

Mask mask_of_squares(std::uint64_t squares) { return Bytes64::from_mask(squares); }

// Selects the bytes of a row in which this bit is set.
Mask mask_of_bit(const std::uint8_t* row, unsigned bit) {
  const Bytes64 tested = Bytes64::all(1u << bit);
  return equal(Bytes64::load(row) & tested, tested);
}

template <class Bits>
BITROOK_ALWAYS_INLINE void write_masked(const Mask& mask, const Bits* values, Bits* out) {
  mask.store_where(values, out);
}
#else
using Mask = std::array<std::int8_t, 64>;  // -1 (all bits) or 0

Mask mask_of_squares(std::uint64_t squares) {
  Mask mask;
  for (unsigned i = 0; i < 64; ++i) mask[i] = std::int8_t(0 - int(squares >> i & 1));
  return mask;
}

Mask mask_of_bit(const std::uint8_t* row, unsigned bit) {
  Mask mask;
  for (unsigned i = 0; i < 64; ++i) mask[i] = std::int8_t(0 - (row[i] >> bit & 1));
  return mask;
}

template <class Bits>
void write_masked(const Mask& mask, const Bits* values, Bits* out) {
  for (unsigned i = 0; i < 64; ++i) out[i] = Bits(Bits(mask[i]) & values[i]);
}
#endif

#if !BITROOK_HAS_BYTE_VECTORS
// Transposes eight words as 8 x 8 bytes: byte i of word k becomes byte k of word i.
void transpose_bytes(const std::uint64_t* from, std::array<std::uint64_t, 8>& to) {
  std::copy_n(from, 8, to.begin());
  // Exchanges the upper half of each group of bytes in word i with the lower half of the same group in word i +
  // distance.
  const auto exchange = [&to](unsigned distance, std::uint64_t lower) {
    for (unsigned i = 0; i < 8; ++i) {
      if ((i & distance) != 0) continue;
      const std::uint64_t differing = (to[i] >> 8 * distance ^ to[i + distance]) & lower;
      to[i] ^= differing << 8 * distance;
      to[i + distance] ^= differing;
    }
  };
  exchange(4, 0x00000000FFFFFFFF);
  exchange(2, 0x0000FFFF0000FFFF);
  exchange(1, 0x00FF00FF00FF00FF);
}
#endif

// The planes as rows of bytes: bit f of byte i of row r is set if plane i contains the square on rank r and file f.
class PlaneRows {
 public:
  explicit PlaneRows(std::span<const std::uint64_t> squares) {
#if BITROOK_HAS_BYTE_VECTORS
    for (std::size_t i = 0; i < squares.size(); i += 16) {
      transpose_bytes(squares.data() + i, rows_[0].data() + i, sizeof rows_[0]);
    }
#else
    std::array<std::uint64_t, 8> words;
    for (std::size_t i = 0; i < squares.size(); i += 8) {
      transpose_bytes(squares.data() + i, words);
      for (unsigned rank = 0; rank < 8; ++rank) {
        for (unsigned k = 0; k < 8; ++k) rows_[rank][i + k] = std::uint8_t(words[rank] >> 8 * k);
      }
    }
#endif
  }
  const std::uint8_t* operator[](unsigned rank) const { return rows_[rank].data(); }

 private:
  // If the distance between rows were a power of two, they would share cache sets.
  std::array<std::array<std::uint8_t, PlaneStack::MaxPlanes + 64>, 8> rows_;
};

// Squares are written in blocks of 64 planes. The last block overlaps the previous one. If there is only one block, its
// excess items are overwritten by the next square.
constexpr std::size_t Block = 64;

// Writes the eight squares of a rank block by block, so that the bytes of the planes stay in registers. Inlined, so
// that the compiler can see that `rows` and `out` do not overlap.
BITROOK_ALWAYS_INLINE void write_blocks(const PlaneRows& rows, const std::uint8_t* values, std::size_t n,
                                        std::uint8_t* out) {
  const std::size_t last = n - std::min(n, Block);
  for (unsigned rank = 0; rank < 8; ++rank, out += 8 * n) {
    for (std::size_t i = 0;; i = std::min(i + Block, last)) {
      for (unsigned file = 0; file < 8; ++file) {
        write_masked(mask_of_bit(rows[rank] + i, file), values + i, out + file * n + i);
      }
      if (i == last) break;
    }
  }
}

// Wider items of many boards do not fit in the cache. Writing them in memory order, and prefetching 8 KB ahead, takes
// two thirds of the time for floats.
template <class Bits>
void write_blocks(const PlaneRows& rows, const Bits* values, std::size_t n, Bits* out) {
  constexpr std::size_t Ahead = 8192 / sizeof(Bits), InLine = 64 / sizeof(Bits);
  const std::size_t last = n - std::min(n, Block);
  for (unsigned square = 0; square < 64; ++square, out += n) {
    for (std::size_t i = 0;; i = std::min(i + Block, last)) {
      for (std::size_t k = 0; k < Block; k += InLine) prefetch_for_write(out + i + Ahead + k);
      write_masked(mask_of_bit(rows[square / 8] + i, square % 8), values + i, out + i);
      if (i == last) break;
    }
  }
}

}  // namespace

template <class Bits>
void write_planes(const Planes& planes, std::span<const float> divisors, Bits* out) {
  std::array<Bits, 64> values;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const Bits value = bits_of<Bits>(planes.numbers[i], divisors[i]);
    if (i == 0 || value != values[0]) values.fill(value);  // it is 1 for most planes
    write_masked(mask_of_squares(planes.squares[i]), values.data(), out + 64 * i);
  }
}
template void write_planes(const Planes&, std::span<const float>, std::uint8_t*);
template void write_planes(const Planes&, std::span<const float>, std::uint16_t*);
template void write_planes(const Planes&, std::span<const float>, std::uint32_t*);

template <class Bits>
void write_squares(const Planes& planes, std::span<const float> divisors, Bits* out) {
  const std::size_t n = planes.size();
  const PlaneRows rows(planes.squares);
  std::array<Bits, PlaneStack::MaxPlanes> values;
  for (std::size_t i = 0; i < n; ++i) values[i] = bits_of<Bits>(planes.numbers[i], divisors[i]);
  if (n >= Block) return write_blocks(rows, values.data(), n, out);
  std::array<Bits, 64 * Block> copy;
  write_blocks(rows, values.data(), n, copy.data());
  std::copy_n(copy.begin(), 64 * n, out);
}
template void write_squares(const Planes&, std::span<const float>, std::uint8_t*);
template void write_squares(const Planes&, std::span<const float>, std::uint16_t*);
template void write_squares(const Planes&, std::span<const float>, std::uint32_t*);

void write_words(const Planes& planes, std::span<const std::uint16_t> counters, std::uint64_t* out) {
  std::copy_n(planes.squares.begin(), planes.size(), out);
  for (const std::uint16_t i : counters) out[i] = planes.numbers[i];
}

// --- The plane stacks of known frameworks. Those of PettingZoo, Lc0 and Maia-3 follow their own rules.

namespace {

// A stack: the planes `first`, then `each` for the last `positions` positions, then `last`. Names are separated by
// spaces, and "own_*" stands for the six planes of own pieces.
struct KnownStack {
  std::string_view name;
  bool mirrored, rank_1_first;
  std::string_view first;
  unsigned positions;
  std::string_view each, last;
};
constexpr KnownStack KnownStacks[] = {
    {"pieces", true, true, "", 1, "own_* opponent_*", ""},
    {"alphazero", true, false, "", 8, "own_* opponent_* unique recurring",
     "black_to_move ply/512 own_queenside_castling own_kingside_castling opponent_queenside_castling "
     "opponent_kingside_castling halfmove_clock/100"},
    {"openspiel", false, true,
     "white_kings black_kings white_queens black_queens white_rooks black_rooks white_bishops black_bishops "
     "white_knights black_knights white_pawns black_pawns empty repetitions/2 white_to_move halfmove_clock/101 "
     "white_queenside_castling white_kingside_castling black_queenside_castling black_kingside_castling",
     0, "", ""},
    {"maia2", true, true, "", 1, "own_* opponent_*",
     "ones own_kingside_castling own_queenside_castling opponent_kingside_castling opponent_queenside_castling "
     "en_passant"},
    // The names describe what the planes contain in most positions. The exceptions are in encode_pettingzoo().
    {"pettingzoo", true, false,
     "own_kingside_castling own_queenside_castling opponent_kingside_castling opponent_queenside_castling "
     "black_to_move halfmove_clock ones",
     8, "own_* opponent_* repeated", ""},
};
static_assert(std::ranges::all_of(KnownStacks,
                                  [](const KnownStack& stack) {
                                    return std::ranges::find(PlaneStack::Known, stack.name) != PlaneStack::Known.end();
                                  }),
              "PlaneStack::Known lacks the name of a stack");

using Names = std::vector<std::string>;

constexpr std::size_t Maia3Positions = 8;

void add_planes(Names& names, std::string_view list, unsigned age = 0) {
  const std::string suffix = age == 0 ? std::string() : std::string("@").append(std::to_string(age));
  std::istringstream words{std::string(list)};
  for (std::string name; words >> name;) {
    if (name.back() != '*') {
      names.push_back(name + suffix);
      continue;
    }
    name.pop_back();
    for (const char* piece : {"pawns", "knights", "bishops", "rooks", "queens", "kings"}) {
      names.push_back(name + piece + suffix);
    }
  }
}

void add_aged_planes(Names& names, std::string_view each, unsigned positions) {
  for (unsigned age = 0; age < positions; ++age) add_planes(names, each, age);
}

Names lc0_names(Lc0Format format) {
  Names names;
  add_aged_planes(names, "own_* opponent_* repeated", 8);
  add_planes(names, format == Lc0Format::Classical ? "own_queenside_castling own_kingside_castling "
                                                     "opponent_queenside_castling opponent_kingside_castling"
                                                   : "queenside_castling_rooks kingside_castling_rooks zeros zeros");
  add_planes(names, format >= Lc0Format::Canonical ? "en_passant" : "black_to_move");
  add_planes(names, format >= Lc0Format::CanonicalHectoplies ? "halfmove_clock/100" : "halfmove_clock");
  add_planes(names, format >= Lc0Format::HectopliesArmageddon ? "black_to_move ones" : "zeros ones");
  return names;
}

// Whether this is the start position.
bool is_start(const Frame& f) {
  static const Frame start(Position::start());
  return f.placement == start.placement && f.turn == start.turn && f.castling == start.castling;
}

// The 13 planes of a position in PettingZoo's and Lc0's stacks.
std::array<PlaneStack::Spec, 2> pieces_and_repeated(std::size_t age) {
  using Kind = PlaneStack::Kind;
  return {{{.kind = Kind::AllPieces, .age = std::uint8_t(age), .relative = true},
           {.kind = Kind::Repeated, .age = std::uint8_t(age)}}};
}

}  // namespace

std::optional<PlaneStack> PlaneStack::find(std::string_view name) {
  if (name == "lc0") return lc0(Lc0Format::Classical, Lc0Fill::FenOnly);
  if (name == "pgx") {
    std::optional<PlaneStack> stack = find("alphazero");
    for (Spec& spec : stack->specs_) spec.distinct = EnPassantMark::Skipped;
    return stack;
  }
  if (name == "maia3") return maia3();
  const auto* known = std::ranges::find(KnownStacks, name, &KnownStack::name);
  if (known == std::end(KnownStacks)) return std::nullopt;
  Names names;
  add_planes(names, known->first);
  add_aged_planes(names, known->each, known->positions);
  add_planes(names, known->last);
  std::size_t bad = 0;
  std::optional<PlaneStack> stack = of(names, known->mirrored, known->rank_1_first, bad);
  if (name == "openspiel") {
    for (Spec& spec : stack->specs_) spec.distinct = EnPassantMark::Attacked;
  }
  if (name == "pettingzoo") {
    stack->method_ = Method::PettingZoo;
    stack->counters_.clear();
  }
  return stack;
}

PlaneStack PlaneStack::maia3() {
  Names names;
  for (unsigned age = Maia3Positions; age-- > 0;) add_planes(names, "own_* opponent_*", age);
  add_planes(names, "zeros");
  std::size_t bad = 0;
  PlaneStack stack = *of(names, true, true, bad);
  stack.method_ = Method::Maia3;
  return stack;
}

PlaneStack PlaneStack::lc0(Lc0Format format, Lc0Fill fill) {
  std::size_t bad = 0;
  PlaneStack stack = *of(lc0_names(format), true, true, bad);
  stack.method_ = Method::Lc0;
  stack.lc0_format_ = format;
  stack.lc0_fill_ = fill;
  // Version 2 skips positions that occurred only once, so it looks further back.
  if (format == Lc0Format::CanonicalV2 || format == Lc0Format::V2Armageddon) stack.depth_ = MaxDepth;
  return stack;
}

// Encodes a board as chess_v6 does: the start position is not part of the history; a pawn that has just made a double
// push is marked on its first rank; half the half-move clock is written as a square.
void PlaneStack::encode_pettingzoo(std::span<const Frame> frames, Planes& out) const {
  evaluate(std::span(specs_).first(7), frames, out, 0);
  const bool black = frames[0].turn == Color::Black;
  const unsigned clock = frames[0].halfmove_clock / 2;
  out.squares[5] = clock < 64 ? std::uint64_t{1} << clock : 0;
  out.numbers[5] = 1;
  std::fill(out.squares.begin() + 7, out.squares.end(), 0);
  for (unsigned age = 0; age < 8; ++age) {
    const Frame& f = frames[age];
    if (!f.exists || (f.fullmove_number == 1 && f.halfmove_clock == 0 && is_start(f))) continue;
    std::uint64_t* const planes = out.squares.data() + 7 + 13 * age;
    evaluate(pieces_and_repeated(age), frames, out, 7 + 13 * age);
    if (f.en_passant == Square::None) continue;
    const bool white = rank_of(f.en_passant) == Rank::R3;
    const Bitboard pushed(offset(f.en_passant, white ? 8 : -8));
    const Bitboard marked(make_square(file_of(f.en_passant), white ? Rank::R1 : Rank::R8));
    std::uint64_t& pawns = planes[white == black ? 6 : 0];
    pawns = (pawns & ~pushed.word()) | marked.word();
  }
}

// Encodes a board as Maia-3's tokens: each position is seen from its own side to move, and the first position of the
// game stands in for those before it.
void PlaneStack::encode_maia3(std::span<const Frame> frames, Planes& out) const {
  std::size_t known = 1;
  while (known < frames.size() && frames[known].exists) ++known;
  for (std::size_t slot = 0; slot < Maia3Positions; ++slot) {
    const std::size_t age = std::min(Maia3Positions - 1 - slot, known - 1);
    evaluate(std::array{PlaneStack::Spec{.kind = Kind::AllPieces, .relative = true}}, frames.subspan(age), out,
             12 * slot);
    if (frames[age].turn == Color::White) continue;
    for (std::uint64_t& squares : std::span(out.squares).subspan(12 * slot, 12)) squares = byte_swapped(squares);
  }
  out.squares[12 * Maia3Positions] = 0;  // the clock, which boards do not have
}

namespace {

// --- Lc0's canonical form: the board is flipped, mirrored and transposed so that our king is in the triangle e1-h1-h4,
// or as close to it as castling rights and pawns allow.

struct Transform {
  bool flip = false, mirror = false, transpose = false;

  std::uint64_t operator()(std::uint64_t squares) const {
    Bitboard b(squares);
    if (flip) b = flipped_horizontal(b);
    if (mirror) b = flipped_vertical(b);
    if (transpose) b = flipped_anti_diagonal(b);
    return b.word();
  }
};

Transform canonical_transform(std::span<const std::uint64_t> planes) {
  Transform t;
  if ((planes[104] | planes[105]) != 0) return t;
  t.flip = (planes[5] & 0x0F0F0F0F0F0F0F0F) != 0;
  if ((planes[0] | planes[6]) != 0) return t;
  t.mirror = (t(planes[5]) & 0xFFFFFFFF00000000) != 0;
  const std::uint64_t king = t(planes[5]);
  constexpr std::uint64_t Above = 0xE0C08000, Diagonal = 0x10204080;
  if ((king & Above) != 0) {
    t.transpose = true;
  } else if ((king & Diagonal) != 0) {
    // Transpose if that makes the first of these sets that is not symmetric a smaller number.
    std::uint64_t ours = 0, theirs = 0;
    for (unsigned i = 0; i < 6; ++i) {
      ours |= planes[i];
      theirs |= planes[i + 6];
    }
    const auto both = [&](unsigned i) { return planes[i] | planes[i + 6]; };
    for (const std::uint64_t set : {ours | theirs, ours, both(5), both(4), both(3), both(1), both(2)}) {
      const std::uint64_t plain = t(set), transposed = flipped_anti_diagonal(Bitboard(plain)).word();
      if (plain == transposed) continue;
      t.transpose = transposed < plain;
      break;
    }
  }
  return t;
}

}  // namespace

void PlaneStack::encode_lc0(std::span<const Frame> frames, Planes& out) const {
  const bool canonical = lc0_format_ >= Lc0Format::Canonical;
  const bool repeats_only = lc0_format_ == Lc0Format::CanonicalV2 || lc0_format_ == Lc0Format::V2Armageddon;
  const Frame& now = frames[0];
  std::fill_n(out.squares.begin(), 104, 0);
  evaluate(std::span(specs_).last(8), frames, out, 104);
  // Lc0 tests only whether a pawn attacks the skipped square, and takes over the square of a FEN unconditionally.
  const auto is_marked = [](const Frame& frame) { return frame.mark() >= EnPassantMark::Named; };
  // To Lc0, positions with different marks are different.
  const auto is_repeated = [](const Frame& frame) {
    return frame.repetitions > unsigned(frame.earlier_mark >= EnPassantMark::Named);
  };
  if (canonical) {  // a double push is marked on the last rank
    const bool there = is_marked(now);
    out.squares[108] = there ? Bitboard(make_square(file_of(now.en_passant), relative(Rank::R8, now.turn))).word() : 0;
  }
  std::size_t known = 1;
  while (known < frames.size() && frames[known].exists) ++known;
  std::size_t age = 0;
  for (unsigned slot = 0; slot < 8; ++age) {
    const bool filled = age >= known;  // before the start of the game
    const Frame& f = frames[std::min(age, known - 1)];
    if (canonical && f.castling != now.castling) break;
    if (canonical && age > 0 && is_marked(f)) break;
    if (filled && lc0_fill_ == Lc0Fill::No && (age > known || !is_marked(f))) break;  // a mark implies the last move
    if (filled && lc0_fill_ == Lc0Fill::FenOnly && is_start(f)) break;
    if (repeats_only && age > 0 && !is_repeated(f)) {
      if (f.halfmove_clock == 0 || age > MaxDepth) break;
      continue;
    }
    const std::size_t next = 13 * slot++;
    std::uint64_t* const planes = out.squares.data() + next;
    evaluate(pieces_and_repeated(std::min(age, known - 1)), frames, out, next);
    planes[12] = is_repeated(f) ? ~std::uint64_t{0} : 0;
    if (filled && is_marked(f)) {  // show the position before the double push
      const bool white = rank_of(f.en_passant) == Rank::R3;
      const Bitboard pushed(offset(f.en_passant, white ? 8 : -8)), origin(offset(f.en_passant, white ? -8 : 8));
      planes[(now.turn == Color::White) == white ? 0 : 6] ^= (pushed | origin).word();
    }
    if (canonical && f.halfmove_clock == 0) break;
  }
  if (now.turn == Color::Black) {
    for (std::uint64_t& squares : out.squares) squares = byte_swapped(squares);
  }
  if (!canonical) return;
  const Transform t = canonical_transform(out.squares);
  for (std::uint64_t& squares : std::span(out.squares).first(109)) squares = t(squares);
}

}  // namespace bitrook::batch
