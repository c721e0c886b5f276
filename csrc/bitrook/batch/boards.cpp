// The storage of batches: constructing, selecting, joining and comparing boards, their start positions and games.
#include "bitrook/batch/boards.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "bitrook/base/checked.hpp"

namespace bitrook::batch {

namespace {

// Whether all fields are equal, apart from those derived from others.
bool is_identical(const Position& p, const Position& q) {
  return p.placement() == q.placement() && p.promoted() == q.promoted() && p.turn() == q.turn() &&
         p.castling_rights() == q.castling_rights() && p.en_passant() == q.en_passant() &&
         p.halfmove_clock() == q.halfmove_clock() && p.fullmove_number() == q.fullmove_number() &&
         p.chess960() == q.chess960();
}

// Compares positions as python-chess compares boards: an en-passant square counts only if a capture there is legal.
bool is_equal(const Position& p, const Position& q) {
  const auto en_passant = [](const Position& r) { return r.has_legal_en_passant() ? r.en_passant() : Square::None; };
  return p.placement() == q.placement() && p.turn() == q.turn() && p.castling_rights() == q.castling_rights() &&
         p.halfmove_clock() == q.halfmove_clock() && p.fullmove_number() == q.fullmove_number() &&
         en_passant(p) == en_passant(q);
}

// Whether a position that can be packed certainly fits in a Start without loss. Unpacking it to find out would take 100
// nanoseconds.
bool is_simple(const Position& p) {
  constexpr std::uint32_t MaxClock = std::numeric_limits<std::uint16_t>::max();
  return p.promoted().empty() && p.en_passant() == Square::None && p.halfmove_clock() <= MaxClock &&
         p.fullmove_number() <= MaxClock;
}

}  // namespace

Boards::Boards(std::size_t n, const Options& options) : options_(options) {
  resize(n);
  if (!keeps_history()) return;
  for (std::size_t i = 0; i < n; ++i) begin(i);
}

// The new boards must then be set.
void Boards::resize(std::size_t n) {
  positions_.resize(n, Position::start());
  states_.resize(n);
  ring_.resize(n * options_.history);
  if (keeps_history()) undo_stacks_.resize(n);
  if (!starts_.empty()) starts_.resize(n);
}

// --- Start positions.

void Boards::save_start(std::size_t i, const Position& start) {
  if (starts_.empty()) {
    if (is_identical(start, Position::start())) return;
    Start standard;
    data::pack(Position::start(), standard.packed);
    starts_.assign(size(), standard);
  }
  Start s;
  s.halfmove_clock = std::uint16_t(start.halfmove_clock());
  s.fullmove_number = std::uint16_t(start.fullmove_number());
  s.chess960 = start.chess960();
  large_starts_.erase(i);
  if (data::pack(start, s.packed) == data::PackedError::None) {
    starts_[i] = s;
    if (is_simple(start) || is_identical(this->start(i), start)) return;
  }
  s.large = true;
  starts_[i] = s;
  large_starts_.insert_or_assign(i, start);
}

Position Boards::start(std::size_t i) const {
  if (starts_.empty()) return Position::start();
  const Start& s = starts_[i];
  if (s.large) return large_starts_.at(i);
  Setup setup;
  setup.chess960 = s.chess960;
  data::unpack(s.packed, setup);
  setup.halfmove_clock = s.halfmove_clock;
  setup.fullmove_number = s.fullmove_number;
  return Position(setup);
}

void Boards::set_start(std::size_t i, const Position& start) {
  Position& p = positions_[i];
  p = start;
  if (!p.castling_rights_are_clean()) p.set_castling_rights(p.castling_rights());  // drops unusable rights
  save_start(i, p);
  begin(i);
}

void Boards::set_position(std::size_t i, const Position& p, std::uint32_t plies) {
  BITROOK_ASSERT(!keeps_history());
  positions_[i] = p;
  states_[i].plies = plies;
  states_[i].reason = computed_reason(i);
}

void Boards::restart(std::size_t i) {
  positions_[i] = start(i);
  begin(i);
}

// --- Games.

Game Boards::game(std::size_t i) const {
  if (!can_undo(i)) return Game(positions_[i]);
  Position root = positions_[i];
  const std::span<const Undo> made = moves(i);
  for (std::size_t k = made.size(); k-- > 0;) root.undo(made[k]);
  Game game(root);
  for (const Undo& u : made) game.push(u.move());
  return game;
}

void Boards::set_game(std::size_t i, const Game& game) {
  if (!keeps_history() || game.ply_count() == 0) return set_start(i, game.position());
  Position p = game.root().position();
  bool legal = true;
  std::size_t k = 0;
  for (; k < game.ply_count() && legal; ++k) {
    legal = p.undoable() && is_legal(p, game.move(k));
    if (legal) p.play_unchecked(game.move(k));
  }
  if (!legal || !is_identical(p, game.position())) return set_start(i, game.position());
  set_start(i, game.root().position());
  for (k = 0; k < game.ply_count(); ++k) play(i, game.move(k));
}

// --- Whole batches.

void Boards::copy_to(std::size_t i, const Boards& from, std::size_t j) {
  if (!starts_.empty() || !from.starts_.empty()) save_start(i, from.start(j));
  positions_[i] = from.positions_[j];
  states_[i] = from.states_[j];
  if (!keeps_history()) return;
  undo_stacks_[i] = from.undo_stacks_[j];
  const std::size_t kept = options_.history;
  std::copy_n(&from.ring_[j * kept], kept, &ring_[i * kept]);
}

Boards Boards::select(std::span<const std::int64_t> indices) const {
  Boards result(0, options_);
  result.resize(indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i) result.copy_to(i, *this, std::size_t(indices[i]));
  return result;
}

void Boards::append(const Boards& other) {
  const std::size_t before = size();
  resize(before + other.size());
  for (std::size_t j = 0; j < other.size(); ++j) copy_to(before + j, other, j);
}

bool Boards::operator==(const Boards& other) const {
  return std::ranges::equal(positions_, other.positions_, is_equal);
}

std::size_t Boards::bytes() const {
  std::size_t total = positions_.capacity() * sizeof(Position) + states_.capacity() * sizeof(State) +
                      ring_.capacity() * sizeof(Frame) + undo_stacks_.capacity() * sizeof(UndoStack) +
                      starts_.capacity() * sizeof(Start);
  for (const UndoStack& stack : undo_stacks_) {
    total += stack.undos.capacity() * sizeof(Undo) + stack.keys.capacity() * sizeof(std::uint64_t);
  }
  return total + large_starts_.size() * (sizeof(Position) + 2 * sizeof(void*));
}

}  // namespace bitrook::batch
