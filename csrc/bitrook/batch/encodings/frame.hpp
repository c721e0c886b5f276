// Frame: the data of a position that encodings read; and BoardSource, which provides the frames of many boards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "bitrook/data/packed.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::batch {

// A position without key, checkers and mailbox, so that it can be built quickly from 24 bytes. A span of frames is a
// game: the current position first, then the previous positions.
struct Frame {
  Placement placement;
  Bitboard castling;  // the rooks that may castle
  std::uint32_t halfmove_clock = 0;
  std::uint32_t fullmove_number = 1;
  Color turn = Color::White;
  Square en_passant = Square::None;  // the square that a pawn has just skipped
  bool en_passant_is_legal = false;  // a legal move captures there
  std::uint8_t repetitions = 0;      // how often the position had occurred before in its game
  bool chess960 = false;
  bool exists = false;  // false before the start of the game

  Frame() = default;
  explicit Frame(const Position& p, unsigned repetitions = 0);

  Square king(Color c) const {
    const Bitboard kings = placement.of(PieceType::King, c);
    return kings.any() ? kings.last() : Square::None;
  }
  Bitboard of(PieceType t, Color c) const { return placement.of(t, c); }
  // Whether a pawn of the side to move attacks the en-passant square.
  bool en_passant_is_pseudo_legal() const {
    return en_passant != Square::None && pawn_attacks(~turn, en_passant).meets(of(PieceType::Pawn, turn));
  }
  // The half-moves since the start of the game, computed from the move number.
  std::uint32_t ply() const { return 2 * (fullmove_number - 1) + index(turn); }
  // Whether the positions are the same under the repetition rule, where en passant counts only if it is legal.
  bool same_position(const Frame& f) const {
    return placement == f.placement && turn == f.turn && castling == f.castling &&
           (en_passant_is_legal ? en_passant : Square::None) == (f.en_passant_is_legal ? f.en_passant : Square::None);
  }
};

// Reads a packed position of 24 bytes. Unusable castling rights are dropped.
data::PackedError read_frame(std::span<const std::uint8_t, 24> bytes, Frame& frame);

// Boards by index. Threads may read different boards at the same time.
class BoardSource {
 public:
  virtual ~BoardSource() = default;
  virtual std::size_t size() const = 0;
  // Writes the current position of board i and the previous ones; frames before the start of the game have `exists`
  // false. Returns false if the board cannot be read.
  virtual bool load(std::size_t i, std::span<Frame> frames) const = 0;
  // The current position of board i, possibly built in `scratch`; null if the board cannot be read.
  virtual const Position* position(std::size_t i, Position& scratch) const = 0;
  // The reason why board i cannot be read.
  virtual std::string error(std::size_t) const { return {}; }
};

// Packed positions of 24 bytes: `depth` of them for each board, the newest first. 24 zero bytes mean "no position".
// Repetitions are counted only among these positions.
class PackedSource : public BoardSource {
 public:
  PackedSource(std::span<const std::uint8_t> bytes, std::size_t depth, bool chess960 = false)
      : bytes_(bytes), depth_(depth), chess960_(chess960) {}

  std::size_t size() const override { return bytes_.size() / (24 * depth_); }
  bool load(std::size_t i, std::span<Frame> frames) const override;
  const Position* position(std::size_t i, Position& scratch) const override;
  std::string error(std::size_t i) const override;

 private:
  std::span<const std::uint8_t, 24> bytes(std::size_t i, std::size_t age) const {
    return bytes_.subspan(24 * (i * depth_ + age)).first<24>();
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t depth_;
  bool chess960_;
};

}  // namespace bitrook::batch
