// Observation planes: 8 x 8 numbers for each feature that a network reads, such as "own pawns" or "half-move clock".
//
// A stack is a list of planes by name: "own_pawns", "own_pawns@3" (three positions ago), "halfmove_clock/100"
// (divided). Encoding a board has two steps: computing a set of squares and a number for each plane, and writing the
// planes as arrays.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/batch/frame.hpp"

namespace bitrook::batch {

// The planes of a board: plane i has numbers[i] on the squares of the set squares[i] and 0 on the others. Bit 0 is the
// first square of the first row.
struct Planes {
  // The sets are read in whole vectors, so they are padded with zeros to a multiple of this number.
  static constexpr std::size_t Block = 64;

  std::vector<std::uint64_t> squares;
  std::vector<std::uint32_t> numbers;  // 1 except for counters

  explicit Planes(std::size_t n) { reset(n); }
  void reset(std::size_t n) {
    squares.assign((n + Block - 1) / Block * Block, 0);
    numbers.assign(n, 1);
  }
  std::size_t size() const { return numbers.size(); }
};

// Lc0's input formats, with the values of its protocol.
enum class Lc0Format : std::uint8_t {
  Classical = 1,
  CastlingPlane = 2,
  Canonical = 3,
  CanonicalHectoplies = 4,
  CanonicalV2 = 5,
  HectopliesArmageddon = 132,
  V2Armageddon = 133,
};

// What Lc0 writes for positions before the first one of a game: nothing, the first position unless it is the start
// position, or the first position.
enum class Lc0Fill : std::uint8_t { No, FenOnly, Always };

class PlaneStack {
 public:
  static constexpr unsigned MaxDepth = 104;  // positions of a game
  static constexpr unsigned MaxPlanes = 4096;

  // The names of the stacks of known frameworks.
  static constexpr auto Known = std::to_array<std::string_view>(
      {"pieces", "alphazero", "pgx", "openspiel", "pettingzoo", "maia2", "maia3", "lc0"});

  // Null if there is no stack with this name.
  static std::optional<PlaneStack> find(std::string_view name);
  static PlaneStack lc0(Lc0Format format, Lc0Fill fill);
  static PlaneStack maia3();
  // `mirrored`: the ranks are mirrored if Black is to move. `rank_1_first`: the first row is rank 1, otherwise rank 8.
  // On failure, returns nothing and sets `bad` to the index of the invalid name.
  static std::optional<PlaneStack> of(std::span<const std::string> names, bool mirrored, bool rank_1_first,
                                      std::size_t& bad);

  unsigned size() const { return unsigned(divisors_.size()); }
  unsigned depth() const { return depth_; }  // the number of positions read of each game
  bool mirrored() const { return mirrored_; }
  bool rank_1_first() const { return rank_1_first_; }
  const std::vector<std::string>& names() const { return names_; }
  // What the number of each plane is divided by, where floats are written.
  const std::vector<float>& divisors() const { return divisors_; }
  // The indices of the planes that hold a counter, such as the half-move clock, instead of a set of squares.
  const std::vector<std::uint16_t>& counters() const { return counters_; }

  // `frames` has depth() positions, the newest first; `out` has size() planes, and this stack may have written to it
  // before.
  void encode(std::span<const Frame> frames, Planes& out) const;

  enum class Kind : std::uint8_t {
    AllPieces,           // twelve planes at once: own and opponent's, or White's and Black's
    UniqueAndRecurring,  // two planes at once
    Piece,
    Repeated,     // the position had occurred before
    Recurring,    // the position occurs more than once up to now
    Unique,       // the position does not recur; also set for missing positions
    Repetitions,  // how often it had occurred before
    Castling,
    CastlingRooks,
    EnPassant,
    LegalEnPassant,
    Turn,  // this color is to move
    HalfmoveClock,
    FullmoveNumber,
    Ply,
    Ones,
    Zeros,
    Empty,
    Occupied,
  };
  struct Spec {
    Kind kind = Kind::Zeros;
    std::uint8_t age = 0;
    bool relative = false;  // `color` is 0 for the side to move, 1 for its opponent
    Color color = Color::White;
    PieceType type = PieceType::None;
    bool kingside = false;
    // If this is set, an occurrence with this mark or a stronger one is a different position.
    EnPassantMark distinct = EnPassantMark::None;
    float divisor = 1;
  };

 private:
  bool add(std::string_view name);
  void append(const Spec& spec);
  void encode_lc0(std::span<const Frame> frames, Planes& out) const;
  void encode_pettingzoo(std::span<const Frame> frames, Planes& out) const;
  void encode_maia3(std::span<const Frame> frames, Planes& out) const;
  // Writes the planes of consecutive specs, starting with plane `next`.
  static void evaluate(std::span<const Spec> specs, std::span<const Frame> frames, Planes& out, std::size_t next);

  enum class Method : std::uint8_t { Specs, Lc0, PettingZoo, Maia3 } method_ = Method::Specs;
  Lc0Format lc0_format_ = Lc0Format::Classical;
  Lc0Fill lc0_fill_ = Lc0Fill::FenOnly;
  bool mirrored_ = true, rank_1_first_ = true;
  unsigned depth_ = 1;
  std::vector<Spec> specs_;
  std::vector<std::string> names_;
  std::vector<float> divisors_;
  std::vector<std::uint16_t> counters_;
};

// Writes 64 numbers for each plane, one plane after the other. Numbers are written as their bits: in a uint32, those of
// a float; in a uint16, those of a half, a 16-bit float; a uint8 is not divided, and capped at 255.
// Precondition: `out` has room for 64 items per plane.
template <class Bits>
void write_planes(const Planes& planes, std::span<const float> divisors, Bits* out);
// The same, with all planes of a square together.
template <class Bits>
void write_squares(const Planes& planes, std::span<const float> divisors, Bits* out);
// Writes a word for each plane: its squares, or the number of a counter.
void write_words(const Planes& planes, std::span<const std::uint16_t> counters, std::uint64_t* out);

}  // namespace bitrook::batch
