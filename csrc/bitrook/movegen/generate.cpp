// The legal moves, computed from checkers and pins without making any move: listing, counting and finding them.
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/checked.hpp"
#include "bitrook/base/geometry.hpp"
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/reference.hpp"
#include "bitrook/position/castling.hpp"

namespace bitrook {

namespace {

// --- The legal moves as sets of target squares, computed from checkers and pins, without making any move.

// The precondition of visit_legal: the side to move has exactly one king, which is not a promoted piece, and its
// castling rights all belong to a king and a rook at home. reference.hpp handles all other positions.
inline bool is_regular(const Position& p) {
  const Bitboard kings = p.of(PieceType::King, p.turn());
  return kings.any() && !kings.many() && kings.disjoint(p.promoted()) && p.castling_rights_are_clean();
}

template <PieceType T>
using TypeConstant = std::integral_constant<PieceType, T>;

// The sets that determine the legal moves of the side to move, Us. `to` restricts the targets.
template <Color Us>
struct LegalTargets {
  static constexpr Color Them = ~Us;

  const Position& p;
  const Bitboard us, them, occupied;
  const Square king;
  const Bitboard check_mask;  // targets of all pieces but the king: in check, those that capture or block the checker

  LegalTargets(const Position& position, Bitboard to)
      : p(position),
        us(p.of(Us)),
        them(p.of(Them)),
        occupied(us | them),
        king((p.of(PieceType::King) & us).first()),
        check_mask(!p.is_check()         ? to
                   : p.checkers().many() ? Bitboard()
                                         : to & (between(king, p.checkers().first()) | p.checkers())) {}

  // Squares that the king must not enter. The attacks are computed with the king removed, because a slider that gives
  // check also attacks the squares beyond the king.
  Bitboard king_danger() const { return p.attacked_by(Them, occupied ^ Bitboard(king)); }

  // Standard castling, known at compile time.
  static constexpr Square KingsideRook = relative(Square::H1, Us), QueensideRook = relative(Square::A1, Us);
  static constexpr CastlingPath Kingside = detail::computed_castling_path(Us, File::E, File::H);
  static constexpr CastlingPath Queenside = detail::computed_castling_path(Us, File::E, File::A);

  // The rooks in `rooks` with which the king may castle. In standard chess, this depends on the occupied squares alone.
  Bitboard castling_candidates(Bitboard rooks) const {
    const Bitboard rights = rooks & p.castling_rights() & Bitboard(relative(Rank::R1, Us));
    if (rights.empty() || p.is_check()) return Bitboard();
    if (p.chess960()) [[unlikely]]
      return legal_castling_rooks(p, {Bitboard(king), rights});
    return rights & ((Kingside.empty.disjoint(occupied) ? Bitboard(KingsideRook) : Bitboard()) |
                     (Queenside.empty.disjoint(occupied) ? Bitboard(QueensideRook) : Bitboard()));
  }
  // Calls visit(target) for each castling move of `candidates`, in the position's encoding, the h-side first, until it
  // returns true.
  template <class Visit>
  BITROOK_ALWAYS_INLINE bool visit_castling(Bitboard candidates, Bitboard king_danger, Visit visit) const {
    if (p.chess960()) [[unlikely]] {
      for (const Square rook : candidates.reversed())
        if (visit(rook)) return true;
      return false;
    }
    return (candidates.contains(KingsideRook) && Kingside.king_walk.disjoint(king_danger) && visit(Kingside.king_to)) ||
           (candidates.contains(QueensideRook) && Queenside.king_walk.disjoint(king_danger) &&
            visit(Queenside.king_to));
  }

  // The pawns that attack an enemy piece, and the captures of one of them.
  Bitboard capturing_pawns(Bitboard pawns) const { return pawns & pawn_attacks(Them, them & check_mask); }
  Bitboard pawn_captures(Square s) const {
    const Bitboard targets = pawn_attacks(Us, s) & them & check_mask;
    return p.pinned().contains(s) ? targets & line(king, s) : targets;
  }

  // The targets of single and double pushes. A pinned pawn can only push along the file of its king.
  struct Pushes {
    Bitboard single, twice;
  };
  Pushes pawn_pushes(Bitboard pawns) const {
    const Bitboard ahead = forward(Us, pawns & (~p.pinned() | file_mask(king))) - occupied;
    return {ahead & check_mask, (forward(Us, ahead) & double_push_ranks(Us) & check_mask) - occupied};
  }
};

// Calls the visitor with the legal moves from `mask.from` to `mask.to`, set by set, until a call returns true; returns
// whether one did. The calls, in this order:
//   pieces(squares)                          the squares of the next calls; skipped if the set is empty
//   piece(square, targets, TypeConstant<T>)  for each knight, bishop, rook and queen, by type
//   king(square, targets)
//   castling(king, target)                   the h-side first, in the position's encoding
//   pawn_captures(square, targets), for each pawn that can capture, from h8 down; pawn_pushes(single, twice)
//   en_passant(position, pawns)              unless `with_en_passant` is false
// Requires is_regular(p). Listing, counting and looking for a first move are three visitors.
template <Color Us, class AnyMask, class Visitor>
BITROOK_ALWAYS_INLINE bool visit_legal(const Position& p, AnyMask mask, bool with_en_passant, Visitor& visitor) {
  using enum PieceType;
  BITROOK_ASSERT(is_regular(p));
  const LegalTargets<Us> t(p, mask.to);
  const Bitboard movers = t.us & mask.from, pinned = p.pinned(), targets = t.check_mask - t.us;

  const auto visit = [&](Square s, Bitboard attacks, auto type) {
    if (pinned.contains(s)) [[unlikely]]
      attacks &= line(t.king, s);
    return visitor.piece(s, attacks & targets, type);
  };
  if (t.check_mask.any()) [[likely]] {
    const Bitboard knights = p.of(Knight) & movers;
    visitor.pieces(movers - p.of(Pawn) - p.of(King) - (knights & pinned));
    for (const Square s : knights - pinned)  // a pinned knight has no move
      if (visitor.piece(s, knight_attacks(s) & targets, TypeConstant<Knight>())) return true;
    for (const Square s : p.of(Bishop) & movers)
      if (visit(s, bishop_attacks(s, t.occupied), TypeConstant<Bishop>())) return true;
    for (const Square s : p.of(Rook) & movers)
      if (visit(s, rook_attacks(s, t.occupied), TypeConstant<Rook>())) return true;
    for (const Square s : p.of(Queen) & movers)
      if (visit(s, queen_attacks(s, t.occupied), TypeConstant<Queen>())) return true;
  }

  Bitboard steps, castling;
  if (movers.contains(t.king)) {
    steps = king_attacks(t.king) & (mask.to - t.us);
    castling = t.castling_candidates(mask.to);
  }
  const Bitboard king_danger = (steps | castling).any() ? t.king_danger() : Bitboard();
  if (visitor.king(t.king, steps - king_danger)) return true;
  if (castling.any() &&
      t.visit_castling(castling, king_danger, [&](Square to) { return visitor.castling(t.king, to); }))
    return true;

  const Bitboard pawns = p.of(Pawn) & movers;
  for (const Square s : t.capturing_pawns(pawns).reversed())
    if (visitor.pawn_captures(s, t.pawn_captures(s))) return true;
  const auto [single, twice] = t.pawn_pushes(pawns);
  if (visitor.pawn_pushes(single, twice)) return true;

  const Square to = p.en_passant();
  if (!with_en_passant || to == Square::None || pawns.disjoint(pawn_attacks(t.Them, to))) [[likely]]
    return false;
  return mask.to.contains(to) && visitor.en_passant(p, p.legal_en_passant() & mask.from);
}

// --- Writes sets of target squares as moves, the highest square first: python-chess's order.

namespace write {

// All functions write to `out` and return a pointer past the last move. (If the size were kept in memory, each function
// would have to wait for the store of the previous one.)

// One move at a time: the reference, also used by builds without PEXT and byte shuffles. It costs one mispredicted
// branch per piece, 15 to 20 cycles, as much as writing ten moves.
[[maybe_unused]] inline Move* moves_from(Move* out, Square from, Bitboard targets) {
  for (const Square to : targets.reversed()) *out++ = Move::normal(from, to);
  return out;
}
template <int Back>  // each move starts `Back` squares after its target
inline Move* pushes(Move* out, Bitboard targets) {
  for (const Square to : targets.reversed()) *out++ = Move::normal(offset(to, Back), to);
  return out;
}

#if BITROOK_HAS_SHUFFLE

// Eight moves at a time, without a branch: for each piece and square the moves on an empty board are a table. PEXT
// packs the real targets among them into a small number; each byte of it selects a shuffle, which gathers the chosen
// ones among eight moves and stores them. Moves after the chosen ones are overwritten by the next store or lie beyond
// the end of the list.

struct alignas(16) EightMoves {
  std::array<std::uint16_t, 8> words;
};

// For each set of eight bits, a shuffle that gathers the words of its bits from the highest down.
struct alignas(16) Shuffle {
  std::array<std::uint8_t, 16> bytes;
};
inline constexpr auto Shuffles = [] {
  std::array<Shuffle, 256> t{};
  for (unsigned set = 0; set < 256; ++set) {
    unsigned n = 0;
    for (const Square bit : Bitboard(std::uint64_t{set}).reversed()) {
      t[set].bytes[n++] = std::uint8_t(2 * index(bit));
      t[set].bytes[n++] = std::uint8_t(2 * index(bit) + 1);
    }
  }
  return t;
}();

// Sets of eight bits are passed shifted left by four, which makes them the byte offsets of their shuffles.
inline constexpr std::uint64_t ShuffleOffsets = 0xFF0;

BITROOK_ALWAYS_INLINE Move* chosen(Move* out, const EightMoves& moves, std::uint64_t offset) {
  store_shuffled(&moves, reinterpret_cast<const char*>(Shuffles.data()) + offset, out);
  return out + population_count(offset);
}

// The moves of a piece of type T from each square on an empty board, at most 27.
template <PieceType T>
inline constexpr std::array MovesOnEmptyBoard = [] {
  std::array<std::array<EightMoves, T == PieceType::Queen ? 4 : 2>, 64> t{};
  for (unsigned i = 0; i < 64; ++i) {
    unsigned n = 0;
    for (const Square to : pseudo_attacks(T, Square(i))) {
      t[i][n / 8].words[n % 8] = Move::normal(Square(i), to).word();
      ++n;
    }
  }
  return t;
}();

// The pushes to the eight squares of each rank. (Where the origin would be off the board, the word has no meaning and
// is never chosen.)
template <int Back>
inline constexpr auto PushesToRank = [] {
  std::array<EightMoves, 8> t{};
  for (unsigned to = 0; to < 64; ++to) t[to / 8].words[to % 8] = std::uint16_t(((to + unsigned(Back)) & 63) | to << 6);
  return t;
}();

// The pushes to the ranks from number `First` down to `Last`.
template <int Back, int First, int Last>
BITROOK_ALWAYS_INLINE Move* pushes(Move* out, Bitboard targets) {
  for (int rank = First; rank >= Last; --rank)
    out = chosen(out, PushesToRank<Back>[unsigned(rank)], targets.word() >> (8 * rank - 4) & ShuffleOffsets);
  return out;
}

#endif

// The moves of pieces other than pawns, collected by piece type and written by square.
class PieceMoves {
 public:
  PieceMoves() {}  // leaves the arrays uninitialized: an entry is read only after it has been added

#if BITROOK_HAS_SHUFFLE
  template <PieceType T>
  BITROOK_ALWAYS_INLINE void add(Square from, Bitboard targets) {
    chosen_[index(from)] = extracted_bits(targets.word(), pseudo_attacks(T, from).word());
    moves_[index(from)] = MovesOnEmptyBoard<T>[index(from)].data();
  }
  BITROOK_ALWAYS_INLINE Move* write(Move* out, Square from) const {
    const std::uint64_t set = chosen_[index(from)];
    const EightMoves* moves = moves_[index(from)];
    if (set >> 16) {  // only a queen has more than 16 moves
      out = chosen(out, moves[3], set >> 20 & ShuffleOffsets);
      out = chosen(out, moves[2], set >> 12 & ShuffleOffsets);
    }
    out = chosen(out, moves[1], set >> 4 & ShuffleOffsets);
    return chosen(out, moves[0], set << 4 & ShuffleOffsets);
  }

 private:
  std::array<std::uint64_t, 64> chosen_;
  std::array<const EightMoves*, 64> moves_;
#else
  template <PieceType T>
  void add(Square from, Bitboard targets) {
    targets_[index(from)] = targets.word();
  }
  Move* write(Move* out, Square from) const { return moves_from(out, from, Bitboard(targets_[index(from)])); }

 private:
  std::array<std::uint64_t, 64> targets_;
#endif
};

// The captures of a pawn, at most two, without a loop. May write one move more than it counts.
template <Color Us>
BITROOK_ALWAYS_INLINE Move* pawn_captures(Move* out, Square from, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  // Two moves side by side, the higher target first; a pawn on an edge has only the second.
  static constexpr auto Pairs = [] {
    std::array<std::uint32_t, 64> t{};
    for (unsigned i = 0; i < 64; ++i) {
      const Square s{std::uint8_t(i)};
      for (const Square to : pawn_attacks(Us, s).reversed())
        t[i] = t[i] >> 16 | std::uint32_t{Move::normal(s, to).word()} << 16;
    }
    return t;
  }();
  const std::uint64_t set = extracted_bits(targets.word(), pawn_attacks(Us, from).word());
  const std::uint32_t pair = Pairs[index(from)] >> ((~set & 2) << 3);
  std::memcpy(static_cast<void*>(out), &pair, sizeof pair);
  return out + population_count(set);
#else
  out[0] = Move::normal(from, Square(highest_bit(targets.word()) & 63));
  out[1] = Move::normal(from, Square(lowest_bit(targets.word()) & 63));
  return out + targets.any() + targets.many();
#endif
}

// Single pushes without promotions. The ranks that few pawns reach are tested first, because a rank costs eight
// instructions.
template <int Back>
BITROOK_ALWAYS_INLINE Move* single_pushes(Move* out, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  if (targets.meets(Bitboard(Rank::R7))) out = pushes<Back, 6, 6>(out, targets);
  out = pushes<Back, 5, 2>(out, targets);
  if (targets.meets(Bitboard(Rank::R2))) out = pushes<Back, 1, 1>(out, targets);
  return out;
#else
  return pushes<Back>(out, targets - Backranks);
#endif
}

// Double pushes. Those from the first rank, which occur only in artificial positions, end one rank earlier.
template <Color Us>
BITROOK_ALWAYS_INLINE Move* double_pushes(Move* out, Bitboard targets) {
#if BITROOK_HAS_SHUFFLE
  if constexpr (Us == Color::White) {
    out = pushes<-16, 3, 3>(out, targets);
    if (targets.meets(Bitboard(Rank::R3))) [[unlikely]]
      out = pushes<-16, 2, 2>(out, targets);
  } else {
    if (targets.meets(Bitboard(Rank::R6))) [[unlikely]]
      out = pushes<16, 5, 5>(out, targets);
    out = pushes<16, 4, 4>(out, targets);
  }
  return out;
#else
  return pushes<Us == Color::White ? -16 : 16>(out, targets);
#endif
}

}  // namespace write

// --- Listing, counting and finding legal moves: three visitors of visit_legal.

// Writes the moves in python-chess's order: pieces and king by square from h8 down, but the king first if it is in
// check.
template <Color Us>
class Lister {
 public:
  Lister(MoveList& moves, bool in_check, write::PieceMoves& piece_moves)
      : out_(moves.data()), in_check_(in_check), piece_moves_(piece_moves) {}
  Move* end() const { return out_; }

  void pieces(Bitboard squares) { pieces_ = squares; }
  template <PieceType T>
  BITROOK_ALWAYS_INLINE bool piece(Square s, Bitboard targets, TypeConstant<T>) {
    piece_moves_.template add<T>(s, targets);
    return false;
  }
  // The king is the last piece that is visited, so everything can be written now.
  BITROOK_ALWAYS_INLINE bool king(Square s, Bitboard targets) {
    piece_moves_.template add<PieceType::King>(s, targets);
    if (in_check_) [[unlikely]]
      out_ = piece_moves_.write(out_, s);
    else
      pieces_ |= Bitboard(s);
    while (pieces_.any()) out_ = piece_moves_.write(out_, pieces_.pop_last());
    return false;
  }
  bool castling(Square king, Square to) {
    *out_++ = Move::normal(king, to);
    return false;
  }
  BITROOK_ALWAYS_INLINE bool pawn_captures(Square s, Bitboard targets) {
    if (targets.meets(Backranks)) [[unlikely]] {
      for (const Square to : targets.reversed()) promotions(s, to);
    } else {
      out_ = write::pawn_captures<Us>(out_, s, targets);
    }
    return false;
  }
  BITROOK_ALWAYS_INLINE bool pawn_pushes(Bitboard single, Bitboard twice) {
    // Promotions have the highest squares for White and the lowest for Black.
    if (Us == Color::White) push_promotions(single & Backranks);
    out_ = write::single_pushes<Back>(out_, single);
    if (Us == Color::Black) push_promotions(single & Backranks);
    out_ = write::double_pushes<Us>(out_, twice);
    return false;
  }
  bool en_passant(const Position& p, Bitboard pawns) {
    for (const Square from : pawns.reversed()) *out_++ = Move::normal(from, p.en_passant());
    return false;
  }

 private:
  static constexpr int Back = Us == Color::White ? -8 : 8;

  void promotions(Square from, Square to) {
    for (const PieceType t : {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight})
      *out_++ = Move::promotion(from, to, t);
  }
  void push_promotions(Bitboard targets) {
    for (const Square to : targets.reversed()) promotions(offset(to, Back), to);
  }

  Move* out_;
  const bool in_check_;
  Bitboard pieces_;
  write::PieceMoves& piece_moves_;  // a reference, because a member would force the other members into memory
};

struct Counter {
  unsigned count = 0;

  void pieces(Bitboard) {}
  template <PieceType T>
  bool piece(Square, Bitboard targets, TypeConstant<T>) {
    return add(targets.count());
  }
  bool king(Square, Bitboard targets) { return add(targets.count()); }
  bool castling(Square, Square) { return add(1); }
  bool pawn_captures(Square, Bitboard targets) { return add(targets.count() + 3 * (targets & Backranks).count()); }
  bool pawn_pushes(Bitboard single, Bitboard twice) {
    return add(single.count() + 3 * (single & Backranks).count() + twice.count());
  }
  bool en_passant(const Position&, Bitboard pawns) { return add(pawns.count()); }

 private:
  bool add(unsigned n) {
    count += n;
    return false;
  }
};

struct Finder {  // stops at the first move
  void pieces(Bitboard) {}
  template <PieceType T>
  bool piece(Square, Bitboard targets, TypeConstant<T>) {
    return targets.any();
  }
  bool king(Square, Bitboard targets) { return targets.any(); }
  bool castling(Square, Square) { return true; }
  bool pawn_captures(Square, Bitboard targets) { return targets.any(); }
  bool pawn_pushes(Bitboard single, Bitboard twice) { return (single | twice).any(); }
  bool en_passant(const Position&, Bitboard pawns) { return pawns.any(); }
};

// No mask: all moves. A separate type, so that this most common case is known at compile time.
struct Unmasked {
  static constexpr Bitboard from = Bitboard::all(), to = Bitboard::all();
};

template <Color Us, class AnyMask>
void list_legal(const Position& p, MoveList& moves, AnyMask mask, bool with_en_passant) {
  write::PieceMoves piece_moves;
  Lister<Us> lister(moves, p.is_check(), piece_moves);
  visit_legal<Us>(p, mask, with_en_passant, lister);
  moves.resize(std::size_t(lister.end() - moves.data()));
}

template <class AnyMask>
void list_any_legal(const Position& p, MoveList& moves, AnyMask mask, bool with_en_passant) {
  if (!is_regular(p)) [[unlikely]]
    return reference::list_legal(p, moves, {mask.from, mask.to}, with_en_passant);
  p.turn() == Color::White ? list_legal<Color::White>(p, moves, mask, with_en_passant)
                           : list_legal<Color::Black>(p, moves, mask, with_en_passant);
}

void add_legal_en_passant(const Position& p, MoveList& moves, Mask mask) {
  if (p.en_passant() == Square::None || !mask.to.contains(p.en_passant())) return;
  for (const Square from : (p.legal_en_passant() & mask.from).reversed()) moves.add(Move::normal(from, p.en_passant()));
}

}  // namespace

void generate_legal(const Position& p, MoveList& moves) { list_any_legal(p, moves, Unmasked(), true); }
void generate_legal(const Position& p, MoveList& moves, Mask mask) { list_any_legal(p, moves, mask, true); }

void generate_legal_captures(const Position& p, MoveList& moves, Mask mask) {
  list_any_legal(p, moves, Mask{mask.from, mask.to & p.of(~p.turn())}, false);
  add_legal_en_passant(p, moves, mask);
}

void generate_legal_quiets(const Position& p, MoveList& moves, Mask mask) {
  list_any_legal(p, moves, Mask{mask.from, mask.to - p.of(~p.turn())}, false);
}

void generate_legal_en_passant(const Position& p, MoveList& moves, Mask mask) {
  moves.clear();
  add_legal_en_passant(p, moves, mask);
}

// A separate function so that count_legal() does not reserve stack space for a list.
BITROOK_NEVER_INLINE static unsigned count_irregular(const Position& p) {
  MoveList moves;
  reference::list_legal(p, moves, {}, true);
  return unsigned(moves.size());
}

unsigned count_legal(const Position& p) {
  if (!is_regular(p)) [[unlikely]]
    return count_irregular(p);
  Counter counter;
  p.turn() == Color::White ? visit_legal<Color::White>(p, Unmasked(), true, counter)
                           : visit_legal<Color::Black>(p, Unmasked(), true, counter);
  return counter.count;
}

bool has_legal(const Position& p) {
  if (!is_regular(p)) [[unlikely]]
    return count_legal(p) != 0;
  Finder finder;
  return p.turn() == Color::White ? visit_legal<Color::White>(p, Unmasked(), true, finder)
                                  : visit_legal<Color::Black>(p, Unmasked(), true, finder);
}

}  // namespace bitrook
