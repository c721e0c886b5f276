// The rules and the start position of a game, from its Variant and FEN tags.
#include "bitrook/pgn/start.hpp"

#include <algorithm>
#include <array>

#include "bitrook/base/characters.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/position/castling.hpp"
#include "bitrook/variants/fen.hpp"

namespace bitrook::pgn {

namespace {

using std::string_view_literals::operator""sv;

// clang-format off
constexpr std::array Chess960Names{"chess960"sv, "chess 960"sv, "fischerandom"sv, "fischerrandom"sv, "fischer random"sv,
                                    "fischer random chess"sv, "fischerandom chess"sv, "chess-960"sv, "freestyle chess"sv};
// The numbered positions of the Free Internet Chess Server are standard chess with another start position.
constexpr std::array StandardNames{
    "standard"sv, "chess"sv, "classical"sv, "normal"sv, "illegal"sv, "from position"sv, "wild/0"sv, "wild/1"sv,
    "wild/2"sv, "wild/3"sv, "wild/4"sv, "wild/5"sv, "wild/6"sv, "wild/7"sv, "wild/8"sv, "wild/8a"sv};
// clang-format on

bool is_same(std::string_view name, std::string_view lower) {
  const auto equal = [](char c, char l) { return (is_upper(c) ? to_lower(c) : c) == l; };
  return std::equal(name.begin(), name.end(), lower.begin(), lower.end(), equal);
}

bool is_one_of(std::string_view name, const auto& names) {
  return std::any_of(names.begin(), names.end(), [name](std::string_view lower) { return is_same(name, lower); });
}

}  // namespace

std::optional<GameKind> kind_named(std::string_view name) {
  if (is_one_of(name, Chess960Names)) return GameKind{.chess960 = true};
  if (is_one_of(name, StandardNames)) return GameKind{};
  const std::optional<Variant> variant = variant_named(name);
  return variant ? std::optional(GameKind{.variant = variant}) : std::nullopt;
}

std::optional<StartError> read_start(std::optional<std::string_view> variant, std::optional<std::string_view> fen,
                                     StartPosition& start) {
  const auto kind = variant ? kind_named(*variant) : GameKind();
  if (!kind) return StartError{ErrorKind::Variant};
  if (!fen && !kind->variant) {
    Position position = Position::start();
    if (kind->chess960) position.set_chess960(true);
    start = position;
    return std::nullopt;
  }
  Setup setup;
  VariantState state;
  const auto error = kind->variant
                         ? fen::parse(fen.value_or(names(*kind->variant).starting_fen), *kind->variant, setup, state)
                         : fen::parse(*fen, setup);
  if (error) return StartError{ErrorKind::Fen, error};
  setup.chess960 = true;
  Position position(setup);
  if (!kind->chess960 && !has_chess960_rights(position, position.castling_rights())) {
    setup.chess960 = false;
    position = Position(setup);
  }
  if (kind->variant) {
    start = VariantPosition(rules(*kind->variant), position, state);
  } else {
    start = position;
  }
  return std::nullopt;
}

}  // namespace bitrook::pgn
