// Position: placement, side to move, castling rights, en-passant square, clocks and Zobrist key; a value, no history.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/base/types.hpp"
#include "bitrook/position/placement/placement.hpp"
#include "bitrook/position/placement/views.hpp"
#include "bitrook/position/undo.hpp"

namespace bitrook {

// Everything a position is made of and nothing derived from it: what a parser collects.
struct Setup {
  Placement placement;
  Bitboard promoted;  // pieces that were pawns
  Bitboard castling;  // rook squares, as written: may hold rights that cannot be used
  std::uint32_t halfmove_clock = 0;
  std::uint32_t fullmove_number = 1;
  Color turn = Color::White;
  Square en_passant = Square::None;
  bool chess960 = false;
};

class Position {
 public:
  // The empty board: White to move, no castling rights, clocks 0 and 1.
  Position() { refresh(); }
  // Keeps those rights of `setup.castling` that can be used.
  explicit Position(const Setup& setup);
  static const Position& start();

  // --- Reading. Each is one load, or the intersection of two.
  const Placement& placement() const { return placement_; }
  Bitboard of(PieceType t) const { return placement_.of(t); }
  Bitboard of(Color c) const { return placement_.of(c); }
  Bitboard of(PieceType t, Color c) const { return placement_.of(t, c); }
  Bitboard of(Piece p) const { return placement_.of(p); }
  Bitboard occupied() const { return placement_.occupied(); }
  Bitboard empty() const { return placement_.empty(); }
  Piece piece_at(Square s) const { return squares_[index(s)]; }
  PieceType type_at(Square s) const { return type_of(piece_at(s)); }
  const placement::SquareList& squares() const { return squares_; }
  Bitboard promoted() const { return promoted_; }
  Color turn() const { return turn_; }
  // Rook squares. Only rights that can be used, unless `castling_rights_are_clean` is false: after
  // `set_castling_rights_as_is`, or after an illegal move, others may be left.
  Bitboard castling_rights() const { return castling_; }
  bool castling_rights_are_clean() const { return castling_is_clean_; }
  Square en_passant() const { return irreversible_.en_passant(); }  // set after every double push, else None
  std::uint32_t halfmove_clock() const { return irreversible_.halfmove_clock(); }
  std::uint32_t fullmove_number() const { return fullmove_number_; }
  bool chess960() const { return chess960_; }                       // castling is encoded as king takes rook
  std::uint64_t key() const { return key_; }                        // Polyglot's Zobrist key
  Square king(Color c) const { return kings_[index(c)]; }           // the highest unpromoted king, or None
  Bitboard checkers() const { return Bitboard(checks_.checkers); }  // pieces that attack the king of the side to move
  Bitboard pinned() const { return Bitboard(checks_.pinned); }      // pieces of the side to move pinned to its king
  bool is_check() const { return checks_.checkers != 0; }

  // --- Attacks, on `occupied` squares of the caller's choice where it is given.
  Bitboard attacks_from(Square s) const {  // of the piece on s
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
  // Every square that a piece of this color attacks.
  Bitboard attacked_by(Color by) const { return attacked_by(by, occupied()); }
  Bitboard attacked_by(Color by, Bitboard occupied) const {
    const Bitboard queens = of(PieceType::Queen);
    Bitboard squares = pawn_attacks(by, of(PieceType::Pawn) & of(by));
    for (const Square s : of(PieceType::Knight) & of(by)) squares |= knight_attacks(s);
    for (const Square s : of(PieceType::King) & of(by)) squares |= king_attacks(s);
    for (const Square s : (of(PieceType::Bishop) | queens) & of(by)) squares |= bishop_attacks(s, occupied);
    for (const Square s : (of(PieceType::Rook) | queens) & of(by)) squares |= rook_attacks(s, occupied);
    return squares;
  }
  // Pieces of either color that stand alone between the king of color `c` and an enemy slider: one of color `c` is
  // pinned, an enemy piece gives discovered check when it moves away.
  Bitboard blockers(Color c) const;
  Bitboard pinners(Color c) const;             // the enemy sliders that pin a piece of color `c` to its king
  Bitboard check_squares(PieceType t) const;   // from where a piece of the side to move would give check
  Bitboard pin_line(Color c, Square s) const;  // the line that a piece of color `c` on s may not leave, or all squares

  // --- Making and unmaking moves. `play` throws IllegalMoveError if the move is not legal; `try_play` then returns
  // nothing. Both leave the position as it was. They are defined in movegen/legality.cpp.
  Undo play(Move m);
  std::optional<Undo> try_play(Move m);
  // Does not check the move, which the caller knows to be legal. Any other of the 65,536 moves leaves a valid position
  // as well, and can be unmade: a move from an empty square only ends the turn, and a move of an enemy piece changes
  // its color, as in python-chess.
  Undo play_unchecked(Move m) {
    Undo u;
    play_unchecked(m, u);
    return u;
  }
  void play_unchecked(Move m, Undo& u) {
    turn_ == Color::White ? make<Color::White>(m.word(), u) : make<Color::Black>(m.word(), u);
  }
  Undo play_null() {
    Undo u;
    make_null(u);
    return u;
  }
  // Unmakes the last move. The caller must pass the moves' Undos in reverse order.
  void undo(const Undo& u) { turn_ == Color::White ? unmake<Color::Black>(u) : unmake<Color::White>(u); }
  // Whether an Undo can hold everything that a move destroys here: the clock fits 16 bits and the castling rights are
  // on the outer ranks. Otherwise, after hand-made edits or 65,536 quiet half moves, keep a copy of the position.
  bool undoable() const { return halfmove_clock() <= 0xFFFF && castling_.subset_of(Backranks); }

  // --- Editing. Each keeps the key, the checkers, the pins and the castling rights true.
  void put(Square s, Piece p, bool promoted = false);  // Piece::None removes what is there
  void clear_placement();
  void set_placement(const Placement& placement, Bitboard promoted);
  void set_turn(Color c);
  void set_castling_rights(Bitboard rooks);        // drops rights that cannot be used
  void set_castling_rights_as_is(Bitboard rooks);  // drops none, as python-chess does while moves are on the stack
  void set_en_passant(Square s);
  void set_halfmove_clock(std::uint32_t n) { irreversible_.set_halfmove_clock(n); }
  void set_fullmove_number(std::uint32_t n) { fullmove_number_ = n; }
  void set_chess960(bool on);
  void set_promoted(Bitboard promoted);
  // After the mode of a game changed, earlier positions may have rights that the new mode cannot use.
  void mark_castling_rights_unclean() { castling_is_clean_ = false; }

  // --- Tests.
  // The rights among `rooks` that can be used: there is a rook, and the king of its side is at home.
  Bitboard clean_castling_rights(Bitboard rooks) const;
  bool was_into_check() const;               // the side that has just moved left its king attacked
  Bitboard pseudo_legal_en_passant() const;  // pawns of the side to move that attack the en-passant square
  Bitboard legal_en_passant() const;         // those of them that may capture there
  bool has_pseudo_legal_en_passant() const { return pseudo_legal_en_passant().any(); }
  bool has_legal_en_passant() const { return legal_en_passant().any(); }
  // Whether an en-passant capture by the pawn on `capturer` leaves no slider attacking `king`.
  bool is_en_passant_safe(Square king, Square capturer) const;
  // The key with the en-passant square counted only if a capture there is legal.
  std::uint64_t key_with_legal_en_passant() const;
  // The same with all castling rights told apart. Equal keys mean the same position in the sense of the repetition
  // rule.
  std::uint64_t repetition_key() const;

  // Aborts unless all fields agree with each other. Checked builds (BITROOK_CHECKED) call it after each change.
  void check_invariant() const;

 private:
  // make.cpp
  template <Color Us>
  void make(std::size_t word, Undo& u);
  template <Color Us>
  void make_with_flags(std::size_t word, Undo& u);
  template <Color Us>
  void make_king_move(std::size_t word, Undo& u);
  template <Color Us>
  void make_double_push(std::size_t word, Undo& u);
  template <Color Us>
  void make_en_passant(std::size_t word, Undo& u);
  template <Color Us>
  void make_promotion(std::size_t word, Undo& u);
  template <Color Us>
  void move_and_end_turn(std::size_t piece, std::size_t from, std::size_t to, std::size_t captured);
  bool make_castling(Move m, Undo& u);
  void make_null(Undo& u);
  void end_turn();
  void clear_en_passant();
  void lose_castling_rights(Bitboard squares);
  void drop_castling_rights(Bitboard rights);
  // unmake.cpp
  template <Color Us>
  void unmake(const Undo& u);
  template <Color Us>
  void restore(const Undo& u);
  template <Color Us>
  void unmake_slow(const Undo& u);
  void unmake_castling(const Undo& u);
  // irregular.cpp
  void make_irregular(Move m, Undo& u);
  void unmake_irregular(const Undo& u);
  void replace(Square s, Piece p, bool promoted);

  // These keep the square list in step with the placement; `toggle` updates the key, too. While two pieces share a
  // square, the list holds their XOR, as the sets do.
  void flip(Piece p, Square s) {
    placement_.toggle(p, Bitboard(s));
    squares_[index(s)] = Piece(index(squares_[index(s)]) ^ index(p));
  }
  void toggle(Piece p, Square s);
  void place(const Placement& placement) {
    placement_ = placement;
    squares_ = placement::square_list_of(placement);
  }

  std::uint64_t castling_key() const;
  std::uint64_t en_passant_key() const;
  std::uint64_t computed_key() const;
  Square computed_king(Color c) const {
    const Bitboard kings = of(PieceType::King, c) - promoted_;
    return kings.any() ? kings.last() : Square::None;
  }
  void set_rights(Bitboard rights) {
    castling_ = rights;
    irreversible_.set_castling(rights);
  }
  void clean_rights();
  void refresh_kings() { kings_ = {computed_king(Color::White), computed_king(Color::Black)}; }
  bool key_tells_castling_rights() const;
  void refresh_checks();
  void refresh() {
    refresh_kings();
    key_ = computed_key();
    refresh_checks();
    changed();
  }
  void changed() const {
#if defined(BITROOK_CHECKED)
    check_invariant();
#endif
  }

  std::uint64_t key_ = 0;
  Irreversible irreversible_;
  Bitboard castling_;  // all rights; those on the outer ranks are in irreversible_, too
  std::uint32_t fullmove_number_ = 1;
  Color turn_ = Color::White;
  std::array<Square, 2> kings_{};
  bool chess960_ : 1 = false;
  bool castling_is_clean_ : 1 = true;  // once false, true again only after an edit
  Placement placement_;
  placement::SquareList squares_{};  // the placement once more, so that reading what is on a square is one load
  Bitboard promoted_;
  ChecksAndPins checks_{};
};
static_assert(sizeof(Position) == sizeof(Placement) + sizeof(placement::SquareList) + 56);

}  // namespace bitrook
