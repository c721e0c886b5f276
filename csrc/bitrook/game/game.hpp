// Game: a position and the moves that led to it. Push and pop, repetitions, draw claims, and the end of the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>

#include "bitrook/game/history.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

class Game {
 public:
  Game() : Game(Position::start()) {}
  explicit Game(const Position& p) : Game(p, p.castling_rights()) {}
  // Keeps the castling rights as they were set, including unusable ones.
  explicit Game(const Setup& setup) : position_(setup), castling_rights_(setup.castling) {}
  Game(const Position& p, Bitboard castling_rights) : position_(p), castling_rights_(castling_rights) {}

  const Position& position() const { return position_; }

  // The castling rights as they were set; the position has only the usable ones. As in python-chess, the first move
  // that is pushed drops the unusable rights and popping it restores them, whereas rights set after moves have been
  // pushed are kept.
  Bitboard castling_rights() const { return castling_rights_; }
  Bitboard clean_castling_rights() const { return position_.castling_rights(); }

  // --- Moves. Castling may have either encoding.

  // Makes a move without checking that it is legal, as python-chess does. After an illegal move, the position is still
  // consistent and pop() restores the previous one, but it may be a position that no game can reach (with a king left
  // in check or captured, or with two kings).
  void push(Move m);
  // Makes a legal move. Returns false and changes nothing if m is illegal.
  bool try_play(Move m);
  // The same, but throws IllegalMoveError.
  void play(Move m);
  // Unmakes the last move and returns it. Precondition: ply_count() > 0.
  Move pop();

  std::size_t ply_count() const { return history_.size(); }      // the number of moves that can be popped
  Move move(std::size_t i) const { return history_[i].move(); }  // the i-th of them; precondition: i < ply_count()
  // key() of the position before the i-th of them, or of the position now; precondition: i <= ply_count()
  std::uint64_t key(std::size_t i) const { return i == ply_count() ? position_.key() : history_[i].key; }
  Game root() const;  // the position before the first of them
  void clear_history();
  void keep_last(std::size_t n);  // forgets all moves but the last n

  // --- Editing.

  // Replaces the position and clears the history.
  void assign(const Position& p, Bitboard castling_rights) {
    history_.clear();
    position_ = p;
    castling_rights_ = castling_rights;
  }
  // Calls change(position) and clears the history; for changes of the placement. Castling rights stay as they were set,
  // so those that the new placement allows become usable again.
  template <class Edit>
  void edit(Edit&& change) {
    clear_history();
    change(position_);
    apply_castling_rights();
  }
  // Calls change(position) and keeps the history, as python-chess does; for changes of the side to move, the clocks,
  // the en-passant square, the promoted pieces and the mode. Popping the last move restores the position before that
  // move exactly as it was.
  template <class Edit>
  void amend(Edit&& change) {
    save_previous_position();
    struct Restore {  // if save_root() runs out of memory
      Position& position;
      const Position before;
      bool armed = true;
      ~Restore() {
        if (armed) position = before;
      }
    } restore{position_, position_};
    change(position_);
    apply_castling_rights();
    if (position_.chess960() != restore.before.chess960() && ply_count() != 0) {
      position_.mark_castling_rights_unclean();
      save_root(false);
    }
    restore.armed = false;
  }
  void set_castling_rights(Bitboard rooks) {
    save_previous_position();
    castling_rights_ = rooks;
    apply_castling_rights();
  }

  // --- Draws and the end of the game.

  bool counts_halfmoves() const { return true; }  // false in variants without draws by the clock
  bool is_repetition(unsigned count) const;       // the position has occurred `count` times
  bool can_claim_threefold_repetition() const;    // it has occurred three times, or will after some legal move
  bool is_fifty_moves() const;         // 100 half-moves without capture or pawn move, and a legal move exists
  bool can_claim_fifty_moves() const;  // true now or after some legal move
  bool is_seventyfive_moves() const;   // 150 half-moves
  bool is_fivefold_repetition() const { return is_repetition(5); }
  bool can_claim_draw() const { return can_claim_fifty_moves() || can_claim_threefold_repetition(); }

  // Why the game is over, or nullopt. Tests in this order: checkmate, insufficient material, stalemate, seventy-five
  // moves, fivefold repetition and, if claim_draw, fifty moves and threefold repetition.
  std::optional<Outcome> outcome(bool claim_draw = false) const;
  bool is_over(bool claim_draw = false) const { return outcome(claim_draw).has_value(); }

 private:
  friend class VariantGame;
  bool fits_undo() const { return castling_rights_ == position_.castling_rights() && position_.undoable(); }
  Undo* append_with_snapshot();
  void apply_castling_rights();
  void save_previous_position();
  void save_root(bool only_if_needed);
  void unmake_ply(std::size_t i, Position& p, Bitboard& rights) const;
  std::size_t reversible_plies() const;
  bool occurred_before(unsigned count, std::uint64_t key, const Position& p, std::size_t n) const;
  bool may_repeat_after_move() const;
  bool is_repetition_after_edit(unsigned count) const;

  Position position_;
  Bitboard castling_rights_;
  History history_;  // 32 bytes a ply, shared by copies of the game until one of them changes it
};

}  // namespace bitrook
