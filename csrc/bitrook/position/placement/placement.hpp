// The layouts of a placement: the interface that they share, three implementations, and the one that positions use.
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <string_view>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/types.hpp"

namespace bitrook::placement {

// A layout provides the squares of a piece, a type or a color, and the piece on a square. `toggle` is its only mutator.
// Preconditions: a piece is toggled on squares that are empty or where it stands (the order does not matter if each
// square has at most one piece in the end); Piece::None and PieceType::None are not passed to any function.
template <class L>
concept Layout =
    std::regular<L> && requires(const L board, L changing, Piece p, PieceType t, Color c, Square s, Bitboard squares) {
      { board.of(p) } -> std::same_as<Bitboard>;
      { board.of(t) } -> std::same_as<Bitboard>;
      { board.of(c) } -> std::same_as<Bitboard>;
      { board.of(t, c) } -> std::same_as<Bitboard>;
      { board.occupied() } -> std::same_as<Bitboard>;
      { board.empty() } -> std::same_as<Bitboard>;
      { board.piece_at(s) } -> std::same_as<Piece>;
      { board.type_at(s) } -> std::same_as<PieceType>;
      { changing.toggle(p, squares) } -> std::same_as<void>;
      { changing.toggle(t, c, squares) } -> std::same_as<void>;
      // The stored words and their names, for display.
      { L::WordNames[0] } -> std::convertible_to<std::string_view>;
      { board.words()[0] } -> std::convertible_to<Bitboard>;
    };

template <Layout To, Layout From>
constexpr To converted(const From& from) {
  To to;
  for (const Piece p : Pieces) to.toggle(p, from.of(p));
  return to;
}

// From the sets of pawns to kings and those of White and Black. Returns nothing if two pieces would share a square, or
// if the types and colors disagree.
template <Layout To>
constexpr std::optional<To> placement_of(const std::array<Bitboard, 6>& types, const std::array<Bitboard, 2>& colors) {
  To to;
  Bitboard all;
  for (const PieceType t : PieceTypes) {
    const Bitboard set = types[index(t) - 1];
    if (all.meets(set)) return std::nullopt;
    all |= set;
    for (const Color c : Colors) to.toggle(t, c, set & colors[index(c)]);
  }
  if (colors[0].meets(colors[1]) || (colors[0] | colors[1]) != all) return std::nullopt;
  return to;
}

// The bits of the piece types: square s is in set k if bit k of the number of the type on s is set.
template <class L>
constexpr std::array<Bitboard, 3> type_planes(const L& board) {
  using enum PieceType;
  const Bitboard bishops = board.of(Bishop), queens = board.of(Queen), kings = board.of(King);
  return {board.of(Pawn) | bishops | queens, board.of(Knight) | bishops | kings, board.of(Rook) | queens | kings};
}

// The type or the piece on a square, found without a branch. None for an empty square.
template <class L>
constexpr PieceType type_by_bits(const L& board, Square s) {
  const auto [ones, twos, fours] = type_planes(board);
  return PieceType(unsigned(ones.contains(s)) | unsigned(twos.contains(s)) << 1 | unsigned(fours.contains(s)) << 2);
}
template <class L>
constexpr Piece piece_by_bits(const L& board, Square s) {
  return Piece(2 * index(type_by_bits(board, s)) + unsigned(board.of(Color::Black).contains(s)));
}

// The layout of the first bitboard programs. If a piece is not known at compile time, its set is looked up in a table
// of members.
class Classical {
 public:
  static constexpr std::array<std::string_view, 15> WordNames{
      "white_pawns",  "white_knights", "white_bishops", "white_rooks",   "white_queens",
      "white_king",   "black_pawns",   "black_knights", "black_bishops", "black_rooks",
      "black_queens", "black_king",    "all_white",     "all_black",     "all_pieces"};

  constexpr Bitboard of(Color c) const { return c == Color::White ? all_white_ : all_black_; }
  constexpr Bitboard of(PieceType t) const { return of(t, Color::White) | of(t, Color::Black); }
  constexpr Bitboard of(PieceType t, Color c) const { return of(make_piece(t, c)); }
  constexpr Bitboard of(Piece p) const { return this->*set_of(p); }
  constexpr Bitboard occupied() const { return all_pieces_; }
  constexpr Bitboard empty() const { return ~all_pieces_; }
  constexpr PieceType type_at(Square s) const { return type_by_bits(*this, s); }
  constexpr Piece piece_at(Square s) const { return piece_by_bits(*this, s); }

  constexpr void toggle(PieceType t, Color c, Bitboard squares) { toggle(make_piece(t, c), squares); }
  constexpr void toggle(Piece p, Bitboard squares) {
    this->*set_of(p) ^= squares;
    (color_of(p) == Color::White ? all_white_ : all_black_) ^= squares;
    all_pieces_ ^= squares;
  }

  constexpr std::array<Bitboard, 15> words() const {
    return {white_pawns_,  white_knights_, white_bishops_, white_rooks_,   white_queens_,
            white_king_,   black_pawns_,   black_knights_, black_bishops_, black_rooks_,
            black_queens_, black_king_,    all_white_,     all_black_,     all_pieces_};
  }
  constexpr bool operator==(const Classical&) const = default;

 private:
  static constexpr Bitboard Classical::* set_of(Piece p) {
    using C = Classical;
    constexpr std::array<Bitboard C::*, 12> Sets{&C::white_pawns_,   &C::black_pawns_,   &C::white_knights_,
                                                 &C::black_knights_, &C::white_bishops_, &C::black_bishops_,
                                                 &C::white_rooks_,   &C::black_rooks_,   &C::white_queens_,
                                                 &C::black_queens_,  &C::white_king_,    &C::black_king_};
    return Sets[index(p) - index(Piece::WhitePawn)];  // the precondition of all layouts excludes None
  }

  Bitboard white_pawns_, white_knights_, white_bishops_, white_rooks_, white_queens_, white_king_;
  Bitboard black_pawns_, black_knights_, black_bishops_, black_rooks_, black_queens_, black_king_;
  Bitboard all_white_, all_black_, all_pieces_;
};

static_assert(Layout<Classical>);

// --- The dense layout: a set for each color and each piece type. The pieces of one color and type are an intersection.

class Dense {
 public:
  static constexpr std::array<std::string_view, 8> WordNames{"white",   "black", "pawns",  "knights",
                                                             "bishops", "rooks", "queens", "kings"};

  constexpr Bitboard of(Color c) const { return words_[index(c)]; }
  constexpr Bitboard of(PieceType t) const { return words_[index(t) + 1]; }
  constexpr Bitboard of(PieceType t, Color c) const { return of(t) & of(c); }
  constexpr Bitboard of(Piece p) const { return of(type_of(p), color_of(p)); }
  constexpr Bitboard occupied() const { return words_[0] | words_[1]; }
  constexpr Bitboard empty() const { return ~occupied(); }
  constexpr PieceType type_at(Square s) const { return type_by_bits(*this, s); }
  constexpr Piece piece_at(Square s) const { return piece_by_bits(*this, s); }

  constexpr void toggle(Piece p, Bitboard squares) { toggle(type_of(p), color_of(p), squares); }
  constexpr void toggle(PieceType t, Color c, Bitboard squares) {
    words_[std::size_t{index(t)} + 1] ^= squares;  // a 64-bit index, so that one addressing mode suffices
    words_[index(c)] ^= squares;
  }

  constexpr const std::array<Bitboard, 8>& words() const { return words_; }
  constexpr bool operator==(const Dense&) const = default;

 private:
  std::array<Bitboard, 8> words_{};  // by color, then by type
};

static_assert(Layout<Dense>);

// --- The indexed layout: an array of sets by color and by piece, and the occupied and the empty squares.

// pieces[2 * type + color] is the set of a piece, and the first two entries are the sets of the colors.
class Indexed {
 public:
  static constexpr std::array<std::string_view, 16> WordNames{
      "any_white",     "any_black",     "white_pawns", "black_pawns", "white_knights", "black_knights",
      "white_bishops", "black_bishops", "white_rooks", "black_rooks", "white_queens",  "black_queens",
      "white_king",    "black_king",    "occupied",    "empty"};

  constexpr Bitboard of(Color c) const { return pieces_[index(c)]; }
  constexpr Bitboard of(PieceType t) const { return pieces_[2 * index(t)] | pieces_[2 * index(t) + 1]; }
  constexpr Bitboard of(PieceType t, Color c) const { return pieces_[2 * index(t) + index(c)]; }
  constexpr Bitboard of(Piece p) const { return pieces_[index(p)]; }
  constexpr Bitboard occupied() const { return occupied_; }
  constexpr Bitboard empty() const { return empty_; }
  constexpr PieceType type_at(Square s) const { return type_by_bits(*this, s); }
  constexpr Piece piece_at(Square s) const { return piece_by_bits(*this, s); }

  constexpr void toggle(PieceType t, Color c, Bitboard squares) { toggle(make_piece(t, c), squares); }
  constexpr void toggle(Piece p, Bitboard squares) {
    pieces_[index(p)] ^= squares;
    pieces_[index(color_of(p))] ^= squares;
    occupied_ ^= squares;
    empty_ ^= squares;
  }

  constexpr std::array<Bitboard, 16> words() const {
    std::array<Bitboard, 16> all{};
    for (unsigned i = 0; i < 14; ++i) all[i] = pieces_[i];
    all[14] = occupied_;
    all[15] = empty_;
    return all;
  }
  constexpr bool operator==(const Indexed&) const = default;

 private:
  std::array<Bitboard, 14> pieces_{};
  Bitboard occupied_;
  Bitboard empty_ = Bitboard::all();
};

static_assert(Layout<Indexed>);

}  // namespace bitrook::placement

namespace bitrook {

#ifdef BITROOK_PLACEMENT  // Classical, Indexed or Dense, for the benchmark of layouts
using Placement = placement::BITROOK_PLACEMENT;
#else
using Placement = placement::Dense;
#endif

}  // namespace bitrook
