// Why a move is illegal: the reason, its text, and the exception of `play`.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// Ordered by how close a move is to being legal. If SAN text matches several moves, the last of their reasons is
// reported.
enum class IllegalReason : std::uint8_t {
  None,  // the move is legal
  NullMove,
  Drop,
  NoSuchPiece,  // the text names a piece that the side to move does not have
  EmptySquare,
  NotYourPiece,
  OwnPieceOnTarget,
  CannotReach,
  NothingToCapture,
  Blocked,
  PromotionMissing,
  PromotionForbidden,
  CastlingEncoding,
  CastlingInSan,  // castling, written in SAN as a move of the king
  CastlingRights,
  CastlingBlocked,
  CastlingOutOfCheck,
  CastlingThroughCheck,
  DoubleCheck,
  InCheck,
  IntoCheck,
  Pinned,
  EnPassantExposes,
  // --- Of variants.
  GameOver,
  MustCapture,
  GivesCheck,
  ExplodesKing,
  NotInPocket,
  DropOnPiece,
  DropOnBackrank,
};

// A clause for a message: "the piece is pinned to its king".
std::string_view text(IllegalReason reason);

// Accepts any of the 65,536 moves. Takes up to a few hundred nanoseconds.
IllegalReason why_illegal(const Position& p, Move m);

// Thrown by Position::play and Game::play: "illegal move e2e5, the piece does not move like that".
class IllegalMoveError : public std::invalid_argument {
 public:
  IllegalMoveError(const Position& p, Move m);
  Move move() const { return move_; }
  IllegalReason reason() const { return reason_; }

 private:
  Move move_;
  IllegalReason reason_;
};

}  // namespace bitrook
