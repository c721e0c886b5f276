// A position: placement, side to move, castling rights, en-passant square, clocks and key, with no history.
#pragma once

#include <array>
#include <cstdint>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/base/types.hpp"
#include "bitrook/position/placement/placement.hpp"
#include "bitrook/position/placement/views.hpp"
#include "bitrook/position/undo.hpp"

namespace bitrook {

// Everything a position is made of, nothing derived: what a parser gathers before it makes the position.
struct Setup {
  Placement placement;
  Bitboard promoted;
  Bitboard castling;  // rook squares, as written: may hold rights that cannot be used
  std::uint32_t halfmove_clock = 0;
  std::uint32_t fullmove_number = 1;
  Color turn = Color::White;
  Square en_passant = Square::None;
  bool chess960 = false;
};

// What of a position is neither its pieces nor what follows from them: as many bytes as a vector register has.
struct Status {
  std::uint64_t key = 0;
  Irreversible irreversible;
  Bitboard castling;  // all rights; those on the outer ranks are in irreversible, too
  std::uint32_t fullmove_number = 1;
  Color turn = Color::White;
  std::array<Square, 2> kings{};
  bool chess960 : 1 = false;
  bool castling_is_clean : 1 = true;  // once false, true again only after an edit

  // What every move does, and passing nothing else. The key of the turn and of the en-passant square is the caller's.
  void pass() {
    irreversible.set_en_passant(Square::None);
    irreversible.count_halfmove();
    fullmove_number += index(turn);
    turn = ~turn;
  }
  // Rights that there are; `number` is theirs in the key.
  void lose(Bitboard rights, std::uint64_t number) {
    key ^= number;
    castling ^= rights;
    irreversible.lose(rights);
  }
};
static_assert(sizeof(Status) == 32);

class Position {
 public:
  // The empty board, White to move, no rights, clocks 0 and 1.
  Position() { refresh(); }
  // Keeps of `setup.castling` the rights that can be used.
  explicit Position(const Setup& setup);
  static const Position& start();

  // --- Reading: all of these are loads, or one intersection of two loads.
  const Placement& placement() const { return placement_; }
  Bitboard of(PieceType t) const { return placement_.of(t); }
  Bitboard of(Color c) const { return placement_.of(c); }
  Bitboard of(PieceType t, Color c) const { return placement_.of(t, c); }
  Bitboard of(Piece p) const { return placement_.of(p); }
  Bitboard occupied() const { return placement_.occupied(); }
  Bitboard empty() const { return placement_.empty(); }
  Piece piece_at(Square s) const { return squares_[index(s)]; }
  const placement::SquareList& squares() const { return squares_; }
  PieceType type_at(Square s) const { return type_of(piece_at(s)); }
  Bitboard promoted() const { return promoted_; }
  Color turn() const { return status_.turn; }
  Bitboard castling_rights() const { return status_.castling; }  // rook squares; only rights that can still be used
  // ... unless `set_castling_rights_as_is` or illegal moves have left others: then this is false.
  bool castling_rights_are_clean() const { return status_.castling_is_clean; }
  Square en_passant() const {
    return status_.irreversible.en_passant();
  }  // set after every double step; None otherwise
  std::uint32_t halfmove_clock() const { return status_.irreversible.halfmove_clock(); }
  std::uint32_t fullmove_number() const { return status_.fullmove_number; }
  bool chess960() const { return status_.chess960; }                 // castling is spelled king takes rook
  std::uint64_t key() const { return status_.key; }                  // Polyglot's
  Bitboard checkers() const { return Bitboard(derived_.checkers); }  // pieces that attack the mover's king
  Bitboard pinned() const { return Bitboard(derived_.pinned); }      // the mover's pieces that shield its king
  bool is_check() const { return derived_.checkers != 0; }
  Square king(Color c) const { return status_.kings[index(c)]; }  // the highest unpromoted king, or None

  // Attacks, with blockers of the caller's choice where `occupied` is given.
  Bitboard attacks_from(Square s) const {  // of the piece that stands there
    const Piece p = piece_at(s);
    return attacks(type_of(p), color_of(p), s, occupied());
  }
  Bitboard attackers(Color by, Square s) const { return attackers(by, s, occupied()); }
  Bitboard attackers(Color by, Square s, Bitboard occupied) const {
    const Bitboard queens = of(PieceType::Queen);
    return of(by) &
           ((pawn_attacks(~by, s) & of(PieceType::Pawn)) | (knight_attacks(s) & of(PieceType::Knight)) |
            (king_attacks(s) & of(PieceType::King)) | (bishop_attacks(s, occupied) & (of(PieceType::Bishop) | queens)) |
            (rook_attacks(s, occupied) & (of(PieceType::Rook) | queens)));
  }
  Bitboard pin_line(Color c, Square s) const;  // the line s may not leave; everything if it may

  // --- Playing. Any move at all is safe: a move of nothing does nothing but pass the turn, a move of
  // the enemy's piece turns its colour, as python-chess does. Legality is the caller's affair.
  Undo play_unchecked(Move m) {
    Undo u;
    play_unchecked(m, u);
    return u;
  }
  void play_unchecked(Move m, Undo& u) {
    status_.turn == Color::White ? play_as<Color::White>(m.word(), u) : play_as<Color::Black>(m.word(), u);
  }
  void undo(const Undo& u) { status_.turn == Color::White ? undo_as<Color::Black>(u) : undo_as<Color::White>(u); }
  // True if an Undo holds everything that `play` would lose here (clock within 16 bits, rights on the
  // outer ranks). False only after hand-made edits or 65536 quiet half-moves: the caller then keeps a
  // copy of the position.
  bool undoable() const { return halfmove_clock() <= 0xFFFF && status_.castling.subset_of(Backranks); }

  // --- Editing. Each keeps key, checkers, pins and rights true.
  void put(Square s, Piece p, bool promoted = false);  // Piece::None takes away
  void clear_placement();
  void set_placement(const Placement& placement, Bitboard promoted);
  void set_turn(Color c);
  void set_castling_rights(Bitboard rooks);        // rights that cannot be used are dropped
  void set_castling_rights_as_is(Bitboard rooks);  // none is dropped: what python-chess does once moves are stacked
  // For a game whose mode changed: what it goes back to may have rights that the mode now cannot use.
  void doubt_castling_rights() { status_.castling_is_clean = false; }
  void set_en_passant(Square s);
  void set_halfmove_clock(std::uint32_t n) { status_.irreversible.set_halfmove_clock(n); }
  void set_fullmove_number(std::uint32_t n) { status_.fullmove_number = n; }
  void set_chess960(bool on);
  void set_promoted(Bitboard promoted);

  // --- Judging.
  // The rights among `rooks` that can be used: a rook there and, between the two, the king at home.
  Bitboard clean_castling_rights(Bitboard rooks) const;
  bool was_into_check() const;  // the side that has just moved left its king attacked
  // The mover's pawns that could capture en passant, and those of them that may.
  Bitboard pseudo_legal_en_passant() const;
  Bitboard legal_en_passant() const;
  bool has_pseudo_legal_en_passant() const { return pseudo_legal_en_passant().any(); }
  bool has_legal_en_passant() const { return legal_en_passant().any(); }
  // Whether capturing en passant from `capturer` leaves no slider attacking `king`, a king of the mover.
  bool is_en_passant_safe(Square king, Square capturer) const;
  // The key with the en-passant square counted only if it can legally be captured on: equal keys mean
  // the same position in the sense of the repetition rule.
  std::uint64_t repetition_key() const;

  // Aborts unless everything holds that must hold between the fields (builds with BITROOK_CHECKED call
  // it after each change).
  void check_invariant() const;

 private:
  template <Color Us>
  void play_as(std::size_t word, Undo& u);
  template <Color Us>
  void play_with_care(std::size_t word, Undo& u);
  template <Color Us>
  void play_king(std::size_t word, Undo& u);
  template <Color Us>
  void play_double_push(std::size_t word, Undo& u);
  template <Color Us>
  void play_en_passant(std::size_t word, Undo& u);
  template <Color Us>
  void play_promotion(std::size_t word, Undo& u);
  void play_irregular(Move m, Undo& u);
  void castle(Square from, Square rook);
  template <Color Us>
  void undo_as(const Undo& u);
  template <Color Us>
  void undo_special(const Undo& u);
  void uncastle(const Undo& u);
  void undo_irregular(const Undo& u);

  // The steps of playing that are common to the ways above.
  void forget_en_passant();
  void leave(Bitboard squares);
  void lose(Bitboard rights);
  std::size_t carry_promotion(Bitboard origin, Bitboard target);
  template <Color Us>
  void move_and_pass(std::size_t piece, std::size_t from, std::size_t to, std::size_t captured);
  template <Color Us>
  void move_back(const Undo& u, std::size_t piece, std::size_t captured);

  // The doors to the placement, which keep the square list in step; `toggle` keeps the key too. On a
  // square that two pieces share for a moment the list holds their exclusive or, as the sets do.
  void flip(Piece p, Square s) {
    placement_.toggle(p, Bitboard(s));
    squares_[index(s)] = Piece(index(squares_[index(s)]) ^ index(p));
  }
  void toggle(Piece p, Square s) {
    flip(p, s);
    status_.key ^= zobrist_of(p, s);
  }
  void place(const Placement& placement) {
    placement_ = placement;
    squares_ = placement::square_list_of(placement);
  }
  void replace(Square s, Piece p, bool promoted);
  static std::uint64_t zobrist_of(Piece p, Square s);

  std::uint64_t castling_key() const;
  std::uint64_t en_passant_key() const;
  std::uint64_t computed_key() const;
  Square computed_king(Color c) const {
    const Bitboard kings = of(PieceType::King, c) - promoted_;
    return kings.any() ? kings.last() : Square::None;
  }
  void set_rights(Bitboard rights) {
    status_.castling = rights;
    status_.irreversible.set_castling(rights);
  }
  void refresh_kings() { status_.kings = {computed_king(Color::White), computed_king(Color::Black)}; }
  void refresh_attacks();  // checkers and pins
  void refresh() {
    refresh_kings();
    status_.key = computed_key();
    refresh_attacks();
    changed();
  }
  void changed() const {
#if defined(BITROOK_CHECKED) || !defined(NDEBUG)
    check_invariant();
#endif
  }

  Status status_;
  Placement placement_;
  placement::SquareList squares_{};  // the same once more, so that what stands on a square is one load
  Bitboard promoted_;
  Derived derived_{};
};
static_assert(sizeof(Position) == sizeof(Placement) + sizeof(placement::SquareList) + 56);

}  // namespace bitrook
