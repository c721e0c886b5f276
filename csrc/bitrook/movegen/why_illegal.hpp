// Why a move is illegal, for messages that say so.
#pragma once

#include <cstdint>
#include <string_view>

#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// In the order of how near the move came to being legal: of several candidates for a text the nearest one's
// reason is told.
enum class IllegalReason : std::uint8_t {
  None,  // the move is legal
  NullMove,
  Drop,
  NoSuchPiece,  // of a text that names the piece: there is none
  EmptySquare,
  NotYourPiece,
  OwnPieceOnTarget,
  CannotReach,
  NothingToCapture,
  Blocked,
  PromotionMissing,
  PromotionForbidden,
  CastlingEncoding,
  CastlingRights,
  CastlingBlocked,
  CastlingOutOfCheck,
  CastlingThroughCheck,
  DoubleCheck,
  InCheck,
  IntoCheck,
  Pinned,
  EnPassantExposes,
};

// A clause for a message: "the piece is pinned to its king".
std::string_view text(IllegalReason reason);

// Any 16-bit move may be asked about. Cold: a few hundred nanoseconds at worst.
IllegalReason why_illegal(const Position& p, Move m);

}  // namespace bitrook
