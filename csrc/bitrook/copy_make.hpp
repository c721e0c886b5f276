// Copy-make: from a position to those after its moves, with what all moves have in common done once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "attacks.hpp"
#include "bitboard.hpp"
#include "intrinsics.hpp"
#include "move.hpp"
#include "play_detail.hpp"
#include "position.hpp"
#include "zobrist.hpp"

namespace bitrook {

// Made of a position, which must stay as it is as long as moves are played from it. It holds the position that passing
// would lead to, for that is what every move does, too; and by what moves, which rights and clock are left, and on
// which squares there is more to do than to go where nothing or an enemy stands.
// (https://www.chessprogramming.org/Copy-Make)
class CopyMake {
 public:
  explicit CopyMake(const Position& p);
  explicit CopyMake(const Position&&) = delete;  // gone before the first move

  // As `next = p; next.play(m)`, for another position than `p` itself: any move is safe. Less than half the work if
  // there are several; inline, since it is for loops over the moves of a position.
  BITROOK_ALWAYS_INLINE void play(Move m, Position& next) const {
    const auto visit = [](const Position& p) { p.changed(); };
    copy(next);
    us_ == Color::White ? play_as<Color::White, false>(m.word(), next, next, visit)
                        : play_as<Color::Black, false>(m.word(), next, next, visit);
  }
  // Calls visit(next) with the position after each of `moves`, one after the other.
  template <class Visit>
  BITROOK_ALWAYS_INLINE void for_each(const MoveList& moves, Visit visit) const {
    us_ == Color::White ? for_each_as<Color::White>(moves, visit) : for_each_as<Color::Black>(moves, visit);
  }

 private:
  // Who moves from a square: a piece of the mover by its type, or one whose moves do more. Times sixteen, so that to
  // find what they do in the two tables below takes no more than the processor's own ways to address.
  using Mover = std::uint8_t;
  static constexpr unsigned Movers = 10, Place = 16;
  static constexpr Mover mover_of(PieceType type) { return Mover(Place * index(type)); }
  static constexpr Mover Nobody = 0, APawn = 1 * Place, TheKing = 6 * Place;
  static constexpr Mover HomePawn = 7 * Place;                                 // on its second rank
  static constexpr Mover KingsideRook = 8 * Place, QueensideRook = 9 * Place;  // with their rights
  // What their moves do in every position: turn over words of the placement, here all ones, and numbers of the key.
  struct alignas(64) Turned {
    Placement placement;
    const std::uint64_t* keys;
  };
  template <Color Us>
  static constexpr std::array<Turned, Movers> TurnedBy = [] {
    std::array<Turned, Movers> t{};
    const auto set = [&t](unsigned mover, PieceType type) {
      t[mover / Place].placement.toggle(type, Us, Bitboard::all());
      t[mover / Place].keys = zobrist::of(index(make_piece(type, Us)));
    };
    for (const PieceType type : PieceTypes) set(mover_of(type), type);
    set(HomePawn, PieceType::Pawn);
    set(KingsideRook, PieceType::Rook);
    set(QueensideRook, PieceType::Rook);
    return t;
  }();
  // ... and in this one.
  struct alignas(64) After {
    After() {}
    union {
      Status status;  // but for the squares in the key
    };
    std::uint64_t care;     // where a move that begins or ends there does more
    std::uint64_t special;  // of these, where it does more than to check, to pin or to uncover
  };
  // Where a move of each type begins or ends that may check or pin, or undo a pin.
  using Checks = std::array<Bitboard, 8>;
  struct Sets {
    Bitboard shields;  // of these, where pieces come and go between our sliders and the enemy king
    Bitboard odd;      // marks of promotion, one of several kings, en passant, rights that are not those of a corner
    Bitboard double_steps, plain_double_steps;  // where pawns end that can make one; and need no care
    Bitboard noted;  // where an enemy pawn stands beside, so that the key notes the square passed over
  };

  // Before the moves.
  template <Color Us>
  void pass();
  template <Color Us>
  Checks look();
  template <Color Us>
  void beware(const Checks& checks);
  template <Color Us>
  void tell_movers(Bitboard rights);
  template <Color Us>
  void foresee_double_steps(Bitboard squares, Bitboard checks);  // but from or to odd squares

  // The short ways lead to `next`, which holds what `copy` copies, and go back, if it is kept, to that; those of the
  // special moves, each a function to be jumped to, lead from anything to `room`. Then visit(where it led).
  template <Color Us, bool Kept, class Visit>
  void play_as(std::size_t word, Position& next, Position& room, Visit visit) const;
  template <Color Us, class Visit>
  void for_each_as(const MoveList& moves, Visit& visit) const;
  template <Color Us>
  void play_special(Position& next, std::size_t from, std::size_t to, std::size_t mover) const;
  template <Color Us>
  void play_double_step(Position& next, std::size_t from, std::size_t to) const;
  template <Color Us>
  void play_castling(Position& next, std::size_t from, std::size_t to) const;
  template <Color Us>
  void play_promotion(std::size_t word, Position& next) const;
  void play_unusual(Position& next, std::size_t word) const;

  // Steps that they share.
  template <Color Us>
  bool may_take(std::size_t to) const {
    return (passed_.of(~Us) - passed_.of(PieceType::King)).contains(Square(to));
  }
  void copy(Position& next) const;  // all but the placement and the status, which every way writes whole
  template <Color Us>
  void arrive(Position& next, std::size_t from, std::size_t to, std::size_t mover, std::size_t piece) const;
  template <Color Us>
  void step_twice(Position& next, std::size_t from, std::size_t to) const;
  template <Color Us>
  void take(Position& next, std::size_t to, std::size_t mover, std::size_t captured) const;
  template <Color Us>
  void go(Position& next, std::size_t from, std::size_t to, std::size_t mover, std::size_t piece,
          std::size_t captured) const;
  static void take_back(Position& next, std::size_t from, std::size_t to, Piece piece, Piece captured) {
    next.squares_[from] = piece;
    next.squares_[to] = captured;
  }
  template <Color Us>
  void settle(Position& next, std::size_t from, std::size_t to, std::size_t mover, std::size_t type) const;

  // Apart, so that the ways that seldom come here do not save registers for it.
  template <Color Us>
  static void look_again(Position& next);

  template <class Table>  // without the division, and the multiplication that follows it
  static const auto& of(const Table& table, std::size_t mover) {
    constexpr std::size_t Step = sizeof(table[0]) / Place;
    return *reinterpret_cast<decltype(table.data())>(reinterpret_cast<const char*>(table.data()) + Step * mover);
  }
  const After& after(std::size_t mover) const { return of(after_, mover); }
  After& after(std::size_t mover) { return after_[mover / Place]; }

  // In unions, for nothing of them has to be set before it is known.
  union {
    alignas(64) Position passed_;
  };
  std::array<Mover, 64> movers_;
  std::array<After, Movers> after_;
  union {
    Sets sets_;
  };
  const Position& before_;
  Color us_;
};

template <Color Us, bool Kept, class Visit>
BITROOK_ALWAYS_INLINE void CopyMake::play_as(std::size_t word, Position& next, Position& room, Visit visit) const {
  if (word > 0xFFF) [[unlikely]] {
    play_promotion<Us>(word, room);
    return visit(room);
  }
  const std::size_t from = word & 63, to = word >> 6, mover = movers_[from];
  const Piece captured = passed_.squares_[to];  // as bytes, for as such they are stored
  if (has_any(after(mover).care, (detail::bit(from) | detail::bit(to)).word())) [[unlikely]] {
    if ((from ^ to) == 16 && sets_.plain_double_steps.contains(Square(to))) {
      step_twice<Us>(next, from, to);
      visit(next);
      if constexpr (Kept) take_back(next, from, to, make_piece(PieceType::Pawn, Us), Piece::None);
      return;
    }
    if ((after(mover).special & (detail::bit(from) | detail::bit(to)).word()) != 0 ||
        (captured != Piece::None && !may_take<Us>(to))) {
      play_special<Us>(room, from, to, mover);
      return visit(room);
    }
    const Piece piece = passed_.squares_[from];
    go<Us>(next, from, to, mover, index(piece), index(captured));
    settle<Us>(next, from, to, mover, detail::type_of(index(piece)));
    visit(next);
    if constexpr (Kept) {
      take_back(next, from, to, piece, captured);
      next.derived_ = passed_.derived_;
    }
    return;
  }
  const Piece piece = passed_.squares_[from];
  arrive<Us>(next, from, to, mover, index(piece));
  if (mover == TheKing) [[unlikely]]
    next.status_.kings[index(Us)] = Square(to);
  if (captured != Piece::None) [[unlikely]] {
    if (!may_take<Us>(to)) [[unlikely]] {
      if constexpr (Kept) take_back(next, from, to, piece, captured);
      play_unusual(room, word);
      return visit(room);
    }
    take<Us>(next, to, mover, index(captured));
  }
  visit(next);
  if constexpr (Kept) take_back(next, from, to, piece, captured);
}

template <Color Us, class Visit>
BITROOK_ALWAYS_INLINE void CopyMake::for_each_as(const MoveList& moves, Visit& visit) const {
  struct Room {
    Room() {}
    union {
      alignas(64) Position next;
    };
  } kept, other;
  const auto show = [&visit](const Position& next) {
    next.changed();
    visit(next);
  };
  copy(kept.next);
  for (const Move m : moves) play_as<Us, true>(m.word(), kept.next, other.next, show);
}

BITROOK_ALWAYS_INLINE void CopyMake::copy(Position& next) const {
  copy_wide(passed_.squares_, next.squares_);
  next.promoted_ = passed_.promoted_;
  next.derived_ = passed_.derived_;
}

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::arrive(Position& next, std::size_t from, std::size_t to, std::size_t mover,
                                            std::size_t piece) const {
  const Turned& turned = of(TurnedBy<Us>, mover);
  copy_wide_turned(after(mover).status, turned.keys[from] ^ turned.keys[to], next.status_);
  copy_wide_turned(passed_.placement_, turned.placement, (detail::bit(from) | detail::bit(to)).word(), next.placement_);
  next.squares_[from] = Piece::None;
  next.squares_[to] = Piece(piece);
}

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::step_twice(Position& next, std::size_t from, std::size_t to) const {
  arrive<Us>(next, from, to, HomePawn, detail::Pawn<Us>);
  Irreversible rest = after(HomePawn).status.irreversible;
  rest.set_en_passant(Square(Us == Color::White ? to - 8 : to + 8));
  next.status_.irreversible = rest;
  if (sets_.noted.contains(Square(to))) [[unlikely]]
    next.status_.key ^= zobrist::en_passant(file_of(Square(to)));
}

template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::take(Position& next, std::size_t to, std::size_t mover,
                                          std::size_t captured) const {
  next.status_.irreversible = Irreversible(after(mover).status.irreversible.word() & (Irreversible::ClockOne - 1));
  next.placement_.toggle(PieceType(detail::type_of(captured)), ~Us, detail::bit(to));
  next.status_.key ^= zobrist::of(captured)[to];
}

// What a move does that is no special one, but for the enemy king. (The short way does it in another order.)
template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::go(Position& next, std::size_t from, std::size_t to, std::size_t mover,
                                        std::size_t piece, std::size_t captured) const {
  arrive<Us>(next, from, to, mover, piece);
  if (mover == TheKing) next.status_.kings[index(Us)] = Square(to);
  if (captured != 0) take<Us>(next, to, mover, captured);
}

// What a move that is no special one does to the checkers and pins of the enemy king.
template <Color Us>
BITROOK_ALWAYS_INLINE void CopyMake::settle(Position& next, std::size_t from, std::size_t to, std::size_t mover,
                                            std::size_t type) const {
  const Bitboard origin = detail::bit(from), target = detail::bit(to), checks(after(mover).care);
  const Square king = passed_.king(~Us);
  if (sets_.shields.meets(origin | target) || (checks.meets(origin) && line(king, Square(from)).meets(target))) {
    // Of a slider that goes nearer or farther on its line to the king nothing changes, if it does not attack it.
    if (line(king, Square(from)).meets(target) && type >= index(PieceType::Bishop) && type <= index(PieceType::Queen) &&
        (between(Square(from), Square(to)) | target).disjoint(passed_.occupied()) && sets_.shields != Bitboard::all())
      return;
    return look_again<Us>(next);
  }
  // A slider that has pinned something leaves its line, or a piece arrives that gives check or pins.
  Bitboard checkers, pinned(passed_.derived_.pinned);
  if (checks.meets(origin)) pinned -= between(king, Square(from));
  if (checks.meets(target)) {
    const Bitboard shield = between(king, Square(to)) & passed_.occupied();
    pinned |= shield;
    if (shield.empty()) checkers = target;
  }
  next.derived_ = {checkers.word(), pinned.word()};
}

}  // namespace bitrook
