// What may happen next: the pseudo-legal and the legal moves of a position, listed or counted.
#pragma once

#include <cstdint>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// Origins and targets that a caller is interested in; they filter and never reorder.
struct Mask {
  Bitboard from = Bitboard::all();
  Bitboard to = Bitboard::all();
};

// Appended in python-chess's order, which is a promise: pieces other than pawns by origin from h8 down to
// a1, each by target from h8 down; castling, h-side first; pawn captures by origin, promotions as queen,
// rook, bishop, knight; single steps by target; double steps; en passant. In check: the king's steps
// first, then the rest. See docs/coming-from-python-chess.md.
void generate_legal(const Position& p, MoveList& moves);
void generate_legal(const Position& p, MoveList& moves, Mask mask);
void generate_legal_captures(const Position& p, MoveList& moves, Mask mask = {});  // en passant last
void generate_legal_quiets(const Position& p, MoveList& moves, Mask mask = {});
void generate_legal_en_passant(const Position& p, MoveList& moves, Mask mask = {});
void generate_pseudo_legal(const Position& p, MoveList& moves, Mask mask = {});
void generate_pseudo_legal_captures(const Position& p, MoveList& moves, Mask mask = {});
void generate_pseudo_legal_en_passant(const Position& p, MoveList& moves, Mask mask = {});
void generate_castling(const Position& p, MoveList& moves, Mask mask = {});

unsigned count_legal(const Position& p);  // without listing
bool has_legal(const Position& p);        // stops at the first

// Any 16-bit move may be asked about.
bool is_legal(const Position& p, Move m);
bool is_pseudo_legal(const Position& p, Move m);
bool is_into_check(const Position& p, Move m);  // would leave the mover's own king attacked
bool gives_check(const Position& p, Move m);    // without playing it; legality is not asked

// What kind of move m is in p; m is pseudo-legal or nearly so.
bool is_en_passant(const Position& p, Move m);
bool is_capture(const Position& p, Move m);  // en passant included, king onto own rook not
bool is_zeroing(const Position& p, Move m);
bool is_irreversible(const Position& p, Move m);
bool is_castling(const Position& p, Move m);  // either spelling
bool is_kingside_castling(const Position& p, Move m);
bool is_queenside_castling(const Position& p, Move m);

// The same castling move in the other spelling; every other move as it is.
Move to_king_takes_rook(const Position& p, Move m);  // king takes rook
Move to_own_encoding(const Position& p, Move m);     // what p's own generator writes

}  // namespace bitrook
