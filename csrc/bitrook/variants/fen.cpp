// Reading and writing FENs of variants. The reader blanks what a variant adds and leaves the rest to the reader of
// chess.
#include "bitrook/variants/fen.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "bitrook/base/names.hpp"

namespace bitrook::fen {

namespace {

constexpr std::string_view Space = " \t\n\v\f\r\x1c\x1d\x1e\x1f";  // where Python's str.split() splits

struct Part {
  std::size_t begin, end;
};

std::vector<Part> fields_of(std::string_view text) {
  std::vector<Part> fields;
  for (std::size_t end = 0;;) {
    const std::size_t begin = text.find_first_not_of(Space, end);
    if (begin == text.npos) return fields;
    end = std::min(text.find_first_of(Space, begin), text.size());
    fields.push_back({begin, end});
  }
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
  std::fill(text.begin() + std::ptrdiff_t(begin), text.begin() + std::ptrdiff_t(end), ' ');
}

std::optional<Error> read_pockets(std::string& text, VariantState& state) {
  const std::vector<Part> fields = fields_of(text);
  if (fields.empty()) return std::nullopt;
  auto [begin, end] = fields[0];
  const std::string_view placement = std::string_view(text).substr(begin, end - begin);
  std::size_t bracket = placement.find('[');
  const bool in_brackets = bracket != placement.npos;
  if (in_brackets) {
    if (placement.back() != ']') return Error{Field::Pocket, Problem::BadPocket, end};
  } else {
    if (std::ranges::count(placement, '/') != 8) return std::nullopt;
    bracket = placement.rfind('/');
  }
  const std::size_t first = begin + bracket + 1, last = end - in_brackets;
  if (auto error = parse_pockets(std::string_view(text).substr(first, last - first), state)) {
    error->offset += first;
    return error;
  }
  blank(text, begin + bracket, end);
  return std::nullopt;
}

// Reads "a+b" into the counters of White and Black.
bool read_counters(std::string_view text, VariantState& state, bool given) {
  if (text.size() != 3 || text[1] != '+') return false;
  for (const Color c : Colors) {
    const char digit = text[2 * index(c)];
    if (digit < '0' || digit > '3') return false;
    state.remaining_checks[index(c)] = std::int8_t(given ? '3' - digit : digit - '0');
  }
  return true;
}

std::optional<Error> read_checks(std::string& text, VariantState& state) {
  const std::vector<Part> fields = fields_of(text);
  const auto field = [&](std::size_t i) {
    return i < fields.size() ? std::string_view(text).substr(fields[i].begin, fields[i].end - fields[i].begin)
                             : std::string_view();
  };
  std::size_t i = 4;
  if (field(4).find('+') != std::string_view::npos) {
    if (!read_counters(field(4), state, false))
      return Error{Field::RemainingChecks, Problem::BadChecks, fields[4].begin};
  } else if (field(6).starts_with('+')) {
    i = 6;
    if (!read_counters(field(6).substr(1), state, true))
      return Error{Field::RemainingChecks, Problem::BadChecks, fields[6].begin};
  } else {
    return std::nullopt;
  }
  blank(text, fields[i].begin, fields[i].end);
  return std::nullopt;
}

}  // namespace

std::optional<Error> parse_pockets(std::string_view text, VariantState& state) {
  constexpr unsigned Most = 64;
  state.pockets = {};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool white = text[i] < 'a';
    const PieceType t = type_named(white ? to_lower(text[i]) : text[i]);
    if (t == PieceType::None || t == PieceType::King) return Error{Field::Pocket, Problem::BadPocket, i};
    std::uint8_t& count = state.pockets[index(white ? Color::White : Color::Black)][t];
    if (++count > Most) return Error{Field::Pocket, Problem::FullPocket, i};
  }
  return std::nullopt;
}

std::optional<Error> parse(std::string_view text, Variant v, Setup& setup, VariantState& state) {
  state = VariantState();
  if (v != Variant::Crazyhouse && v != Variant::ThreeCheck) return parse(text, setup);
  std::string rest(text);
  const auto error = v == Variant::Crazyhouse ? read_pockets(rest, state) : read_checks(rest, state);
  return error ? error : parse(rest, setup);
}

std::string write_pocket(const Pocket& pocket, Color c) {
  std::string letters;
  for (std::size_t i = pocket.counts.size(); i-- > 0;) {
    const char letter = letter_of(PieceType(i + 1));
    letters.append(pocket.counts[i], c == Color::White ? to_upper(letter) : letter);
  }
  return letters;
}

std::string write(const VariantPosition& p, Style style) {
  // The reader of chess does not know when en passant is legal in a variant.
  Position shown = p.chess();
  if (style.en_passant == EnPassant::Legal && shown.en_passant() != Square::None) {
    style.en_passant = EnPassant::Always;
    if (!p.has_legal_en_passant()) shown.set_en_passant(Square::None);
  }
  std::array<char, MaxLength> buffer;
  std::string text(buffer.data(), write(shown, style, buffer.data()));
  if (p.rules().variant == Variant::Crazyhouse) {
    const auto& pockets = p.state().pockets;
    text.insert(text.find(' '),
                '[' + write_pocket(pockets[0], Color::White) + write_pocket(pockets[1], Color::Black) + ']');
  } else if (p.rules().variant == Variant::ThreeCheck) {
    const auto& left = p.state().remaining_checks;
    const auto shown_count = [](int n) { return std::to_string(std::max(n, 0)); };
    const std::size_t clocks = text.rfind(' ', text.rfind(' ') - 1);
    text.insert(clocks, ' ' + shown_count(left[0]) + '+' + shown_count(left[1]));
  }
  return text;
}

}  // namespace bitrook::fen
