// Castling rights: which are left and which of them can be used.
#include "bindings/hot_path/board/board.hpp"

namespace bitrook::bindings {

namespace {

constexpr Bitboard Corners(0x8100000000000081ull);

Bitboard backrank(Color color) { return Bitboard(relative(Rank::R1, color)); }

// The king that castles, as a set, and the usable rights of its side.
struct Rights {
  Bitboard king, rooks;
};
Rights rights_of(const Game& game, Color color) {
  const Position& p = game.position();
  return {(p.of(PieceType::King, color) & backrank(color)) - p.promoted(),
          game.clean_castling_rights() & backrank(color)};
}

Bitboard clean_castling_rights(const Game& game) { return game.clean_castling_rights(); }

bool has_castling_rights(const Game& game, Color color) { return game.clean_castling_rights().meets(backrank(color)); }
// Sets compare by their highest square.
bool has_kingside_castling_rights(const Game& game, Color color) {
  const auto [king, rooks] = rights_of(game, color);
  return king.any() && rooks.any() && Bitboard(rooks.last()) > king;
}
bool has_queenside_castling_rights(const Game& game, Color color) {
  const auto [king, rooks] = rights_of(game, color);
  return king.any() && rooks.any() && rooks.isolated_first() < king;
}

// Some right that standard chess does not know.
bool has_chess960_castling_rights(const Game& game) {
  Position p = game.position();
  p.set_chess960(true);
  const Bitboard rights = game.ply_count() ? game.castling_rights() : p.clean_castling_rights(game.castling_rights());
  if ((rights - Corners).any()) return true;
  for (const auto& [color, home] : {std::pair{Color::White, Square::E1}, std::pair{Color::Black, Square::E8}}) {
    if (rights.meets(backrank(color)) && !p.of(PieceType::King, color).contains(home)) return true;
  }
  return false;
}

}  // namespace

void add_board_castling(TypeBuilder&, TypeBuilder& board) {
  board.methods({
      method<"clean_castling_rights()", clean_castling_rights>(
          "The castling rights that king and rook stand ready to use, as an int. Once moves have been played, the\n"
          "rights as they are."),
      method<"has_castling_rights(color)", has_castling_rights>("Whether *color* may still castle at all."),
      method<"has_kingside_castling_rights(color)", has_kingside_castling_rights>(
          "Whether *color* may still castle with a rook on the king's h-side."),
      method<"has_queenside_castling_rights(color)", has_queenside_castling_rights>(
          "Whether *color* may still castle with a rook on the king's a-side."),
      method<"has_chess960_castling_rights()", has_chess960_castling_rights>(
          "Whether there are castling rights that are impossible in standard chess."),
  });
}

}  // namespace bitrook::bindings
