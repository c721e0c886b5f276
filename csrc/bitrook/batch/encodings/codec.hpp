// Policy codecs: the index of each move in the output of a network.
//
// The tables are computed from the definitions on first use. Most codecs see the board from the point of view of the
// side to move: for Black, the ranks are mirrored, or the board is rotated.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bitrook/batch/frame.hpp"

namespace bitrook::batch {

// The data about a position that codecs need.
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
  // How a codec represents castling.
  enum class Castling : std::uint8_t { KingTwoSquares, KingTakesRook, OwnNumbers };
  // How the board is turned for Black: not at all, with mirrored ranks, or by 180 degrees.
  enum class View : std::uint8_t { Absolute, Mirrored, Rotated };
  // The meaning of a pawn move to the last rank without a promotion piece.
  enum class PlainPromotion : std::uint8_t { Invalid, Queen, Knight };

  struct Definition {
    std::string_view name;
    View view;
    Castling castling;
    PlainPromotion plain_promotion;
    // The moves by index, from White's point of view; null moves for unused indices.
    std::vector<Move> (*moves)();
  };

  explicit Codec(const Definition& definition);
  // Null if there is no such codec.
  static const Codec* find(std::string_view name);
  static std::span<const Definition> definitions();

  std::string_view name() const { return definition_->name; }
  View view() const { return definition_->view; }
  unsigned size() const { return unsigned(moves_.size()); }
  // The move with a given index, from White's point of view and for no particular position; the null move if there is
  // none.
  Move listed(unsigned number) const { return moves_[number]; }

  // The index of a move, or -1 if the codec has no index for it. Castling may have either encoding. Legality is not
  // checked.
  int encode(const MoveContext& c, Move m) const;
  // The move with an index, in the castling encoding of the position; null if there is none.
  Move decode(const MoveContext& c, unsigned number) const;

 private:
  // What to flip in the word of a move by Black, so that White would see it.
  unsigned flips() const;

  const Definition* definition_;
  std::vector<Move> moves_;
  std::array<std::int16_t, 8 * 4096> numbers_;  // by move word, from White's point of view
};

// Marks the legal moves in `out`, by setting the bytes at their indices to 1, or by setting their bits in words of 64
// bits. Precondition: `out` has codec.size() bytes, or (codec.size() + 63) / 64 words, all of which are 0.
template <class T>
void mark_legal(const Codec& codec, const Position& p, T* out);

}  // namespace bitrook::batch
