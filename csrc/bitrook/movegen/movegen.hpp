// Move generation: lists and counts the legal and pseudo-legal moves of a position, and tests single moves.
#pragma once

#include <optional>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/position/castling.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// Restricts moves to these origins and targets, without changing their order.
struct Mask {
  Bitboard from = Bitboard::all();
  Bitboard to = Bitboard::all();
};

// Each function replaces the contents of the list. The order is guaranteed to be that of python-chess: pieces other
// than pawns by origin from h8 down to a1, each by target from h8 down; castling, h-side first; pawn captures by
// origin, promotions as queen, rook, bishop, knight; single pushes by target; double pushes; en passant. In check, king
// moves come first. See docs/coming-from-python-chess.md.
void generate_legal(const Position& p, MoveList& moves);
void generate_legal(const Position& p, MoveList& moves, Mask mask);
void generate_legal_captures(const Position& p, MoveList& moves, Mask mask = {});  // en passant last
void generate_legal_quiets(const Position& p, MoveList& moves, Mask mask = {});
void generate_legal_en_passant(const Position& p, MoveList& moves, Mask mask = {});
void generate_pseudo_legal(const Position& p, MoveList& moves, Mask mask = {});
void generate_pseudo_legal_captures(const Position& p, MoveList& moves, Mask mask = {});
void generate_pseudo_legal_en_passant(const Position& p, MoveList& moves, Mask mask = {});
void generate_castling(const Position& p, MoveList& moves, Mask mask = {});  // legal ones only

// The rights in `mask.to` with which a king in `mask.from` may castle. If there are several kings, the lowest is used.
Bitboard legal_castling_rooks(const Position& p, Mask mask);

unsigned count_legal(const Position& p);  // without listing them
bool has_legal(const Position& p);        // stops at the first

// These make a move if it is legal. Otherwise they leave the position unchanged: `play` throws IllegalMoveError, and
// `try_play` returns nothing.
Undo play(Position& p, Move m);
std::optional<Undo> try_play(Position& p, Move m);

// These accept any of the 65,536 moves.
bool is_legal(const Position& p, Move m);
bool is_pseudo_legal(const Position& p, Move m);
bool is_into_check(const Position& p, Move m);  // whether the move leaves its own king attacked
bool gives_check(const Position& p, Move m);    // for legal and illegal moves

// Given the squares of pieces that can reach `to`, returns those from which the move is legal. Not for kings and pawns,
// and not for positions where the side to move has several kings or a promoted one.
inline Bitboard legal_origins(const Position& p, Bitboard origins, Square to) {
  if (p.of(p.turn()).contains(to)) return Bitboard();
  const Square king = p.king(p.turn());
  const Bitboard pinned = origins & p.pinned();
  if (p.is_check()) [[unlikely]] {
    const Bitboard checkers = p.checkers();
    if (checkers.many() || !(checkers | between(king, checkers.first())).contains(to)) return Bitboard();
    return origins - pinned;
  }
  for (const Square s : pinned) [[unlikely]] {
    if (!line(king, s).contains(to)) origins -= Bitboard(s);
  }
  return origins;
}

// Properties of a move that is at least pseudo-legal.
bool is_en_passant(const Position& p, Move m);
bool is_capture(const Position& p, Move m);  // includes en passant, but not a king that castles onto its rook
bool is_zeroing(const Position& p, Move m);  // resets the half-move clock
bool loses_castling_right(const Position& p, Move m);
bool is_irreversible(const Position& p, Move m);
bool is_castling(const Position& p, Move m);  // in either encoding
bool is_kingside_castling(const Position& p, Move m);
bool is_queenside_castling(const Position& p, Move m);

// --- The definition of legal castling, for chess and for the variants where a king may cross other squares.

// The rights in `mask.to` with which a king in `mask.from` may castle. `any_attacked(squares, occupied)` tells whether
// a king must not be on one of the squares.
template <class AnyAttacked>
Bitboard castling_rooks(const Position& p, Mask mask, AnyAttacked any_attacked) {
  const Color us = p.turn();
  const Bitboard kings = p.castling_kings(us) & mask.from;
  const Bitboard rights = p.castling_rights() & Bitboard(relative(Rank::R1, us)) & mask.to;
  if (kings.empty() || rights.empty()) return Bitboard();
  const Square from = kings.first();
  const Bitboard king{from};
  Bitboard legal;
  for (const Square rook : rights) {
    const CastlingPath& path = castling_path(us, from, rook);
    // An artificial right can refer to a square without a rook. As in python-chess, the toggle then occupies that
    // square.
    const Bitboard others = p.occupied() ^ king ^ Bitboard(rook), king_to{path.king_to}, rook_to{path.rook_to};
    if (others.disjoint(path.empty | path.king_walk | rook_to) &&
        !any_attacked((path.king_walk - king_to) | king, p.occupied() ^ king) &&
        !any_attacked(king_to, others ^ rook_to))
      legal |= Bitboard(rook);
  }
  return legal;
}

}  // namespace bitrook
