// Boards and moves as tokens: numbers in a vocabulary, for transformers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitrook/batch/frame.hpp"

namespace bitrook::batch {

// DeepMind's searchless chess: side to move, 64 squares from a8 to h1, castling (4), en-passant square (2), half-move
// clock (3) and move number (3), as characters of a FEN; '.' is an empty square and pads the fields.
inline constexpr unsigned DeepMindTokens = 77;
inline constexpr std::string_view DeepMindAlphabet = "0123456789abcdefghpnrkqPBNRQKw.";

// Returns false if the clock or the move number is above 999, which has no tokens.
bool write_deepmind_tokens(const Frame& f, std::span<std::uint8_t, DeepMindTokens> out);

// Writes the squares from a1 to h8: 0 if empty, 1 to 6 for P N B R Q K of the side to move, and 7 to 12 for those of
// its opponent, with the ranks mirrored for Black. Without `mirrored`: 1 to 6 for White and 7 to 12 for Black, from a1
// to h8.
void write_square_tokens(const Frame& f, bool mirrored, std::span<std::uint8_t, 64> out);

// All SAN texts that a legal move can have in any position, without + and #.
class SanVocabulary {
 public:
  static const SanVocabulary& get();

  const std::vector<std::string>& texts() const { return texts_; }
  int encode(const Position& p, Move m) const;              // -1 if the move is illegal or has no token
  Move decode(const Position& p, std::size_t token) const;  // the null move if `token` does not encode a legal move

 private:
  SanVocabulary();

  std::vector<std::string> texts_;
  std::vector<std::pair<std::string_view, int>> tokens_;  // by text
};

}  // namespace bitrook::batch
