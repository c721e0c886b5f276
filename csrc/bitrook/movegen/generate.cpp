// Listing, counting and finding legal moves: three visitors of visit_legal.
#include "bitrook/base/intrinsics.hpp"
#include "bitrook/movegen/legal_targets.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/reference.hpp"
#include "bitrook/movegen/write_moves.hpp"

namespace bitrook {

namespace {

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

unsigned count_legal(const Position& p) {
  if (!is_regular(p)) [[unlikely]] {
    MoveList moves;
    reference::list_legal(p, moves, {}, true);
    return unsigned(moves.size());
  }
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
