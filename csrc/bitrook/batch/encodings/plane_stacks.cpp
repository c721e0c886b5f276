// The plane stacks of known frameworks. Those of PettingZoo, Lc0 and Maia-3 follow their own rules.
#include <algorithm>
#include <array>
#include <sstream>

#include "bitrook/base/flips.hpp"
#include "bitrook/batch/encodings/planes.hpp"

namespace bitrook::batch {

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
    for (Spec& spec : stack->specs_) spec.compares_squares = true;
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
  const auto is_marked = [](const Frame& frame) { return frame.mark() == EnPassantMark::Attacked; };
  // To Lc0, positions with different marks are different.
  const auto is_repeated = [](const Frame& frame) {
    return frame.repetitions > 1 || (frame.repetitions == 1 && frame.earlier_mark != EnPassantMark::Attacked);
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
