// The fast path for moves in movetext. It reads and checks the usual moves without a branch on the piece type.
// In its templates, P is Position or VariantPosition.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bitrook/base/intrinsics.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/position.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook::pgn {

// Whether each side has exactly one king, which is not a promoted pawn. Legal moves preserve this.
inline bool has_regular_kings(const Position& p) {
  return has_one_king_each(p.placement()) && p.of(PieceType::King).disjoint(p.promoted());
}

// In variants, a side may have no king, and in those that do not follow chess the kings do not matter.
inline bool has_regular_kings(const VariantPosition& p) {
  const Bitboard kings = p.of(PieceType::King);
  const auto has_several = [&](Color c) { return p.of(PieceType::King, c).many(); };
  return !p.rules().follows_chess() ||
         (!has_several(Color::White) && !has_several(Color::Black) && kings.disjoint(p.promoted()));
}

// A legal move and the length of its text, which is 0 if the fast path does not read the move.
struct FastMove {
  Move move;
  std::size_t length = 0;
};

namespace detail {

// Piece types, indexed by the low five bits of the piece letter.
inline constexpr std::array<PieceType, 32> TypeOf = [] {
  std::array<PieceType, 32> t{};
  t['N' & 31] = PieceType::Knight;
  t['B' & 31] = PieceType::Bishop;
  t['R' & 31] = PieceType::Rook;
  t['Q' & 31] = PieceType::Queen;
  t['K' & 31] = PieceType::King;
  return t;
}();

// The origins that one character before the target allows: a file, a rank, or all squares for 0. Any other character
// allows none. If there are two characters, the first must be a file and the second a rank.
struct OriginMasks {
  std::array<std::uint64_t, 128> one{}, first{}, second{};
};
inline constexpr OriginMasks OriginsOf = [] {
  OriginMasks t;
  t.one[0] = t.second[0] = ~std::uint64_t{0};
  for (unsigned i = 0; i < 8; ++i) {
    t.one['a' + i] = t.first['a' + i] = 0x0101010101010101 << i;
    t.one['1' + i] = t.second['1' + i] = std::uint64_t{0xFF} << 8 * i;
  }
  return t;
}();

// Whether the king may move to the adjacent square `to`, which has no piece of its own side. Sliders are tested one by
// one, because the tables of their attacks do not stay in the cache.
inline bool king_may_enter(const Position& p, Square to) {
  using enum PieceType;
  const Color us = p.turn();
  const Bitboard enemy = p.of(~us), occupied = p.occupied() - Bitboard(p.king(us)), queens = p.of(Queen);
  if (enemy.meets((pawn_attacks(us, to) & p.of(Pawn)) | (knight_attacks(to) & p.of(Knight)) |
                  (king_attacks(to) & p.of(King))))
    return false;
  const Bitboard sliders = (rook_rays(to) & (p.of(Rook) | queens)) | (bishop_rays(to) & (p.of(Bishop) | queens));
  for (const Square s : enemy& sliders) {
    if (between(s, to).disjoint(occupied)) return false;
  }
  return true;
}

// Given the squares of pieces of type t that can reach `to`, returns those from which the move is legal.
inline Bitboard legal_origins_of(const Position& p, PieceType t, Bitboard origins, Square to) {
  if (t != PieceType::King) return legal_origins(p, origins, to);
  return origins.any() && king_may_enter(p, to) ? origins : Bitboard();
}
inline Bitboard legal_origins_of(const VariantPosition& p, PieceType t, Bitboard origins, Square to) {
  if (p.rules().follows_chess()) origins = legal_origins_of(p.chess(), t, origins, to);
  for (const Square s : origins) {
    if (!p.rules().permits(p, Move::normal(s, to))) origins -= Bitboard(s);
  }
  return origins;
}

template <class P>
Move read_pawn_move(const P& p, Square to, Bitboard from_file, bool captures) {
  const Color us = p.turn();
  const Bitboard pawns = p.of(PieceType::Pawn, us), target(to);
  Bitboard origin;
  if (captures) {
    if (p.of(~us).disjoint(target)) return Move::null();  // en passant, or nothing to capture
    origin = pawn_attacks(~us, to) & pawns & from_file;
  } else {
    if (p.occupied().meets(target)) return Move::null();
    const auto behind = [us](Bitboard b) { return us == Color::White ? b >> 8 : b << 8; };
    const Bitboard one = behind(target);
    origin = one & pawns;
    if (one.disjoint(p.occupied()) && rank_of(to) == relative(Rank::R4, us)) origin = behind(one) & pawns;
  }
  if (Backranks.meets(target)) return Move::null();  // a promotion without a piece
  origin = legal_origins_of(p, PieceType::Pawn, origin, to);
  if (origin.empty()) return Move::null();
  return Move::normal(origin.first(), to);
}

}  // namespace detail

// Reads a piece or pawn move from a text of at least 8 characters. The move must be followed by a character that cannot
// belong to it: "Nf3 ", "exd5 ", "Qa1xb2+". Preconditions: has_regular_kings(p); the game is not over by the rules of a
// variant; the first character is a file or one of NBRQK.
template <class P>
FastMove read_fast_move(const P& p, const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, 8);
  if constexpr (std::endian::native == std::endian::big) word = byte_swapped(word);
  // A move ends before the first byte below '0': a space, + # ! . and others, but not a dash. A move that is followed
  // by ? or ; or a brace seems longer, and is left to the slow path.
  constexpr std::uint64_t High = 0x8080808080808080;
  const std::uint64_t ends = ~((word | High) - 0x3030303030303030) & High;
  const unsigned length = unsigned(std::countr_zero(ends)) / 8;
  if (length - 2 > 4 || (word >> 8 * length & 0xFF) == '-') [[unlikely]]
    return {};
  const auto character = [word](unsigned i) { return unsigned(word >> 8 * i & 0xFF); };
  const unsigned file = character(length - 2) - 'a', rank = character(length - 1) - '1';
  if ((file | rank) > 7) [[unlikely]]
    return {};
  const auto to = Square(rank << 3 | file);
  const bool is_piece = character(0) < 'a';
  const unsigned before = length - 2 - (is_piece ? 1 : 0);  // characters of the origin and the 'x'
  const bool cross = before != 0 && character(length - 3) == 'x';
  const unsigned n = before - (cross ? 1 : 0);
  // The characters of the origin alone. There are at most two.
  const std::uint64_t origin = word >> (is_piece ? 8 : 0) & ((std::uint64_t{1} << 8 * n) - 1);
  if (n > 2 || (origin & 0x8080) != 0) [[unlikely]]
    return {};
  const detail::OriginMasks& t = detail::OriginsOf;
  const Bitboard from((n == 2 ? t.first : t.one)[origin & 0x7F] & t.second[origin >> 8 & 0x7F]);
  if (!is_piece) {
    const bool other_file = n != 0 && character(0) - 'a' != file;
    if (n > 1 || (other_file ? false : length != 2)) [[unlikely]]
      return {};
    const Move m = detail::read_pawn_move(p, to, from, other_file);
    return {m, m.is_null() ? 0 : length};
  }
  const Color us = p.turn();
  if (p.of(us).contains(to)) [[unlikely]]
    return {};
  // The pieces that could move there on an empty board, and have nothing in between. There are rarely two, and testing
  // each one is faster than computing the attacks from the target, whose tables do not stay in the cache.
  const PieceType type = detail::TypeOf[character(0) & 31];
  Bitboard origins = p.of(type, us) & from & pseudo_attacks(type, to);
  for (const Square s : origins) {
    if (between(s, to).meets(p.occupied())) origins -= Bitboard(s);
  }
  origins = detail::legal_origins_of(p, type, origins, to);
  if (origins.empty() || origins.many()) [[unlikely]]
    return {};
  return {Move::normal(origins.first(), to), length};
}

}  // namespace bitrook::pgn
