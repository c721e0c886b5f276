// A position's making, editing and judging: everything but the playing of moves.
#include "bitrook/position/position.hpp"

#include <cstdio>
#include <cstdlib>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/position/position_detail.hpp"
#include "bitrook/position/zobrist.hpp"

namespace bitrook {

Position::Position(const Setup& setup) : promoted_(setup.promoted) {
  status_.fullmove_number = setup.fullmove_number;
  status_.turn = setup.turn;
  status_.chess960 = setup.chess960;
  place(setup.placement);
  status_.irreversible.set_halfmove_clock(setup.halfmove_clock);
  status_.irreversible.set_en_passant(setup.en_passant);
  set_rights(clean_castling_rights(setup.castling));
  refresh();
}

const Position& Position::start() {
  static const Position position = [] {
    Setup setup;
    constexpr std::array Officers{PieceType::Rook, PieceType::Knight, PieceType::Bishop, PieceType::Queen,
                                  PieceType::King, PieceType::Bishop, PieceType::Knight, PieceType::Rook};
    for (const Color c : Colors) {
      for (unsigned file = 0; file < 8; ++file)
        setup.placement.toggle(make_piece(Officers[file], c), Bitboard(make_square(File(file), relative(Rank::R1, c))));
      setup.placement.toggle(make_piece(PieceType::Pawn, c), Bitboard(relative(Rank::R2, c)));
    }
    setup.castling = Corners;
    return Position(setup);
  }();
  return position;
}

Bitboard Position::pin_line(Color c, Square s) const {
  const Square king = this->king(c);
  if (king == Square::None) return Bitboard::all();
  const Bitboard through = line(king, s);
  if (through.empty()) return Bitboard::all();
  const bool straight = rook_rays(king).contains(s);
  const Bitboard snipers =
      through & of(~c) & (of(PieceType::Queen) | of(straight ? PieceType::Rook : PieceType::Bishop));
  for (const Square sniper : snipers)
    if ((between(king, sniper) & (occupied() | Bitboard(s))) == Bitboard(s)) return through;
  return Bitboard::all();
}

// --- Editing

void Position::put(Square s, Piece p, bool promoted) {
  const Piece old = piece_at(s);
  if (old != Piece::None) flip(old, s);
  promoted_ -= Bitboard(s);
  if (p != Piece::None) {
    flip(p, s);
    if (promoted) promoted_ |= Bitboard(s);
  }
  set_rights(clean_castling_rights(status_.castling));
  status_.castling_is_clean = true;
  refresh();
}

void Position::clear_placement() { set_placement(Placement(), Bitboard()); }

void Position::set_placement(const Placement& placement, Bitboard promoted) {
  place(placement);
  promoted_ = promoted;
  set_rights(clean_castling_rights(status_.castling));
  status_.castling_is_clean = true;
  refresh();
}

void Position::set_turn(Color c) {
  status_.turn = c;
  refresh();
}

void Position::set_castling_rights(Bitboard rooks) { set_castling_rights_as_is(clean_castling_rights(rooks)); }

void Position::set_castling_rights_as_is(Bitboard rooks) {
  status_.key ^= castling_key();
  set_rights(rooks);
  status_.castling_is_clean = clean_castling_rights(rooks) == rooks;
  status_.key ^= castling_key();
  changed();
}

void Position::set_en_passant(Square s) {
  status_.key ^= en_passant_key();
  status_.irreversible.set_en_passant(s);
  status_.key ^= en_passant_key();
  changed();
}

void Position::set_chess960(bool on) {
  status_.chess960 = on;
  set_castling_rights(status_.castling);
}

void Position::set_promoted(Bitboard promoted) {
  promoted_ = promoted;
  set_rights(clean_castling_rights(status_.castling));
  status_.castling_is_clean = true;
  refresh();
}

// --- Judging

Bitboard Position::clean_castling_rights(Bitboard rooks) const {
  Bitboard clean;
  rooks &= of(PieceType::Rook);
  for (const Color c : Colors) {
    const Bitboard backrank{relative(Rank::R1, c)};
    const Bitboard kings = (of(PieceType::King, c) & backrank) - promoted_;
    const Bitboard rights = rooks & of(c) & backrank;
    if (!status_.chess960) {  // a mask, no branch: 8 ns where half of the positions have rights
      clean |= rights & Corners & Bitboard(0 - std::uint64_t(kings.contains(relative(Square::E1, c))));
      continue;
    }
    if (rights.empty() || kings.empty()) continue;
    // One right on each side of the king: the outermost rooks.
    const Square king = kings.last();
    if (rights.first() < king) clean |= Bitboard(rights.first());
    if (rights.last() > king) clean |= Bitboard(rights.last());
  }
  return clean;
}

bool Position::was_into_check() const {
  const Square king = this->king(~status_.turn);
  return king != Square::None && attackers(status_.turn, king).any();
}

Bitboard Position::pseudo_legal_en_passant() const {
  // python-chess takes a1 for no square at all.
  if (en_passant() == Square::None || en_passant() == Square::A1 || occupied().contains(en_passant()))
    return Bitboard();
  return of(PieceType::Pawn, status_.turn) & pawn_attacks(~status_.turn, en_passant()) &
         Bitboard(relative(Rank::R5, status_.turn));
}

bool Position::is_en_passant_safe(Square king, Square capturer) const {
  if (!pin_line(status_.turn, capturer).contains(en_passant())) return false;
  // Two pawns leave the board's lines at once and one comes back on the en-passant square.
  const Bitboard captured = detail::en_passant_victim(status_.turn, en_passant());
  const Bitboard after = (occupied() - captured - Bitboard(capturer)) | Bitboard(en_passant());
  const Bitboard queens = of(PieceType::Queen);
  return ((rook_attacks(king, after) & rank_mask(king) & (of(PieceType::Rook) | queens)) |
          (bishop_attacks(king, after) & (of(PieceType::Bishop) | queens)))
      .disjoint(of(~status_.turn));
}

Bitboard Position::legal_en_passant() const {
  const Bitboard capturers = pseudo_legal_en_passant();
  const Square king = this->king(status_.turn);
  if (capturers.empty() || king == Square::None) return capturers;
  if (is_check()) {
    // Either the pawn that has just stepped gives the only check, or capturing it blocks the only check.
    if (checkers().many()) return Bitboard();
    const bool blocks = between(king, checkers().first()).contains(en_passant());
    if (!blocks && detail::en_passant_victim(status_.turn, en_passant()) != checkers()) return Bitboard();
  }
  Bitboard legal;
  for (const Square s : capturers)
    if (is_en_passant_safe(king, s)) legal |= Bitboard(s);
  return legal;
}

std::uint64_t Position::repetition_key() const {
  const std::uint64_t without = status_.key ^ en_passant_key();
  return has_legal_en_passant() ? without ^ zobrist::en_passant(file_of(en_passant())) : without;
}

// --- The key and the attacks on the king

// Without branches: rights are lost at moments that nothing foretells.
std::uint64_t Position::castling_key() const {
  const auto if_so = [](bool condition, std::uint64_t number) { return number & (0 - std::uint64_t(condition)); };
  std::uint64_t key = 0;
  for (const Color c : Colors) {
    const Bitboard backrank{relative(Rank::R1, c)};
    const Bitboard rights = status_.castling & backrank;
    const Bitboard kings = (of(PieceType::King, c) & backrank) - promoted_;
    // Of two sets without a common square the one with the higher last square is the greater word. (A right on
    // a king's square, which only a hand-made position has, counts as python-chess counts it.)
    key ^= if_so(kings.any() & (rights - kings > kings), zobrist::kingside(c)) ^
           if_so(rights.any() & (rights.isolated_first() < kings), zobrist::queenside(c));
  }
  return key;
}

std::uint64_t Position::computed_key() const {
  std::uint64_t key = status_.turn == Color::White ? zobrist::WhiteToMove : 0;
  for (const Square s : occupied()) key ^= zobrist::piece(piece_at(s), s);
  return key ^ castling_key() ^ en_passant_key();
}

void Position::refresh_attacks() { detail::attacks_on_king(*this, derived_); }

void Position::check_invariant() const {
  const auto expect = [](bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "bitrook: the position is broken: %s\n", what);
    std::abort();
  };
  Bitboard seen;
  for (const PieceType t : PieceTypes) {
    expect(seen.disjoint(of(t)), "two pieces on a square");
    seen |= of(t);
  }
  expect(seen == occupied(), "a piece without a colour, or a colour without a piece");
  expect(of(Color::White).disjoint(of(Color::Black)), "two colours on a square");
  expect(squares_ == placement::square_list_of(placement_), "the square list");
  expect(status_.key == computed_key(), "the key");
  for (const Color c : Colors) expect(king(c) == computed_king(c), "the kings' squares");
  Derived derived;
  detail::attacks_on_king(*this, derived);
  expect(derived.checkers == derived_.checkers, "the checkers");
  expect(derived.pinned == derived_.pinned, "the pins");
  expect(status_.irreversible.castling() == Irreversible::packed(status_.castling), "the castling rights kept twice");
  expect(!status_.castling_is_clean || clean_castling_rights(status_.castling) == status_.castling,
         "the castling rights");
}

}  // namespace bitrook
