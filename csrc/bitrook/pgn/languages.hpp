// The letters of the pieces in the languages of the world's games.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "bitrook/pgn/options.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::pgn {

struct Language {
  std::string_view code, name;                // ISO 639-1; in English
  std::array<std::string_view, 6> letters{};  // in the order K Q R B N P
};

// Languages that are used more often come first. PGN itself is in English.
inline constexpr Language Languages[] = {
    {"de", "German", {"K", "D", "T", "L", "S", "B"}},    {"fr", "French", {"R", "D", "T", "F", "C", "P"}},
    {"es", "Spanish", {"R", "D", "T", "A", "C", "P"}},   {"ru", "Russian", {"Кр", "Ф", "Л", "С", "К", "П"}},
    {"it", "Italian", {"R", "D", "T", "A", "C", "P"}},   {"pt", "Portuguese", {"R", "D", "T", "B", "C", "P"}},
    {"nl", "Dutch", {"K", "D", "T", "L", "P", "O"}},     {"pl", "Polish", {"K", "H", "W", "G", "S", "P"}},
    {"cs", "Czech", {"K", "D", "V", "S", "J", "P"}},     {"da", "Danish", {"K", "D", "T", "L", "S", "B"}},
    {"no", "Norwegian", {"K", "D", "T", "L", "S", "B"}}, {"sv", "Swedish", {"K", "D", "T", "L", "S", "B"}},
    {"fi", "Finnish", {"K", "D", "T", "L", "R", "P"}},   {"hu", "Hungarian", {"K", "V", "B", "F", "H", "G"}},
    {"ro", "Romanian", {"R", "D", "T", "N", "C", "P"}},  {"et", "Estonian", {"K", "L", "V", "O", "R", "P"}},
    {"is", "Icelandic", {"K", "D", "H", "B", "R", "P"}}, {"en", "English", {"K", "Q", "R", "B", "N", "P"}},
};

PieceLetters letters_of(const Language& language);

// The first language in which a word is a legal move, and the piece whose letter it begins with.
struct Guess {
  const Language* language;
  std::string_view letter, piece;
};
std::optional<Guess> guess_language(std::string_view word, const Position& position);

}  // namespace bitrook::pgn
