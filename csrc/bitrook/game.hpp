// A position with what happened before: push, pop, repetition.
#pragma once

#include <cstddef>
#include <cstdint>

#include "history.hpp"
#include "position.hpp"

namespace bitrook {

class Game {
 public:
  Game() : position_(Position::start()) {}
  explicit Game(const Position& p) : position_(p) {}

  const Position& position() const { return position_; }

  void push(Move m);                   // unchecked and safe, as Position::play; castling in either spelling
  bool try_push(Move m);               // false, and nothing happens, if m is illegal
  Move pop();                          // the caller guarantees that ply_count() > 0
  std::size_t ply_count() const;       // moves that can be popped
  Move move(std::size_t i) const;      // the i-th move pushed; i < ply_count()
  Position root() const;               // the first position of the history
  void forget();                       // clears the history
  void forget_all_but(std::size_t n);  // keeps the last n moves

  // Edits go through here: a changed position has no history.
  template <class Edit>
  void edit(Edit&& change) {
    forget();
    change(position_);
  }
  // Assigning turn, rights, clocks or the en-passant square keeps the history, as in python-chess.
  template <class Edit>
  void amend(Edit&& change);

  bool is_repetition(unsigned count) const;     // the position now stands for the count-th time
  bool can_claim_threefold_repetition() const;  // it does, or a legal move would make it
  bool is_fifty_moves() const;
  bool can_claim_fifty_moves() const;
  bool is_seventyfive_moves() const;

 private:
  Position position_;
  History history_;  // 32 bytes a ply, shared by copies until one of them changes it
};

}  // namespace bitrook
