// Position: placement, side to move, castling rights, en-passant square, clocks and Zobrist key; a value, no history.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/geometry.hpp"
#include "bitrook/base/move.hpp"
#include "bitrook/base/types.hpp"
#include "bitrook/position/placement/placement.hpp"
#include "bitrook/position/placement/views.hpp"
#include "bitrook/position/zobrist.hpp"

namespace bitrook {

// The pieces that check the king of the side to move, and the pieces pinned to it. Both follow from the rest of the
// position, but are stored so that reading them takes one load.
struct ChecksAndPins {
  std::uint64_t checkers, pinned;  // words, because Bitboards would first be zero-initialized
};

// Castling rights on the outer ranks in 16 bits: rotated by eight, the eighth and the first rank are the lowest.
constexpr std::uint16_t packed_rights(Bitboard rights) { return std::uint16_t(std::rotl(rights.word(), 8)); }
constexpr Bitboard unpacked_rights(std::uint16_t rights) { return Bitboard(std::rotr(std::uint64_t{rights}, 8)); }

// The data that `Position::play_unchecked` saves. Together with the position after the move, it determines the position
// before it.
struct Undo : ChecksAndPins {  // after an irregular move `checkers` holds the changed squares, see make_irregular()
  std::uint64_t key;
  std::uint16_t move_word;
  std::uint16_t castling;        // packed
  std::uint16_t halfmove_clock;  // see Position::undoable
  Square en_passant;
  // Bits 0-2: the type of the moving piece; 4-6: of the piece captured on the target; 3 and 7: whether they were
  // promoted pawns. (The moving piece is also on the board, but reading it there would make each unmake wait for the
  // stores of the preceding make. That wait is a third of the cost of make and unmake together.) For the three kinds of
  // moves below, bits 0-2 are 0, bits 3-4 are the Kind, and bits 5-7 are the original file of the castling rook.
  std::uint8_t pieces;

  enum class Kind : std::uint8_t { Null, Castling, Irregular };
  static constexpr unsigned MovedMark = 1 << 3, CapturedMark = 1 << 7;

  static constexpr std::uint8_t pieces_of(PieceType moved, PieceType captured = PieceType::None) {
    return std::uint8_t(index(moved) | index(captured) << 4);
  }
  static constexpr std::uint8_t pieces_of(Kind kind, File rook = File::A) {
    return std::uint8_t(unsigned(kind) << 3 | index(rook) << 5);
  }
  PieceType moved() const { return PieceType(pieces & 7); }  // None: see kind()
  PieceType captured() const { return PieceType(pieces >> 4 & 7); }
  Kind kind() const { return Kind(pieces >> 3 & 3); }
  File rook_file() const { return File(pieces >> 5); }

  Move move() const { return Move::from_word(move_word); }  // castling in the position's own encoding
};
static_assert(sizeof(Undo) == 32);

// The placement at the start of a game: these pieces on both first ranks, with pawns in front of them.
Placement start_placement(const std::array<PieceType, 8>& first_rank);

// Everything that defines a position, without derived data; parsers fill in a Setup.
struct Setup {
  Placement placement;
  Bitboard promoted;  // pieces that were pawns
  Bitboard castling;  // rook squares as written; may include unusable rights
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
  // Drops the rights in `setup.castling` that cannot be used.
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
  Piece piece_at(Square s) const { return mailbox_[index(s)]; }
  PieceType type_at(Square s) const { return type_of(piece_at(s)); }
  const placement::Mailbox& mailbox() const { return mailbox_; }
  Bitboard promoted() const { return promoted_; }
  Color turn() const { return turn_; }
  // The squares of the rooks that may castle. Unusable rights are included only if `castling_rights_are_clean` is
  // false, which can happen after `set_castling_rights_as_is` or an illegal move.
  Bitboard castling_rights() const { return castling_; }
  bool castling_rights_are_clean() const { return castling_is_clean_; }
  Square en_passant() const { return en_passant_; }  // set after every double push, otherwise None
  std::uint32_t halfmove_clock() const { return halfmove_clock_; }
  std::uint32_t fullmove_number() const { return fullmove_number_; }
  bool chess960() const { return chess960_; }  // castling is encoded as king takes rook
  std::uint64_t key() const { return key_; }   // Polyglot's Zobrist key
  Square king(Color c) const {                 // the highest unpromoted king, or None
    const Bitboard kings = of(PieceType::King, c) - promoted_;
    return kings.any() ? kings.last() : Square::None;
  }
  // Kings of this color that can castle: unpromoted and on the first rank.
  Bitboard castling_kings(Color c) const {
    return (of(PieceType::King, c) & Bitboard(relative(Rank::R1, c))) - promoted_;
  }
  Bitboard checkers() const { return Bitboard(checks_.checkers); }  // pieces that attack the king of the side to move
  Bitboard pinned() const { return Bitboard(checks_.pinned); }      // pieces of the side to move pinned to its king
  bool is_check() const { return checks_.checkers != 0; }

  // --- Attacks. Where `occupied` is a parameter, the caller chooses the occupied squares.
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
  // Pieces of either color that are alone between the king of color `c` and an enemy slider: a piece of color `c` is
  // pinned, and an enemy piece gives a discovered check when it moves away.
  Bitboard blockers(Color c) const;
  Bitboard pinners(Color c) const;             // the enemy sliders that pin a piece of color `c` to its king
  Bitboard check_squares(PieceType t) const;   // the squares where a piece of the side to move would give check
  Bitboard pin_line(Color c, Square s) const;  // the line that a piece of color `c` on s may not leave, or all squares

  // --- Making and unmaking moves. movegen.hpp has play() and try_play(), which check that the move is legal.
  // Makes a move without checking that it is legal. Even so, each of the 65,536 possible moves leaves a consistent
  // position and can be unmade: a move from an empty square only ends the turn, and a move of an enemy piece changes
  // its color, as in python-chess.
  Undo play_unchecked(Move m) {
    Undo u;
    play_unchecked(m, u);
    return u;
  }
  void play_unchecked(Move m, Undo& u) {
#if defined(BITROOK_CHECKED)
    const Position before = *this;
#endif
    turn_ == Color::White ? make<Color::White>(m, u) : make<Color::Black>(m, u);
#if defined(BITROOK_CHECKED)
    check_invariant();
    check_move(before, m);
#endif
  }
  Undo play_null() { return play_unchecked(Move::null()); }
  // Unmakes the last move. Undos must be passed in the reverse order of the moves.
  void undo(const Undo& u) {
    turn_ == Color::White ? unmake<Color::Black>(u) : unmake<Color::White>(u);
    changed();
  }
  // Whether an Undo can restore this position: the half-move clock fits in 16 bits, and the castling rights are on the
  // outer ranks. Otherwise (after edits of the rights, or 65,536 half-moves without a capture or pawn move), keep a
  // copy of the position.
  bool undoable() const { return halfmove_clock() <= 0xFFFF && castling_.subset_of(Backranks); }

  // --- Editing. Each updates the key, the checkers, the pins and the castling rights.
  void put(Square s, Piece p, bool promoted = false);  // Piece::None removes what is there
  void clear_placement();
  void remove(Bitboard squares);  // the pieces on these squares
  void set_placement(const Placement& placement, Bitboard promoted);
  void set_turn(Color c);
  void set_castling_rights(Bitboard rooks);        // drops rights that cannot be used
  void set_castling_rights_as_is(Bitboard rooks);  // drops none, as python-chess does while moves are on the stack
  void set_en_passant(Square s);
  void set_halfmove_clock(std::uint32_t n) { halfmove_clock_ = n; }
  void set_fullmove_number(std::uint32_t n) { fullmove_number_ = n; }
  void set_chess960(bool on);
  void set_promoted(Bitboard promoted);
  // To be called after a change of the mode, because earlier positions may have rights that are unusable in the new
  // mode.
  void mark_castling_rights_unclean() { castling_is_clean_ = false; }

  // --- Tests.
  // The rights among `rooks` that can be used: there is a rook, and the king of its side is at home.
  Bitboard clean_castling_rights(Bitboard rooks) const;
  bool was_into_check() const;               // the side that has just moved left its king attacked
  Bitboard pseudo_legal_en_passant() const;  // pawns of the side to move that attack the en-passant square
  Bitboard legal_en_passant() const;         // those of them that may capture there
  bool has_pseudo_legal_en_passant() const { return pseudo_legal_en_passant().any(); }
  bool has_legal_en_passant() const { return legal_en_passant().any(); }
  // Whether no slider attacks `king` after an en-passant capture by the pawn on `capturer`.
  bool is_en_passant_safe(Square king, Square capturer) const;
  // The key that includes the en-passant square only if a capture there is legal.
  std::uint64_t key_with_legal_en_passant() const;
  // The same, with every combination of castling rights distinguished. Equal keys mean that the repetition rule regards
  // the positions as the same.
  std::uint64_t repetition_key() const;

  // Aborts unless all fields are consistent. Checked builds (BITROOK_CHECKED) call it after each change.
  void check_invariant() const;
  // The same for a move: aborts unless making it square by square on `before` gives this position.
  void check_move(Position before, Move m) const;

 private:
  // --- make.cpp
  template <Color Us>
  void make(Move m, Undo& u);
  template <Color Us>
  void make_plain(Move m, Undo& u);
  template <Color Us>
  void make_plain_with_marks(Move m, Undo& u);
  template <Color Us>
  void make_by_kind(Move m, Undo& u);
  template <Color Us>
  void make_double_push(Move m, Undo& u);
  template <Color Us>
  void make_en_passant(Move m, Undo& u);
  template <Color Us>
  void make_promotion(Move m, Undo& u);
  template <Color Us>
  void make_castling(Move m, Undo& u);
  template <Color Us>
  void make_null(Undo& u);
  void save(Undo& u, Move m, std::uint8_t pieces) const;
  void begin_move(Undo& u, Move m, std::uint8_t pieces, Bitboard lost_rights);
  template <Color Us>
  void move_and_end_turn(PieceType moved, Square from, Square to, PieceType captured);
  template <Color Us>
  void end_turn(std::uint64_t key_change);
  void count_halfmove(bool zeroing);
  template <Color Us>
  void unmake(const Undo& u);
  template <Color Us>
  void move_back(const Undo& u);
  template <Color Us>
  void unmake_special_mover(const Undo& u);
  void unmake_without_mover(const Undo& u);
  void clear_en_passant();
  void lose_castling_rights(Bitboard rights);
  void move_promoted_marks(Square from, Square to, Undo& u);
  std::uint64_t toggle_castling(Color c, Square king, Square rook);

  // --- Irregular moves.
  void make_irregular(Move m, Undo& u);
  void move_irregularly(Color us, Move m, Square en_passant, Undo& u);
  void unmake_irregular(const Undo& u);
  void change(Square s, Piece p, bool promoted, Undo& u);
  void replace(Square s, Piece p, bool promoted);

  // The only functions that move pieces, both in the sets and in the mailbox. They return the change of the key, which
  // unmaking a move does not need. `toggle` adds a piece to a square, or removes it. While two pieces share a square,
  // its entry in the mailbox is the XOR of both.
  std::uint64_t toggle(PieceType t, Color c, Square s) {
    placement_.toggle(t, c, Bitboard(s));
    const unsigned piece = 2 * index(t) + index(c);
    mailbox_[index(s)] = Piece(index(mailbox_[index(s)]) ^ piece);
    return zobrist::piece(piece, index(s));
  }
  std::uint64_t move_piece(PieceType t, Color c, Square from, Square to) {  // to an empty square
    placement_.toggle(t, c, Bitboard(from) | Bitboard(to));
    const unsigned piece = 2 * index(t) + index(c);
    mailbox_[index(from)] = Piece::None;
    mailbox_[index(to)] = Piece(piece);
    return zobrist::piece(piece, index(from)) ^ zobrist::piece(piece, index(to));
  }

  std::uint64_t castling_key() const;
  // Polyglot counts the file if a pawn of the side to move is next to the pawn that made the double push, whether or
  // not it may capture.
  std::uint64_t en_passant_key() const {
    if (en_passant_ == Square::None) return 0;
    const Bitboard victim = en_passant_victim(turn_, en_passant_);
    const Bitboard beside = shifted<Direction::East>(victim) | shifted<Direction::West>(victim);
    return beside.meets(of(PieceType::Pawn, turn_)) ? zobrist::en_passant(file_of(en_passant_)) : 0;
  }
  std::uint64_t computed_key() const;
  bool key_determines_castling_rights() const;
  void clean_rights();
  void refresh();
  void refresh_checks();
  void changed() const {
#if defined(BITROOK_CHECKED)
    check_invariant();
#endif
  }

  std::uint64_t key_ = 0;
  Bitboard castling_;
  std::uint32_t halfmove_clock_ = 0;
  std::uint32_t fullmove_number_ = 1;
  Square en_passant_ = Square::None;
  Color turn_ = Color::White;
  bool chess960_ = false;
  bool castling_is_clean_ = true;  // once false, true again only after an edit
  Placement placement_;
  placement::Mailbox mailbox_{};  // the same pieces by square, so that looking up a square takes one load
  Bitboard promoted_;
  ChecksAndPins checks_{};
};
static_assert(sizeof(Position) == sizeof(Placement) + sizeof(placement::Mailbox) + 56);

// In the following templates, P is Position or VariantPosition.

// The en-passant square if a capture there is legal, otherwise None.
template <class P>
Square legal_en_passant_square(const P& p) {
  return p.en_passant() != Square::None && p.has_legal_en_passant() ? p.en_passant() : Square::None;
}

// Whether the positions are equal under the rule of repetition, which ignores the clocks, and en-passant squares
// without a legal capture. The keys also ignore castling rights of a promoted king, but the setters can create such
// positions.
template <class P>
bool is_same_position(const P& p, const P& q) {
  return p.placement() == q.placement() && p.turn() == q.turn() && p.castling_rights() == q.castling_rights() &&
         legal_en_passant_square(p) == legal_en_passant_square(q);
}

// Whether each side has exactly one king.
inline bool has_one_king_each(const Placement& p) {
  return p.of(PieceType::King, Color::White).count() == 1 && p.of(PieceType::King, Color::Black).count() == 1;
}

}  // namespace bitrook
