// The letters of the pieces in the languages of the world's games.
#include "bitrook/pgn/languages.hpp"

#include "bitrook/notation/san.hpp"
#include "bitrook/pgn/tokens.hpp"

namespace bitrook::pgn {

PieceLetters letters_of(const Language& language) {
  PieceLetters all;
  for (std::size_t i = 0; i < 6; ++i) all.letters[i] = language.letters[i];
  return all;
}

std::optional<Guess> guess_language(std::string_view word, const Position& position) {
  constexpr std::string_view Names[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};
  std::string buffer;
  for (const Language& language : Languages) {
    const Token token = next_token(word.data(), word.data() + word.size(), letters_of(language), buffer);
    if (token.kind != TokenKind::San || token.end != word.data() + word.size() || !parse_san(position, token.text))
      continue;
    for (std::size_t i = 0; i < 6; ++i) {
      if (word.starts_with(language.letters[i]) && (i == 0 || !word.starts_with(language.letters[0])))
        return Guess{&language, language.letters[i], Names[i]};
    }
  }
  return std::nullopt;
}

}  // namespace bitrook::pgn
