// Making and unmaking moves on the boards of a batch, counting repetitions, and detecting the end of the game.
#include <algorithm>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/batch/boards.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch {

namespace {

// How often the position after `now` plies had occurred before. It cannot have occurred before the last capture or pawn
// move, or less than four plies ago.
std::uint8_t occurrences_before(const std::vector<std::uint64_t>& keys, std::size_t now, std::uint32_t halfmove_clock) {
  const std::size_t reversible = std::min<std::size_t>(halfmove_clock, now);
  unsigned count = 0;
  for (std::size_t back = 4; back <= reversible; back += 2) count += keys[now - back] == keys[now];
  return std::uint8_t(std::min(count, 255u));
}

// The mark of the only earlier occurrence of the position after `now` plies, which is `f`.
EnPassantMark earlier_mark(const std::vector<std::uint64_t>& keys, const std::vector<Undo>& undos, std::size_t now,
                           const Frame& f) {
  for (std::size_t back = 4; back <= now; back += 2) {
    if (keys[now - back] == keys[now]) return f.mark_of(undos[now - back].en_passant, back == now);
  }
  return EnPassantMark::None;
}

}  // namespace

void Boards::begin(std::size_t i) {
  states_[i] = State();
  if (keeps_history()) {
    UndoStack& stack = undo_stacks_[i];
    stack.undos.clear();  // keeps the memory for the next game
    stack.keys.clear();
    stack.keys.push_back(positions_[i].repetition_key());
    remember(i);
  }
  states_[i].reason = computed_reason(i);
}

void Boards::remember(std::size_t i) {
  State& s = states_[i];
  s.newest = std::uint8_t(s.newest + 1u < options_.history ? s.newest + 1 : 0);
  s.kept = std::uint8_t(std::min<unsigned>(s.kept + 1u, options_.history));
  const UndoStack& stack = undo_stacks_[i];
  const std::size_t now = stack.undos.size();
  Frame& f = ring_[i * options_.history + s.newest] = Frame(positions_[i], s.repetitions, now == 0);
  if (f.repetitions == 1) f.earlier_mark = earlier_mark(stack.keys, stack.undos, now, f);
}

// Tests the reasons in python-chess's order.
Reason Boards::computed_reason(std::size_t i) const {
  const Position& p = positions_[i];
  const State& s = states_[i];
  const bool claim = options_.adjudication == Adjudication::Claim;
  const bool has_moves = has_legal(p);
  if (!has_moves && p.is_check()) return Reason::Checkmate;
  if (is_insufficient_material(p)) return Reason::Material;
  if (!has_moves) return Reason::Stalemate;
  if (p.halfmove_clock() >= (claim ? 100u : 150u)) return Reason::FiftyMoves;
  if (s.repetitions >= (claim ? 2 : 4)) return Reason::Repetition;
  return options_.max_plies != 0 && s.plies >= options_.max_plies ? Reason::Limit : Reason::None;
}

void Boards::play(std::size_t i, Move m) {
  Position& p = positions_[i];
  State& s = states_[i];
  if (!keeps_history()) {
    p.play_unchecked(m);
  } else {
    UndoStack& stack = undo_stacks_[i];
    if (stack.keys.size() == stack.keys.capacity())
      stack.keys.reserve(std::max<std::size_t>(64, 2 * stack.keys.size()));
    if (stack.undos.size() == stack.undos.capacity()) stack.undos.reserve(stack.keys.capacity());
    p.play_unchecked(m, stack.undos.emplace_back());
    stack.keys.push_back(p.repetition_key());
    s.repetitions = occurrences_before(stack.keys, stack.keys.size() - 1, p.halfmove_clock());
    remember(i);
  }
  ++s.plies;
  s.reason = computed_reason(i);
}

// Prefetches the ends of the lists of moves and keys, because the lists of all boards do not fit in the cache.
void Boards::load_ahead(std::size_t i) const {
  if (!keeps_history()) return;
  const UndoStack& stack = undo_stacks_[i];
  prefetch(stack.undos.data() + stack.undos.size());
  const std::uint64_t* const next = stack.keys.data() + stack.keys.size();
  constexpr std::size_t InLine = 8;  // keys per cache line
  for (std::size_t k = 0; k <= std::min<std::size_t>(stack.keys.size(), 3 * InLine); k += InLine) prefetch(next - k);
  const unsigned newest = states_[i].newest + 1u;
  prefetch(&ring_[i * options_.history + (newest < options_.history ? newest : 0)]);
}

bool Boards::can_undo(std::size_t i) const { return keeps_history() && !undo_stacks_[i].undos.empty(); }

// If an illegal move ended the game, this undoes only the end of the game.
void Boards::undo(std::size_t i) {
  State& s = states_[i];
  if (s.reason == Reason::Illegal) {
    s.reason = Reason::None;
    return;
  }
  UndoStack& stack = undo_stacks_[i];
  positions_[i].undo(stack.undos.back());
  stack.undos.pop_back();
  stack.keys.pop_back();
  --s.plies;
  rebuild_ring(i);
  s.reason = computed_reason(i);  // an assigned game may have continued after its end
}

// Unmakes the last moves on a copy of the position, because the ring no longer has the oldest position: the last move
// overwrote it.
void Boards::rebuild_ring(std::size_t i) {
  State& s = states_[i];
  const UndoStack& stack = undo_stacks_[i];
  const std::size_t kept = std::min<std::size_t>(stack.undos.size() + 1, options_.history);
  s.newest = std::uint8_t(kept - 1);
  s.kept = std::uint8_t(kept);
  Position p = positions_[i];
  for (std::size_t k = 0; k < kept; ++k) {
    const std::size_t now = stack.undos.size() - k;
    if (k != 0) p.undo(stack.undos[now]);
    const std::uint8_t repetitions = occurrences_before(stack.keys, now, p.halfmove_clock());
    if (k == 0) s.repetitions = repetitions;
    Frame& f = ring_[i * options_.history + s.newest - k] = Frame(p, repetitions, now == 0);
    if (repetitions == 1) f.earlier_mark = earlier_mark(stack.keys, stack.undos, now, f);
  }
}

}  // namespace bitrook::batch
