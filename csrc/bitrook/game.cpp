// Pushing and popping with python-chess's castling rights, counting repetitions, deciding that a game is over.
#include "game.hpp"

#include <algorithm>
#include <array>

namespace bitrook {

namespace {

// The same position in the sense of the repetition rule, seen from p, whose repetition key is `key`. A key of the
// past may count an en-passant square on which no legal capture was possible: then p, which otherwise equals the
// position of the past, tells whether there was one.
bool recurs(const Undo& past, std::uint64_t key, const Position& p) {
  if (past.key == key) return true;
  if (past.en_passant == Square::None) return false;
  Position q = p;
  q.set_en_passant(past.en_passant);
  return q.key() == past.key && q.repetition_key() == key;
}

}  // namespace

// Rights end where a move touches the rook's square, where the mover moves a king and where it takes one at home;
// not, as for Position, where they merely cannot be used any more. Only illegal moves tell the two apart.
void Game::lose_castling_rights(Move m) {
  if (castling_rights_.empty() || m.is_null() || m.is_drop()) return;
  const Color us = position_.turn();
  const Bitboard kings = position_.of(PieceType::King) - position_.promoted();
  castling_rights_ -= Bitboard(m.from()) | Bitboard(m.to());
  if (kings.contains(m.from())) {
    castling_rights_ -= Bitboard(relative(Rank::R1, us));
  } else if (kings.contains(m.to()) && rank_of(m.to()) == relative(Rank::R8, us)) {
    castling_rights_ -= Bitboard(rank_of(m.to()));
  }
}

void Game::push(Move m) {
  Undo* const record = is_plain() ? history_.append() : history_.append(snapshot(false));
  if (ply_count() == 1) castling_rights_ = position_.castling_rights();
  lose_castling_rights(m);
  ::new (static_cast<void*>(record)) Undo(position_.play(m));
  if (castling_rights_ != position_.castling_rights()) [[unlikely]] {
    position_.set_castling_rights(castling_rights_);
  }
}

bool Game::try_push(Move m) {
  if (!is_legal(position_, m)) return false;
  push(m);
  return true;
}

// Takes p and its rights, which are those after move i, to those before it.
void Game::step_back(std::size_t i, Position& p, Bitboard& rights) const {
  if (const History::Memory* const memory = history_.memory(i)) [[unlikely]] {
    const bool chess960 = p.chess960();  // no part of what a move changes
    p = memory->position;
    rights = memory->castling_rights;
    if (p.chess960() != chess960) {
      p.set_chess960(chess960);
      p.set_castling_rights(rights);
    }
    return;
  }
  p.undo(history_[i]);
  rights = p.castling_rights();
}

Move Game::pop() {
  step_back(ply_count() - 1, position_, castling_rights_);
  return history_.drop().move;
}

Game Game::root() const {
  Position p = position_;
  Bitboard rights = castling_rights_;
  for (std::size_t i = ply_count(); i-- > 0;) step_back(i, p, rights);
  return Game(p, rights);
}

void Game::remember_previous() {
  if (ply_count() == 0) return;
  Position p = position_;
  Bitboard rights = castling_rights_;
  step_back(ply_count() - 1, p, rights);
  history_.remember_last({0, true, rights, p});
}

// --- Repetition.

// How many of the last plies were neither captures nor pawn moves: no position further back can recur.
std::size_t Game::reversible_plies() const { return std::min<std::size_t>(position_.halfmove_clock(), ply_count()); }

// p, which stands at ply n of this history or may come to stand there, has stood `count` times before.
bool Game::has_stood(unsigned count, std::uint64_t key, const Position& p, std::size_t n) const {
  const std::size_t end = ply_count() - reversible_plies();
  for (std::size_t i = n; i >= end + 2 && count != 0;) {
    i -= 2;
    count -= recurs(history_[i], key, p);
  }
  return count == 0;
}

bool Game::is_repetition(unsigned count) const {
  if (count <= 1) return true;
  if (ply_count() < 2 * std::size_t(count - 1)) return false;  // null moves return after two plies
  if (history_.amended()) [[unlikely]]
    return is_repetition_replayed(count);
  return has_stood(count - 1, position_.repetition_key(), position_, ply_count());
}

// After hand-made edits clocks and parity say nothing: walk back until a move that cannot be taken back.
bool Game::is_repetition_replayed(unsigned count) const {
  Position p = position_;
  Bitboard rights = castling_rights_;
  const std::uint64_t key = p.repetition_key();
  for (std::size_t i = ply_count(); i-- > 0;) {
    step_back(i, p, rights);
    if (is_irreversible(p, history_[i].move)) return false;
    if (p.repetition_key() == key && --count <= 1) return true;
  }
  return false;
}

bool Game::can_claim_threefold_repetition() const {
  if (is_repetition(3)) return true;
  const bool amended = history_.amended();
  // The position after the next move stands for the third time: it stood one, three, five ... plies ago.
  if (!amended && reversible_plies() < 3) return false;

  MoveList moves;
  generate_legal(position_, moves);
  Position p = position_;
  for (const Move m : moves) {
    if (amended) {
      Game next = *this;
      next.push(m);
      if (next.is_repetition(3)) return true;
      continue;
    }
    if (is_zeroing(p, m)) continue;
    const Undo u = p.play(m);
    if (has_stood(2, p.repetition_key(), p, ply_count() + 1)) return true;
    p.undo(u);
  }
  return false;
}

// --- Clocks and the end.

bool Game::is_fifty_moves() const { return has_played_quietly(position_, 100); }
bool Game::is_seventyfive_moves() const { return has_played_quietly(position_, 150); }

bool Game::can_claim_fifty_moves() const {
  if (position_.halfmove_clock() < 99) return false;
  if (is_fifty_moves()) return true;
  MoveList moves;
  generate_legal(position_, moves);
  Position p = position_;
  for (const Move m : moves) {
    if (is_zeroing(p, m)) continue;
    const Undo u = p.play(m);
    if (has_played_quietly(p, 100)) return true;
    p.undo(u);
  }
  return false;
}

std::optional<Outcome> Game::outcome(bool claim_draw) const {
  const auto draw = [](Termination t) { return Outcome{t, std::nullopt}; };
  const bool stuck = !has_legal(position_);
  if (stuck && position_.is_check()) return Outcome{Termination::Checkmate, ~position_.turn()};
  if (is_insufficient_material(position_)) return draw(Termination::InsufficientMaterial);
  if (stuck) return draw(Termination::Stalemate);
  if (position_.halfmove_clock() >= 150) return draw(Termination::SeventyFiveMoves);
  if (is_fivefold_repetition()) return draw(Termination::FivefoldRepetition);
  if (claim_draw) {
    if (can_claim_fifty_moves()) return draw(Termination::FiftyMoves);
    if (can_claim_threefold_repetition()) return draw(Termination::ThreefoldRepetition);
  }
  return std::nullopt;
}

}  // namespace bitrook
