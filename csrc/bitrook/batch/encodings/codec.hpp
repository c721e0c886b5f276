// Codecs of the policy: the number that a network's output has for each move.
//
// The tables are computed from the definitions at the first use. Most codecs see the board from the side to move: for
// Black the ranks are mirrored.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bitrook/batch/encodings/frame.hpp"

namespace bitrook::batch {

// What a codec needs to know of a position.
struct MoveContext {
  Color turn;
  bool chess960;
  Square king;     // of the side to move
  Bitboard rooks;  // of the side to move
  Bitboard pawns;  // of the side to move
  Bitboard castling;

  explicit MoveContext(const Position& p)
      : turn(p.turn()),
        chess960(p.chess960()),
        king(p.king(p.turn())),
        rooks(p.of(PieceType::Rook, p.turn())),
        pawns(p.of(PieceType::Pawn, p.turn())),
        castling(p.castling_rights()) {}
  explicit MoveContext(const Frame& f)
      : turn(f.turn),
        chess960(f.chess960),
        king(f.king(f.turn)),
        rooks(f.of(PieceType::Rook, f.turn)),
        pawns(f.of(PieceType::Pawn, f.turn)),
        castling(f.castling) {}
};

class Codec {
 public:
  // How a codec numbers castling.
  enum class Castling : std::uint8_t { KingTwoSquares, KingTakesRook, OwnNumbers };
  // What a move of a pawn to the last rank means that names no piece.
  enum class PlainPromotion : std::uint8_t { Invalid, Queen, Knight };

  struct Definition {
    std::string_view name;
    bool mirrored;  // for Black the ranks are mirrored
    Castling castling;
    PlainPromotion plain_promotion;
    // The moves by number, as White sees them; null moves for numbers that no move has.
    std::vector<Move> (*moves)();
  };

  // Null if there is no such codec.
  static const Codec* find(std::string_view name);
  static std::span<const Definition> definitions();

  std::string_view name() const { return definition_->name; }
  bool mirrored() const { return definition_->mirrored; }
  unsigned size() const { return unsigned(moves_.size()); }
  // The move with a given index, from White's point of view and for no particular position; the null move if there is
  // none.
  Move listed(unsigned number) const { return moves_[number]; }

  // The number of a move, castling in either encoding; -1 if the codec has none. Whether the move is legal is not
  // tested.
  int encode(const MoveContext& c, Move m) const;
  // The move of a number in the position's own castling encoding; null if the codec has none.
  Move decode(const MoveContext& c, unsigned number) const;

 private:
  explicit Codec(const Definition& definition);

  const Definition* definition_;
  std::vector<Move> moves_;
  std::array<std::int16_t, 8 * 4096> numbers_;  // by the word of a move as White sees it
};

// Sets the numbers of the legal moves in `out`, which has codec.size() bytes that are 0, to 1; or their bits in
// (size + 63) / 64 words that are 0.
void mark_legal(const Codec& codec, const Position& p, std::uint8_t* out);
void mark_legal(const Codec& codec, const Position& p, std::uint64_t* out);

}  // namespace bitrook::batch
