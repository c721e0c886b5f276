// The legal moves of a position, listed and counted: nothing is tried and taken back.
#include "movegen.hpp"

#include "general_moves.hpp"
#include "movegen/rows.hpp"
#include "movegen/targets.hpp"

namespace bitrook {

namespace {

inline void add_promotions(MoveList& moves, Square from, Square to) {
  moves.add(Move::promotion(from, to, PieceType::Queen));
  moves.add(Move::promotion(from, to, PieceType::Rook));
  moves.add(Move::promotion(from, to, PieceType::Bishop));
  moves.add(Move::promotion(from, to, PieceType::Knight));
}

// The moves of one origin, waiting for their turn.
struct Origin {
  std::uint64_t targets;
#if BITROOK_HAS_SHUFFLE
  const rows::Reach* reach;
#endif
};

template <PieceType T>
BITROOK_ALWAYS_INLINE Origin origin([[maybe_unused]] Square s, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  using enum PieceType;
  constexpr auto& Reach = T == Knight   ? rows::KnightReach
                          : T == Bishop ? rows::BishopReach
                          : T == Rook   ? rows::RookReach
                          : T == Queen  ? rows::QueenReach
                                        : rows::KingReach;
  return {targets.word(), &Reach[index(s)]};
#else
  return {targets.word()};
#endif
}

inline void add_rows(MoveList& moves, Bitboard from, const Origin* origins) {
#if BITROOK_HAS_SHUFFLE
  Move* out = moves.data() + moves.size();
  while (from.any()) {
    const Origin& origin = origins[index(from.pop_last())];
    out = rows::write(out, *origin.reach, Bitboard(origin.targets));
  }
  moves.resize(std::size_t(out - moves.data()));
#else
  for (const Square s : from.reversed()) rows::add(moves, s, Bitboard(origins[index(s)].targets));
#endif
}

template <Color Us>
void add_pawn_moves(const Targets<Us>& t, Bitboard pawns, MoveList& moves) {
  constexpr int Back = Us == Color::White ? -8 : 8;
  for (const Square from : t.capturers(pawns).reversed()) {
    const Bitboard captures = t.captures(from);
    if (captures.meets(Backranks)) {
      for (const Square to : captures.reversed()) add_promotions(moves, from, to);
    } else {
      rows::add_pair(moves, from, captures);
    }
  }
  Bitboard once, twice;
  t.steps(pawns, once, twice);
  // Promotions are the highest squares for White, the lowest for Black.
  const Bitboard promotions = once & t.LastRank;
  const auto promote = [&] {
    for (const Square to : promotions.reversed()) add_promotions(moves, offset(to, Back), to);
  };
  if constexpr (Us == Color::White) {
    if (promotions.any()) promote();
  }
  rows::add_single_steps<Back>(moves, once);
  if constexpr (Us == Color::Black) {
    if (promotions.any()) promote();
  }
  rows::add_double_steps<Us>(moves, twice);
}

template <Color Us>
void add_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant) {
  using enum PieceType;
  const Targets<Us> t(p, mask.to);
  std::array<Origin, 64> origins;  // set for the squares of `from` alone

  std::optional<Bitboard> danger;
  const Bitboard king = Bitboard(t.king) & mask.from;
  const Bitboard king_targets = king.any() ? t.of_king(mask.to, danger) : Bitboard();
  const Bitboard pinned_knights = p.of(Knight) & p.pinned();
  Bitboard from = (t.us & mask.from) - p.of(Pawn) - king - pinned_knights;
  t.for_each_piece(from, [&origins](Square s, Bitboard targets, auto type) {
    origins[index(s)] = origin<decltype(type)::value>(s, targets);
  });
  origins[index(t.king)] = origin<King>(t.king, king_targets);

  if (p.is_check()) {
    add_rows(moves, king, origins.data());
    if (t.allowed.any()) add_rows(moves, from, origins.data());
  } else {
    add_rows(moves, from | king, origins.data());
    if (king.any())
      t.for_each_castling(mask.to, danger, [&](Square rook) {
        moves.add(p.chess960() ? Move::normal(t.king, rook)
                               : Move::normal(t.king, detail::castling_squares(Us, t.king, rook).king));
      });
  }
  add_pawn_moves(t, p.of(Pawn) & t.us & mask.from, moves);
  if (with_en_passant && p.en_passant() != Square::None) generate_legal_en_passant(p, moves, mask);
}

void add_legal(const Position& p, MoveList& moves, Mask mask, bool with_en_passant) {
  if (!is_ordinary(p)) [[unlikely]]
    return general::add_legal(p, moves, mask, with_en_passant);
  if (p.turn() == Color::White)
    add_legal<Color::White>(p, moves, mask, with_en_passant);
  else
    add_legal<Color::Black>(p, moves, mask, with_en_passant);
}

template <Color Us>
unsigned counted(const Position& p) {
  const Targets<Us> t(p, Bitboard::all());
  std::optional<Bitboard> danger;
  unsigned n = t.of_king(Bitboard::all(), danger).count();
  if (!p.is_check()) t.for_each_castling(Bitboard::all(), danger, [&n](Square) { ++n; });
  if (p.en_passant() != Square::None) n += p.legal_en_passant().count();
  if (t.allowed.empty()) return n;
  t.for_each_piece(t.us, [&](Square, Bitboard targets, auto) { n += targets.count(); });
  const Bitboard pawns = p.of(PieceType::Pawn) & t.us;
  const auto promoting = [&](Bitboard targets) { return targets.count() + 3 * (targets & Backranks).count(); };
  for (const Square s : t.capturers(pawns)) n += promoting(t.captures(s));
  Bitboard once, twice;
  t.steps(pawns, once, twice);
  return n + promoting(once) + twice.count();
}

template <Color Us>
bool any(const Position& p) {
  const Targets<Us> t(p, Bitboard::all());
  const Bitboard pawns = p.of(PieceType::Pawn) & t.us;
  if (t.allowed.any()) {
    Bitboard once, twice;
    t.steps(pawns, once, twice);
    if ((once | twice).any()) return true;
  }
  std::optional<Bitboard> danger;
  if (t.of_king(Bitboard::all(), danger).any()) return true;
  if (t.allowed.empty()) return false;
  bool found = false;
  t.for_each_piece(t.us, [&](Square, Bitboard targets, auto) { found |= targets.any(); });
  if (found) return true;
  for (const Square s : t.capturers(pawns))
    if (t.captures(s).any()) return true;
  // A king that can castle can step aside too, but for Chess960, where it may stand between its rooks.
  if (!p.is_check()) t.for_each_castling(Bitboard::all(), danger, [&found](Square) { found = true; });
  return found || p.has_legal_en_passant();
}

}  // namespace

void generate_legal(const Position& p, MoveList& moves, Mask mask) { add_legal(p, moves, mask, true); }

void generate_legal_captures(const Position& p, MoveList& moves, Mask mask) {
  add_legal(p, moves, {mask.from, mask.to & p.of(~p.turn())}, false);
  generate_legal_en_passant(p, moves, mask);
}

void generate_legal_quiets(const Position& p, MoveList& moves, Mask mask) {
  add_legal(p, moves, {mask.from, mask.to - p.of(~p.turn())}, false);
}

void generate_legal_en_passant(const Position& p, MoveList& moves, Mask mask) {
  if (p.en_passant() == Square::None || !mask.to.contains(p.en_passant())) return;
  for (const Square from : (p.legal_en_passant() & mask.from).reversed()) moves.add(Move::normal(from, p.en_passant()));
}

unsigned count_legal(const Position& p) {
  if (!is_ordinary(p)) [[unlikely]] {
    MoveList moves;
    general::add_legal(p, moves, {}, true);
    return unsigned(moves.size());
  }
  return p.turn() == Color::White ? counted<Color::White>(p) : counted<Color::Black>(p);
}

bool has_legal(const Position& p) {
  if (!is_ordinary(p)) [[unlikely]] {
    MoveList moves;
    general::add_legal(p, moves, {}, true);
    return !moves.empty();
  }
  return p.turn() == Color::White ? any<Color::White>(p) : any<Color::Black>(p);
}

}  // namespace bitrook
