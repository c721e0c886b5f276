// The legal moves of a position, listed and counted: nothing is tried and taken back.
#include "bitrook/movegen/movegen.hpp"

#include "bitrook/movegen/move_rows.hpp"
#include "bitrook/movegen/reference.hpp"
#include "bitrook/movegen/targets.hpp"

namespace bitrook {

namespace {

inline Move* write_promotions(Move* out, Square from, Square to) {
  *out++ = Move::promotion(from, to, PieceType::Queen);
  *out++ = Move::promotion(from, to, PieceType::Rook);
  *out++ = Move::promotion(from, to, PieceType::Bishop);
  *out++ = Move::promotion(from, to, PieceType::Knight);
  return out;
}

template <Color Us>
BITROOK_ALWAYS_INLINE Move* write_pawn_moves(Move* out, const Targets<Us>& t, Bitboard pawns) {
  constexpr int Back = Us == Color::White ? -8 : 8;
  constexpr Bitboard Seventh{relative(Rank::R7, Us)};
  const auto promote_by_captures = [&](Bitboard capturers) {
    for (const Square from : capturers.reversed())
      for (const Square to : t.captures(from).reversed()) out = write_promotions(out, from, to);
  };
  const auto promote = [&](Bitboard targets) {
    for (const Square to : targets.reversed()) out = write_promotions(out, offset(to, Back), to);
  };
  // Promotions are the highest squares for White, the lowest for Black.
  const Bitboard capturers = t.capturers(pawns), promoters = capturers & Seventh;
  if (Us == Color::White && promoters.any()) [[unlikely]]
    promote_by_captures(promoters);
  for (const Square from : (capturers - Seventh).reversed())
    out = rows::write_captures<Us>(out, from, t.captures(from));
  if (Us == Color::Black && promoters.any()) [[unlikely]]
    promote_by_captures(promoters);

  Bitboard once, twice;
  t.pawn_pushes(pawns, once, twice);
  const Bitboard promotions = once & t.LastRank;
  if (Us == Color::White && promotions.any()) [[unlikely]]
    promote(promotions);
  out = rows::write_single_pushes<Back>(out, once);
  if (Us == Color::Black && promotions.any()) [[unlikely]]
    promote(promotions);
  return rows::write_double_pushes<Us>(out, twice);
}

// All moves, which is what is mostly asked for.
struct Unmasked {
  static constexpr Bitboard from = Bitboard::all(), to = Bitboard::all();
};

template <Color Us, class AnyMask>
void add_legal(const Position& p, MoveList& moves, AnyMask mask, bool with_en_passant) {
  using enum PieceType;
  Move* out = moves.data() + moves.size();
  const Targets<Us> t(p, mask.to);
  const Bitboard king = Bitboard(t.king) & mask.from;
  const Bitboard steps = king.any() ? t.steps(mask.to) : Bitboard();
  const Bitboard open_rights = king.any() ? t.open_rights(mask.to) : Bitboard();
  const Bitboard danger = (steps | open_rights).any() ? t.danger() : Bitboard();
  Bitboard movers = (t.us & mask.from) - p.of(Pawn) - king - (p.of(Knight) & p.pinned());

  rows::Waiting waiting;
  t.for_each_piece(
      movers, [&waiting](Square s, Bitboard targets, auto type) { waiting.add<decltype(type)::value>(s, targets); });
  waiting.add<King>(t.king, steps - danger);
  if (p.is_check()) [[unlikely]] {
    if (king.any()) out = waiting.write(out, t.king);
    if (t.allowed.empty()) movers = Bitboard();
  } else {
    movers |= king;
  }
  while (movers.any()) out = waiting.write(out, movers.pop_last());
  t.for_each_castling(open_rights, danger, [&](Square to) { *out++ = Move::normal(t.king, to); });
  out = write_pawn_moves(out, t, p.of(Pawn) & t.us & mask.from);
  moves.resize(std::size_t(out - moves.data()));
  if (with_en_passant && p.en_passant() != Square::None && (p.of(Pawn) & t.us).meets(pawn_attacks(~Us, p.en_passant())))
      [[unlikely]]
    generate_legal_en_passant(p, moves, {mask.from, mask.to});
}

template <class AnyMask>
void add_legal(const Position& p, MoveList& moves, AnyMask mask, bool with_en_passant) {
  if (!is_regular(p)) [[unlikely]]
    return reference::add_legal(p, moves, {mask.from, mask.to}, with_en_passant);
  if (p.turn() == Color::White)
    add_legal<Color::White>(p, moves, mask, with_en_passant);
  else
    add_legal<Color::Black>(p, moves, mask, with_en_passant);
}

template <Color Us>
unsigned counted(const Position& p) {
  const Targets<Us> t(p, Bitboard::all());
  const Bitboard steps = t.steps(Bitboard::all()), open_rights = t.open_rights(Bitboard::all());
  const Bitboard danger = (steps | open_rights).any() ? t.danger() : Bitboard();
  unsigned n = (steps - danger).count();
  t.for_each_castling(open_rights, danger, [&n](Square) { ++n; });
  if (p.en_passant() != Square::None) n += p.legal_en_passant().count();
  if (t.allowed.empty()) return n;
  t.for_each_piece(t.us, [&](Square, Bitboard targets, auto) { n += targets.count(); });
  const Bitboard pawns = p.of(PieceType::Pawn) & t.us;
  const auto promoting = [&](Bitboard targets) { return targets.count() + 3 * (targets & Backranks).count(); };
  for (const Square s : t.capturers(pawns)) n += promoting(t.captures(s));
  Bitboard once, twice;
  t.pawn_pushes(pawns, once, twice);
  return n + promoting(once) + twice.count();
}

template <Color Us>
bool any(const Position& p) {
  const Targets<Us> t(p, Bitboard::all());
  const Bitboard pawns = p.of(PieceType::Pawn) & t.us;
  if (t.allowed.any()) {
    Bitboard once, twice;
    t.pawn_pushes(pawns, once, twice);
    if ((once | twice).any()) return true;
  }
  const Bitboard steps = t.steps(Bitboard::all()), open_rights = t.open_rights(Bitboard::all());
  const Bitboard danger = (steps | open_rights).any() ? t.danger() : Bitboard();
  if ((steps - danger).any()) return true;
  if (t.allowed.empty()) return false;
  bool found = false;
  t.for_each_piece(t.us, [&](Square, Bitboard targets, auto) { found |= targets.any(); });
  if (found) return true;
  for (const Square s : t.capturers(pawns))
    if (t.captures(s).any()) return true;
  // A king that can castle can step aside too, but for Chess960, where it may stand between its rooks.
  t.for_each_castling(open_rights, danger, [&found](Square) { found = true; });
  return found || p.has_legal_en_passant();
}

}  // namespace

void generate_legal(const Position& p, MoveList& moves) { add_legal(p, moves, Unmasked(), true); }
void generate_legal(const Position& p, MoveList& moves, Mask mask) { add_legal(p, moves, mask, true); }

void generate_legal_captures(const Position& p, MoveList& moves, Mask mask) {
  add_legal(p, moves, Mask{mask.from, mask.to & p.of(~p.turn())}, false);
  generate_legal_en_passant(p, moves, mask);
}

void generate_legal_quiets(const Position& p, MoveList& moves, Mask mask) {
  add_legal(p, moves, Mask{mask.from, mask.to - p.of(~p.turn())}, false);
}

void generate_legal_en_passant(const Position& p, MoveList& moves, Mask mask) {
  if (p.en_passant() == Square::None || !mask.to.contains(p.en_passant())) return;
  for (const Square from : (p.legal_en_passant() & mask.from).reversed()) moves.add(Move::normal(from, p.en_passant()));
}

unsigned count_legal(const Position& p) {
  if (!is_regular(p)) [[unlikely]] {
    MoveList moves;
    reference::add_legal(p, moves, {}, true);
    return unsigned(moves.size());
  }
  return p.turn() == Color::White ? counted<Color::White>(p) : counted<Color::Black>(p);
}

bool has_legal(const Position& p) {
  if (!is_regular(p)) [[unlikely]] {
    MoveList moves;
    reference::add_legal(p, moves, {}, true);
    return !moves.empty();
  }
  return p.turn() == Color::White ? any<Color::White>(p) : any<Color::Black>(p);
}

}  // namespace bitrook
