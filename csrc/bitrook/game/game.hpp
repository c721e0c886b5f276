// A position with what happened before: push, pop, repetition, the end of the game.
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
  // With castling rights as they were written, usable or not.
  explicit Game(const Setup& setup) : position_(setup), castling_rights_(setup.castling) {}
  Game(const Position& p, Bitboard castling_rights) : position_(p), castling_rights_(castling_rights) {}

  const Position& position() const { return position_; }

  // The castling rights as they were set, whether or not king and rook stand ready. The position has only those that
  // can be used; once moves have been pushed the two are the same, as in python-chess: the first push drops what
  // cannot be used, popping it brings that back, and rights assigned later are taken at their word.
  Bitboard castling_rights() const { return castling_rights_; }
  Bitboard clean_castling_rights() const { return position_.castling_rights(); }

  void push(Move m);      // unchecked and safe, as Position::play; castling in either spelling
  bool try_play(Move m);  // false, and nothing happens, if m is illegal
  Move pop();             // the caller guarantees that ply_count() > 0
  std::size_t ply_count() const { return history_.size(); }      // moves that can be popped
  Move move(std::size_t i) const { return history_[i].move(); }  // the i-th move pushed; i < ply_count()
  Game root() const;                                             // the first position of the history, with none
  void forget();                                                 // clears the history
  void forget_all_but(std::size_t n);                            // keeps the last n moves

  // Replaces the position and forgets the history.
  void assign(const Position& p, Bitboard castling_rights) {
    history_.clear();
    position_ = p;
    castling_rights_ = castling_rights;
  }
  // Edits of the placement go through here: a changed position has no history. The castling rights stay as they
  // were set and come to life again when king and rook are put back.
  template <class Edit>
  void edit(Edit&& change) {
    forget();
    change(position_);
    apply_castling_rights();
  }
  // Assigning turn, clocks, the en-passant square or the mode keeps the history, as in python-chess: popping goes
  // back to the position before the last move, with everything as it was there.
  template <class Edit>
  void amend(Edit&& change) {
    const bool chess960 = position_.chess960();
    remember_previous();
    change(position_);
    apply_castling_rights();
    if (position_.chess960() != chess960 && ply_count() != 0) {
      position_.mark_castling_rights_unclean();
      remember_root(false);
    }
  }
  void set_castling_rights(Bitboard rooks) {
    remember_previous();
    castling_rights_ = rooks;
    apply_castling_rights();
  }

  bool is_repetition(unsigned count) const;     // the position now stands for the count-th time
  bool can_claim_threefold_repetition() const;  // it does, or a legal move would make it
  bool is_fifty_moves() const;
  bool can_claim_fifty_moves() const;
  bool is_seventyfive_moves() const;
  bool is_fivefold_repetition() const { return is_repetition(5); }
  bool can_claim_draw() const { return can_claim_fifty_moves() || can_claim_threefold_repetition(); }

  // Why the game is over, if it is: checkmate, insufficient material, stalemate, seventy-five moves, fivefold
  // repetition and, where a player to move may claim it, fifty moves and threefold repetition, in this order.
  std::optional<Outcome> outcome(bool claim_draw = false) const;
  bool is_over(bool claim_draw = false) const { return outcome(claim_draw).has_value(); }

 private:
  // An Undo will do for the position now.
  bool is_plain() const { return castling_rights_ == position_.castling_rights() && position_.undoable(); }
  History::Memory snapshot(bool amended) const { return {0, amended, castling_rights_, position_}; }
  Undo* append_snapshot();
  void apply_castling_rights();
  void remember_previous();
  void remember_root(bool only_if_unclean);
  void step_back(std::size_t i, Position& p, Bitboard& rights) const;
  std::size_t reversible_plies() const;
  bool has_stood(unsigned count, std::uint64_t key, const Position& p, std::size_t n) const;
  bool may_repeat_next() const;
  bool is_repetition_replayed(unsigned count) const;

  Position position_;
  Bitboard castling_rights_;
  History history_;  // 32 bytes a ply, shared by copies until one of them changes it
};

}  // namespace bitrook
