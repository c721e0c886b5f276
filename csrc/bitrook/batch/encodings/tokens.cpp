// Writing the tokens of boards, and the vocabulary of moves in SAN.
#include "bitrook/batch/encodings/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/notation/san.hpp"

namespace bitrook::batch {

namespace {

constexpr std::string_view PieceLetters = ".?PpNnBbRrQqKk";  // by the value of a Piece

constexpr auto TokenOf = [] {
  std::array<std::uint8_t, 128> tokens{};
  for (std::size_t i = 0; i < DeepMindAlphabet.size(); ++i) tokens[std::size_t(DeepMindAlphabet[i])] = std::uint8_t(i);
  return tokens;
}();

constexpr std::uint8_t token(char c) { return TokenOf[std::size_t(c)]; }

// Returns false if the number has more than three digits.
bool write_number(std::uint32_t number, std::uint8_t* out) {
  char digits[10];
  const auto end = std::to_chars(digits, digits + 10, number).ptr;
  for (unsigned i = 0; i < 3; ++i) out[i] = token(digits + i < end ? digits[i] : '.');
  return end <= digits + 3;
}

}  // namespace

bool write_deepmind_tokens(const Frame& f, std::span<std::uint8_t, DeepMindTokens> out) {
  out[0] = token(f.turn == Color::White ? 'w' : 'b');
  const placement::Mailbox pieces = placement::mailbox_of(f.placement);
  for (unsigned i = 0; i < 64; ++i) out[1 + i] = token(PieceLetters[index(pieces[i ^ 56])]);
  unsigned n = 65;
  for (const Color c : Colors) {
    const Square king = f.king(c);
    const Bitboard rooks = f.castling & f.placement.of(c);
    for (const bool kingside : {true, false}) {
      const bool can = std::ranges::any_of(rooks, [&](Square rook) { return (rook > king) == kingside; });
      if (can) out[n++] = token(kingside ? (c == Color::White ? 'K' : 'k') : (c == Color::White ? 'Q' : 'q'));
    }
  }
  while (n < 69) out[n++] = token('.');
  const bool en_passant = f.en_passant_is_legal;
  out[69] = token(en_passant ? file_letter(f.en_passant) : '.');
  out[70] = token(en_passant ? rank_digit(f.en_passant) : '.');
  return write_number(f.halfmove_clock, &out[71]) && write_number(f.fullmove_number, &out[74]);
}

void write_square_tokens(const Frame& f, bool mirrored, std::span<std::uint8_t, 64> out) {
  const placement::Mailbox pieces = placement::mailbox_of(f.placement);
  const bool flip = mirrored && f.turn == Color::Black;
  for (unsigned i = 0; i < 64; ++i) {
    const unsigned piece = index(pieces[flip ? i ^ 56 : i]), other = (piece & 1) ^ unsigned(flip);
    out[i] = std::uint8_t(piece == 0 ? 0 : piece / 2 + 6 * other);
  }
}

// --- SAN.

namespace {

std::string name(Square s) { return {file_letter(s), rank_digit(s)}; }

// Adds the moves of pieces other than pawns, by target square: without the origin, and with the file, the rank or the
// square of the origin.
void add_piece_moves(std::vector<std::string>& texts, PieceType t) {
  for (const Square to : Bitboard::all()) {
    const Bitboard origins = attacks(t, Color::White, to, Bitboard());
    std::vector<std::string> from{""};
    if (t != PieceType::King) {
      for (unsigned i = 0; i < 8; ++i) {
        if (origins.meets(Bitboard(File(i)))) from.push_back({char('a' + i)});
      }
      for (unsigned i = 0; i < 8; ++i) {
        if (origins.meets(Bitboard(Rank(i)))) from.push_back({char('1' + i)});
      }
      for (const Square s : origins) from.push_back(name(s));
    }
    for (const std::string& origin : from) {
      for (const char* capture : {"", "x"}) texts.push_back(to_upper(letter_of(t)) + origin + capture + name(to));
    }
  }
}

void add_pawn_moves(std::vector<std::string>& texts) {
  for (const Square to : Bitboard::all() - Bitboard(Rank::R1) - Bitboard(Rank::R8)) texts.push_back(name(to));
  for (const Square to : Bitboard::all() - Bitboard(Rank::R1) - Bitboard(Rank::R8)) {
    for (const Square from : king_attacks(to) & Bitboard(rank_of(to))) {  // on adjacent files
      texts.push_back(std::string{file_letter(from), 'x'}.append(name(to)));
    }
  }
  for (const Square to : Bitboard(Rank::R1) | Bitboard(Rank::R8)) {
    for (const Square from : (king_attacks(to) | Bitboard(to)) & Bitboard(rank_of(to))) {
      const std::string origin = from == to ? std::string() : std::string{file_letter(from), 'x'};
      for (const char piece : {'Q', 'R', 'B', 'N'}) texts.push_back(origin + name(to) + '=' + piece);
    }
  }
}

}  // namespace

const SanVocabulary& SanVocabulary::get() {
  // Not destroyed at exit, when daemon threads may still be using it.
  static const auto& vocabulary = *new SanVocabulary();
  return vocabulary;
}

SanVocabulary::SanVocabulary() {
  add_pawn_moves(texts_);
  for (const PieceType t : PieceTypes) {
    if (t != PieceType::Pawn) add_piece_moves(texts_, t);
  }
  texts_.insert(texts_.end(), {"O-O", "O-O-O"});
  tokens_.reserve(texts_.size());
  for (std::size_t i = 0; i < texts_.size(); ++i) tokens_.emplace_back(texts_[i], int(i));
  std::ranges::sort(tokens_);
}

int SanVocabulary::encode(const Position& p, Move m) const {
  char text[MaxSan];
  std::size_t length = is_legal(p, m) ? write_san(p, m, text) : 0;
  while (length > 0 && (text[length - 1] == '+' || text[length - 1] == '#')) --length;
  const std::string_view written(text, length);
  const auto found = std::ranges::lower_bound(tokens_, written, {}, &std::pair<std::string_view, int>::first);
  return found == tokens_.end() || found->first != written ? -1 : found->second;
}

Move SanVocabulary::decode(const Position& p, std::size_t token) const {
  if (token >= texts_.size()) return Move::null();
  const ParsedMove parsed = parse_san(p, texts_[token]);
  return parsed ? parsed.move : Move::null();
}

}  // namespace bitrook::batch
