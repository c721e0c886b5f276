// Batches of boards: constructing, selecting, joining and comparing boards, and playing their games.
#include "bitrook/batch/boards.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "bitrook/base/checked.hpp"
#include "bitrook/base/flips.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/movegen.hpp"

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
  return is_same_position(p, q) && p.halfmove_clock() == q.halfmove_clock() &&
         p.fullmove_number() == q.fullmove_number();
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

// --- Making and unmaking moves, counting repetitions, and detecting the end of the game.

namespace {

// How often the position after `now` plies had occurred before. It cannot have occurred before the last capture or pawn
// move, or less than four plies ago.
std::uint8_t occurrences_before(const std::vector<std::uint64_t>& keys, std::size_t now, std::uint32_t halfmove_clock) {
  const std::size_t reversible = std::min<std::size_t>(halfmove_clock, now);
  unsigned count = 0;
  for (std::size_t back = 4; back <= reversible; back += 2) count += keys[now - back] == keys[now];
  return std::uint8_t(std::min(count, 255u));
}

// The mark of the first occurrence of the position after `now` plies, which is `f`.
EnPassantMark earlier_mark(const std::vector<std::uint64_t>& keys, const std::vector<Undo>& undos, std::size_t now,
                           const Frame& f) {
  EnPassantMark mark = EnPassantMark::None;
  for (std::size_t back = 4; back <= std::min<std::size_t>(f.halfmove_clock, now); back += 2) {
    if (keys[now - back] == keys[now]) mark = f.mark_of(undos[now - back].en_passant, back == now);
  }
  return mark;
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
  if (f.repetitions != 0) f.earlier_mark = earlier_mark(stack.keys, stack.undos, now, f);
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
    if (repetitions != 0) f.earlier_mark = earlier_mark(stack.keys, stack.undos, now, f);
  }
}

// --- Mirroring: vertically with the colors exchanged, or horizontally.

namespace {

struct Mirror {
  unsigned squares;  // XORed with the index of each square
  bool colors;

  Bitboard operator()(Bitboard set) const { return colors ? flipped_vertical(set) : flipped_horizontal(set); }
  Move operator()(Move m) const { return Move::from_word(std::uint16_t(m.word() ^ squares ^ squares << 6)); }
  Position operator()(const Position& p) const {
    Setup setup;
    for (const PieceType t : PieceTypes) {
      for (const Color c : Colors) setup.placement.toggle(make_piece(t, colors ? ~c : c), (*this)(p.of(t, c)));
    }
    setup.promoted = (*this)(p.promoted());
    if (colors) setup.castling = (*this)(p.castling_rights());
    setup.turn = colors ? ~p.turn() : p.turn();
    if (p.en_passant() != Square::None) setup.en_passant = Square(index(p.en_passant()) ^ squares);
    setup.halfmove_clock = p.halfmove_clock();
    setup.fullmove_number = p.fullmove_number();
    setup.chess960 = p.chess960();
    return Position(setup);
  }
};

// Replays each game from its mirrored start, or from the first position at which it can be mirrored.
Boards transformed(const Boards& boards, const Mirror& mirror) {
  Boards result(boards.size(), boards.options());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const std::span<const Undo> made = boards.moves(i);
    Position p = boards.position(i);
    std::size_t first = made.size();
    while (first > 0) {
      Position before = p;
      before.undo(made[first - 1]);
      if (!mirror.colors && before.castling_rights().any()) break;
      p = before;
      --first;
    }
    if (!mirror.colors && p.castling_rights().any()) first = made.size();
    result.set_start(i, mirror(p));
    for (; first < made.size(); ++first) result.play(i, mirror(made[first].move()));
    if (boards.reason(i) == Reason::Illegal) result.end(i, Reason::Illegal);
  }
  return result;
}

}  // namespace

Boards mirrored(const Boards& boards) { return transformed(boards, {56, true}); }
Boards flipped(const Boards& boards) { return transformed(boards, {7, false}); }

}  // namespace bitrook::batch
