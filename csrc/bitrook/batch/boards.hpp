// Boards: many games side by side, each with its last positions for encodings, and its moves for undo and repetitions.
//
// The positions are contiguous: encoders that need only the current position read the span positions(). Encoders of
// several positions read past(i, age). The boards do not depend on each other, so threads may make moves on different
// boards of the same object at the same time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bitrook/batch/frame.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/game/game.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::batch {

// Why a game is over. The values are those of the array `reason` in Python.
enum class Reason : std::uint8_t {
  None,        // the game is not over
  Checkmate,   //
  Stalemate,   //
  FiftyMoves,  // or seventy-five, see Adjudication
  Repetition,  // threefold or fivefold
  Material,    // neither side can give mate
  Limit,       // too many plies: truncated, not terminated
  Illegal,     // the side to move chose an illegal move and lost
};

// Which draws end a game: those that a player may claim (the third occurrence of a position, fifty moves), or those
// that need no claim (the fifth occurrence, seventy-five moves).
enum class Adjudication : std::uint8_t { Claim, Automatic };
inline constexpr std::array<std::string_view, 2> AdjudicationNames{"claim", "automatic"};

// What happens to a board whose game is over (Gymnasium's AutoresetMode).
enum class Autoreset : std::uint8_t {
  Off,   // nothing: steps do not change it
  Next,  // the next step sets it to its start position, instead of making a move
  Same,  // the step that ends the game also resets the board, after copying it to Finished
};
inline constexpr std::array<std::string_view, 3> AutoresetNames{"off", "next", "same"};

struct Options {
  unsigned history = 8;  // the number of positions kept, including the current one; 0: no history, no repetitions
  Autoreset autoreset = Autoreset::Off;
  Adjudication adjudication = Adjudication::Claim;
  std::uint32_t max_plies = 0;  // 0: no limit
  std::uint64_t seed = 0;
};

class Boards {
 public:
  // `n` games at the start position.
  explicit Boards(std::size_t n = 0, const Options& options = {});

  std::size_t size() const { return positions_.size(); }
  const Options& options() const { return options_; }
  Options& options() { return options_; }  // `history` must not be changed

  // --- Reading.

  std::span<const Position> positions() const { return positions_; }
  const Position& position(std::size_t i) const { return positions_[i]; }
  // The last positions of board i: past(i, 0) is the current one, past(i, 1) the one before the last move. past_size(i)
  // is their number, which is 0 with history = 0.
  unsigned past_size(std::size_t i) const { return states_[i].kept; }
  const Frame& past(std::size_t i, unsigned age) const {
    const unsigned newest = states_[i].newest;
    return ring_[i * options_.history + (newest >= age ? newest - age : newest + options_.history - age)];
  }
  std::uint32_t plies(std::size_t i) const { return states_[i].plies; }  // moves made since the start position
  Reason reason(std::size_t i) const { return states_[i].reason; }
  bool is_over(std::size_t i) const { return states_[i].reason != Reason::None; }
  unsigned repetitions(std::size_t i) const { return states_[i].repetitions; }
  Position start(std::size_t i) const;  // what a reset restores
  // The game of board i, with its moves if history is kept.
  Game game(std::size_t i) const;
  bool can_undo(std::size_t i) const;
  std::span<const Undo> moves(std::size_t i) const {
    return keeps_history() ? std::span<const Undo>(undo_stacks_[i].undos) : std::span<const Undo>();
  }
  bool keeps_history() const { return options_.history != 0; }

  // --- Changing single boards.

  // Sets the start position of board i and begins a new game there.
  void set_start(std::size_t i, const Position& start);
  // Replaces the game of board i by this one, whose first position becomes the start position. If the game contains
  // illegal moves or edited positions, its moves are dropped, and its last position becomes the start position.
  void set_game(std::size_t i, const Game& game);
  // Replaces only the position, and sets the number of plies played to `plies`. Precondition: no history is kept.
  void set_position(std::size_t i, const Position& p, std::uint32_t plies);
  void restart(std::size_t i);           // back to the start position
  void play(std::size_t i, Move m);      // precondition: m is legal, and the game is not over
  void load_ahead(std::size_t i) const;  // prefetches the data that play(i, m) needs
  void undo(std::size_t i);              // precondition: can_undo(i)
  void end(std::size_t i, Reason reason) { states_[i].reason = reason; }

  // --- Whole batches.

  Boards select(std::span<const std::int64_t> indices) const;      // copies; precondition: each index is below size()
  void append(const Boards& other);                                // precondition: the same history
  void copy_to(std::size_t i, const Boards& from, std::size_t j);  // precondition: the same history
  // Whether the positions and clocks are equal, as Board.__eq__ compares them.
  bool operator==(const Boards& other) const;
  std::size_t bytes() const;  // the memory used, including reserved space

 private:
  struct State {
    std::uint32_t plies = 0;
    Reason reason = Reason::None;
    std::uint8_t repetitions = 0;
    std::uint8_t newest = 0, kept = 0;  // of the ring of past positions
  };
  // The moves of a game. keys[k] is the repetition key of the position after k moves.
  struct UndoStack {
    std::vector<Undo> undos;
    std::vector<std::uint64_t> keys;
  };
  // A start position in 32 bytes. Positions that do not fit, such as those with promoted pieces or more than 32 pieces,
  // are in large_starts_.
  struct Start {
    data::Packed packed{};
    std::uint16_t halfmove_clock = 0;
    std::uint16_t fullmove_number = 1;
    bool chess960 = false;
    bool large = false;
  };

  void resize(std::size_t n);
  void begin(std::size_t i);         // resets the state for a new game, after positions_[i] was set
  void remember(std::size_t i);      // adds the current position to the ring
  void rebuild_ring(std::size_t i);  // after an undo
  Reason computed_reason(std::size_t i) const;
  void save_start(std::size_t i, const Position& start);

  Options options_;
  std::vector<Position> positions_;
  std::vector<State> states_;
  std::vector<Frame> ring_;             // options_.history for each board
  std::vector<UndoStack> undo_stacks_;  // empty if no history is kept
  std::vector<Start> starts_;           // empty while all boards start from the standard position
  std::unordered_map<std::size_t, Position> large_starts_;
};

// Exchanges the colors and flips each board vertically, which results in the same game for the other side. History is
// kept.
Boards mirrored(const Boards& boards);

// Reverses the files. Castling rights cannot be mirrored horizontally, so the history is kept only from the first
// position without them. A board that still has castling rights loses them and its history.
Boards flipped(const Boards& boards);

}  // namespace bitrook::batch
