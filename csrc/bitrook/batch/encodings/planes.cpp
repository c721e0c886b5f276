// The planes of a stack: parsing their names, and computing their sets of squares.
#include "bitrook/batch/encodings/planes.hpp"

#include <algorithm>
#include <charconv>

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

// Whether the position had occurred before or occurs again in a newer frame.
bool occurs_again(std::span<const Frame> frames, const Spec& spec) {
  const Frame& f = frames[spec.age];
  if (f.repetitions > 1) return true;
  if (f.repetitions == 1 && !(spec.compares_squares && f.earlier_mark != EnPassantMark::None)) return true;
  for (unsigned newer = spec.age % 2; newer < spec.age; newer += 2) {
    if (!frames[newer].same_position(f)) continue;
    if (!spec.compares_squares || frames[newer].en_passant == f.en_passant) return true;
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

std::uint32_t counter(Kind kind, const Frame& f) {
  if (kind == Kind::Repetitions) return f.repetitions;
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
      out.numbers[next] = counter(spec.kind, f);
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

}  // namespace bitrook::batch
