// Pushing and popping with python-chess's castling rights, counting repetitions, deciding that a game is over.
#include "bitrook/game/game.hpp"

#include <algorithm>
#include <array>

namespace bitrook {

namespace {

// The same position in the sense of the repetition rule, seen from p, whose repetition key is `key`. A key of the
// past may count an en-passant square on which no legal capture was possible: then p, which otherwise equals the
// position of the past, tells whether there was one. Rights that cannot be used have no part in the keys.
bool recurs(const Undo& past, std::uint64_t key, const Position& p) {
  const Irreversible then = past.irreversible();
  if (then.castling() != Irreversible::packed(p.castling_rights())) return false;
  if (past.key == key) return true;
  if (then.en_passant() == Square::None) return false;
  Position q = p;
  q.set_en_passant(then.en_passant());
  return q.key() == past.key && q.repetition_key() == key;
}

// The same without keys, which know of a right only beside a king that is no promoted piece: such marks, too, can be
// assigned by hand in mid-game.
bool is_same(const Position& p, const Position& q) {
  const auto en_passant = [](const Position& r) { return r.has_legal_en_passant() ? r.en_passant() : Square::None; };
  return p.placement() == q.placement() && p.turn() == q.turn() && p.castling_rights() == q.castling_rights() &&
         en_passant(p) == en_passant(q);
}

}  // namespace

void Game::apply_castling_rights() {
  if (ply_count() == 0) {
    position_.set_castling_rights(castling_rights_);
  } else {
    position_.set_castling_rights_as_is(castling_rights_);
  }
}

void Game::forget() {
  if (ply_count() == 0) return;
  history_.clear();
  apply_castling_rights();
}

void Game::forget_all_but(std::size_t n) {
  if (n == 0) return forget();
  if (n >= ply_count()) return;
  history_.keep_last(n);
  if (history_[0].irreversible().castling() != 0) remember_root(/*only_if_unclean=*/true);
}

// A function of its own, lest every push makes room on the stack for a position.
BITROOK_NEVER_INLINE Undo* Game::append_snapshot() { return history_.append(snapshot(false)); }

void Game::push(Move m) {
  Undo* const record = is_plain() ? history_.append() : append_snapshot();
  position_.play_unchecked(m, *::new (static_cast<void*>(record)) Undo);
  castling_rights_ = position_.castling_rights();
}

bool Game::try_play(Move m) {
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
      p.set_castling_rights_as_is(i == 0 ? p.clean_castling_rights(rights) : rights);
      p.mark_castling_rights_unclean();
    }
    return;
  }
  p.undo(history_[i]);
  rights = p.castling_rights();
}

Move Game::pop() {
  if (history_.has_memories()) [[unlikely]] {
    step_back(ply_count() - 1, position_, castling_rights_);
  } else {
    position_.undo(history_[ply_count() - 1]);
    castling_rights_ = position_.castling_rights();
  }
  return history_.drop().move();
}

Game Game::root() const {
  Position p = position_;
  Bitboard rights = castling_rights_;
  for (std::size_t i = ply_count(); i-- > 0;) step_back(i, p, rights);
  p.set_castling_rights(rights);
  return Game(p, rights);
}

void Game::remember_previous() {
  if (ply_count() == 0) return;
  Position p = position_;
  Bitboard rights = castling_rights_;
  step_back(ply_count() - 1, p, rights);
  history_.remember({std::uint32_t(ply_count() - 1), true, rights, p});
}

// Only the first position of a history holds none but rights that can be used, and which those are depends on the
// mode. Its Undo knows neither.
void Game::remember_root(bool only_if_unclean) {
  if (ply_count() == 0) return;
  const Game first = root();
  if (only_if_unclean && first.is_plain()) return;
  history_.remember({0, true, first.castling_rights_, first.position_});
}

// --- Repetition.

// How many of the last plies were neither captures nor pawn moves: no position further back can recur.
std::size_t Game::reversible_plies() const { return std::min<std::size_t>(position_.halfmove_clock(), ply_count()); }

// p, which stands at ply n of this history or may come to stand there, has stood `count` times before.
bool Game::has_stood(unsigned count, std::uint64_t key, const Position& p, std::size_t n) const {
  const std::size_t end = ply_count() - reversible_plies();
  std::size_t i = n;
  while (i >= end + 2 && count != 0) {
    i -= 2;
    count -= recurs(history_[i], key, p);
  }
  if (count != 0) return false;
  // No position comes back over the drop of a pawn, for which the clock does not begin anew.
  for (; i < ply_count(); ++i)
    if (history_[i].move().dropped() == PieceType::Pawn) return false;
  return true;
}

bool Game::is_repetition(unsigned count) const {
  if (count <= 1) return true;
  if (history_.amended()) [[unlikely]]
    return is_repetition_replayed(count);
  if (ply_count() < 2 * std::size_t(count - 1)) return false;  // null moves return after two plies
  return has_stood(count - 1, position_.repetition_key(), position_, ply_count());
}

// After hand-made edits clocks and parity say nothing: walk back until a move that cannot be taken back.
bool Game::is_repetition_replayed(unsigned count) const {
  Position p = position_;
  Bitboard rights = castling_rights_;
  for (std::size_t i = ply_count(); i-- > 0;) {
    step_back(i, p, rights);
    if (is_irreversible(p, history_[i].move())) return false;
    if (is_same(p, position_) && --count <= 1) return true;
  }
  return false;
}

// Whether a position of one, three, five ... plies ago may have stood twice, so that a move can make it stand again.
// Sieves the keys through 4096 bits: now and then two fall together, but no position that stood twice is missed.
bool Game::may_repeat_next() const {
  std::array<std::uint64_t, 64> seen{};
  const std::size_t end = ply_count() - reversible_plies();
  for (std::size_t i = ply_count() + 1; i >= end + 2;) {
    i -= 2;
    const Undo& past = history_[i];
    if (past.irreversible().en_passant() != Square::None) return true;  // see recurs()
    std::uint64_t& word = seen[past.key >> 58];
    const std::uint64_t bit = std::uint64_t{1} << (past.key >> 52 & 63);
    if ((word & bit) != 0) return true;
    word |= bit;
  }
  return false;
}

bool Game::can_claim_threefold_repetition() const {
  if (is_repetition(3)) return true;
  const bool amended = history_.amended();
  if (!amended && (reversible_plies() < 3 || !may_repeat_next())) return false;

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
    const Undo u = p.play_unchecked(m);
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
    const Undo u = p.play_unchecked(m);
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
