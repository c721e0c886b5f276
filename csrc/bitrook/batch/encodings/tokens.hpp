// Boards and moves as tokens: numbers in a vocabulary, for transformers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitrook/batch/encodings/frame.hpp"

namespace bitrook::batch {

// DeepMind's searchless chess: side to move, 64 squares from a8 to h1, castling (4), en-passant square (2), half-move
// clock (3) and move number (3), as characters of a FEN; '.' is an empty square and fills the fields.
inline constexpr unsigned DeepMindTokens = 77;
inline constexpr std::string_view DeepMindAlphabet = "0123456789abcdefghpnrkqPBNRQKw.";

// The last digits are lost of clocks above 999.
void write_deepmind_tokens(const Frame& f, std::span<std::uint8_t, DeepMindTokens> out);

// 0 for an empty square, 1 to 6 for P N B R Q K of the side to move, 7 to 12 for its opponent's, from a1 to h8, the
// ranks mirrored for Black. Not `mirrored`: of White and of Black, as the board stands.
void write_square_tokens(const Frame& f, bool mirrored, std::span<std::uint8_t, 64> out);

// The texts that SAN can be for a legal move of any position, without + and #.
class SanVocabulary {
 public:
  static const SanVocabulary& get();

  const std::vector<std::string>& texts() const { return texts_; }
  int encode(const Position& p, Move m) const;              // -1 if the move has no such text, as an illegal one
  Move decode(const Position& p, std::size_t token) const;  // the null move if `token` does not encode a legal move

 private:
  SanVocabulary();

  std::vector<std::string> texts_;
  std::vector<std::pair<std::string_view, int>> tokens_;  // by text
};

}  // namespace bitrook::batch
