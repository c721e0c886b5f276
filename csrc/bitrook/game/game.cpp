// Making and unmaking moves with python-chess's castling rights, counting repetitions, and outcomes.
#include "bitrook/game/game.hpp"

#include <algorithm>
#include <array>

#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/why_illegal.hpp"

namespace bitrook {

// --- Moves.

// The slow path of push(), for a position that an Undo cannot restore. It is a separate function so that push() does
// not reserve stack space for a position.
BITROOK_NEVER_INLINE Undo* Game::append_with_snapshot() {
  return history_.append({0, false, castling_rights_, position_});
}

void Game::push(Move m) {
  Undo* const record = fits_undo() ? history_.append() : append_with_snapshot();
  ::new (static_cast<void*>(record)) Undo(position_.play_unchecked(m));
  castling_rights_ = position_.castling_rights();
}

bool Game::try_play(Move m) {
  if (!is_legal(position_, m)) return false;
  push(m);
  return true;
}

void Game::play(Move m) {
  if (!try_play(m)) throw IllegalMoveError(position_, m);
}

// Unmakes move i: changes p and its castling rights from those after the move to those before it.
void Game::unmake_ply(std::size_t i, Position& p, Bitboard& rights) const {
  if (const History::Snapshot* const snapshot = history_.snapshot(i)) [[unlikely]] {
    const bool chess960 = p.chess960();  // moves do not change the mode
    p = snapshot->position;
    rights = snapshot->castling_rights;
    if (p.chess960() != chess960) {
      p.set_chess960(chess960);
      p.set_castling_rights_as_is(i == 0 ? p.clean_castling_rights(rights) : rights);
      p.mark_castling_rights_unclean();
    }
    return;
  }
  p.undo(history_[i]);
  rights = p.castling_rights();
}

Move Game::pop() {
  if (history_.has_snapshots()) [[unlikely]] {
    unmake_ply(ply_count() - 1, position_, castling_rights_);
  } else {
    position_.undo(history_[ply_count() - 1]);
    castling_rights_ = position_.castling_rights();
  }
  return history_.pop().move();
}

Game Game::root() const {
  Position p = position_;
  Bitboard rights = castling_rights_;
  for (std::size_t i = ply_count(); i-- > 0;) unmake_ply(i, p, rights);
  p.set_castling_rights(rights);
  return Game(p, rights);
}

void Game::clear_history() {
  if (ply_count() == 0) return;
  history_.clear();
  apply_castling_rights();
}

void Game::keep_last(std::size_t n) {
  if (n == 0) return clear_history();
  if (n >= ply_count()) return;
  history_.keep_last(n);
  if (history_[0].castling != 0) save_root(/*only_if_needed=*/true);
}

// --- Editing.

void Game::apply_castling_rights() {
  if (ply_count() == 0) {
    position_.set_castling_rights(castling_rights_);
  } else {
    position_.set_castling_rights_as_is(castling_rights_);
  }
}

// After an edit, the last Undo would restore a wrong position.
void Game::save_previous_position() {
  if (ply_count() == 0) return;
  Position p = position_;
  Bitboard rights = castling_rights_;
  unmake_ply(ply_count() - 1, p, rights);
  history_.save({std::uint32_t(ply_count() - 1), true, rights, p});
}

// The first position of a history has only rights that can be used, and which can be used depends on the mode. The
// first Undo stores neither.
void Game::save_root(bool only_if_needed) {
  if (ply_count() == 0) return;
  const Game first = root();
  if (only_if_needed && first.fits_undo()) return;
  history_.save({0, true, first.castling_rights_, first.position_});
}

// --- Repetition.

namespace {

// Whether the position before the move of `past` equals p under the rule of repetition. `key` is
// p.key_with_legal_en_passant(). past.key also includes an en-passant square where a capture is only pseudo-legal. In
// that case, p with the same en-passant square has past.key if the positions are equal otherwise, and shows whether the
// capture was legal. Neither key includes unusable castling rights.
bool is_same_position(const Undo& past, std::uint64_t key, const Position& p) {
  if (past.castling != packed_rights(p.castling_rights())) return false;
  if (past.key == key) return true;
  if (past.en_passant == Square::None) return false;
  Position q = p;
  q.set_en_passant(past.en_passant);
  return q.key() == past.key && q.key_with_legal_en_passant() == key;
}

}  // namespace

// The plies since the last capture or pawn move. A position before these plies cannot be repeated.
std::size_t Game::reversible_plies() const { return std::min<std::size_t>(position_.halfmove_clock(), ply_count()); }

// Whether p has occurred `count` times before. p is the position at ply n of this history, or the one after one more
// move; `key` is its key_with_legal_en_passant().
bool Game::occurred_before(unsigned count, std::uint64_t key, const Position& p, std::size_t n) const {
  const std::size_t end = ply_count() - reversible_plies();
  std::size_t i = n;
  while (i >= end + 2 && count != 0) {
    i -= 2;
    count -= is_same_position(history_[i], key, p);
  }
  if (count != 0) return false;
  // Dropping a pawn is also irreversible, but does not reset the clock.
  for (; i < ply_count(); ++i)
    if (history_[i].move().dropped() == PieceType::Pawn) return false;
  return true;
}

bool Game::is_repetition(unsigned count) const {
  if (count <= 1) return true;
  if (history_.edited()) [[unlikely]]
    return is_repetition_after_edit(count);
  if (ply_count() < 2 * std::size_t(count - 1)) return false;  // two null moves are enough for a repetition
  return occurred_before(count - 1, position_.key_with_legal_en_passant(), position_, ply_count());
}

// The slow path after edits, when the clock and the parity of plies are unknown. Unmakes moves back to an irreversible
// one.
bool Game::is_repetition_after_edit(unsigned count) const {
  Position p = position_;
  Bitboard rights = castling_rights_;
  for (std::size_t i = ply_count(); i-- > 0;) {
    unmake_ply(i, p, rights);
    if (is_irreversible(p, history_[i].move())) return false;
    if (is_same_position(p, position_) && --count <= 1) return true;
  }
  return false;
}

// Returns false only if no legal move can repeat a position for the third time, because no position an odd number of
// plies ago has occurred twice. This is a Bloom filter of 4096 bits with one hash function, so two keys may share a
// bit.
bool Game::may_repeat_after_move() const {
  std::array<std::uint64_t, 64> seen{};
  const std::size_t end = ply_count() - reversible_plies();
  for (std::size_t i = ply_count() + 1; i >= end + 2;) {
    i -= 2;
    const Undo& past = history_[i];
    if (past.en_passant != Square::None) return true;  // equal positions may have different keys
    std::uint64_t& word = seen[past.key >> 58];
    const std::uint64_t bit = std::uint64_t{1} << (past.key >> 52 & 63);
    if ((word & bit) != 0) return true;
    word |= bit;
  }
  return false;
}

bool Game::can_claim_threefold_repetition() const {
  if (is_repetition(3)) return true;
  const bool edited = history_.edited();
  if (!edited && (reversible_plies() < 3 || !may_repeat_after_move())) return false;

  MoveList moves;
  generate_legal(position_, moves);
  return std::ranges::any_of(moves, [&](Move m) {
    if (is_zeroing(position_, m)) return false;
    if (edited) {
      Game next = *this;
      next.push(m);
      return next.is_repetition(3);
    }
    Position p = position_;
    p.play_unchecked(m);
    return occurred_before(2, p.key_with_legal_en_passant(), p, ply_count() + 1);
  });
}

// --- Clocks and the end of the game.

namespace {

// python-chess also requires a legal move: mate and stalemate end the game first.
bool has_reached_halfmoves(const Position& p, std::uint32_t n) { return p.halfmove_clock() >= n && has_legal(p); }

}  // namespace

bool Game::is_fifty_moves() const { return has_reached_halfmoves(position_, 100); }
bool Game::is_seventyfive_moves() const { return has_reached_halfmoves(position_, 150); }

bool Game::can_claim_fifty_moves() const { return bitrook::can_claim_fifty_moves(*this); }

std::optional<Outcome> Game::outcome(bool claim_draw) const { return outcome_by_chess(*this, claim_draw); }

}  // namespace bitrook
