// Position, except for making moves: construction, attacks and pins, editing, tests and keys.
#include "bitrook/position/position.hpp"

#include <cstdio>
#include <cstdlib>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/position/king_lines.hpp"

namespace bitrook {

Placement start_placement(const std::array<PieceType, 8>& first_rank) {
  Placement placement;
  for (const Color c : Colors) {
    for (unsigned file = 0; file < 8; ++file)
      placement.toggle(make_piece(first_rank[file], c), Bitboard(make_square(File(file), relative(Rank::R1, c))));
    placement.toggle(make_piece(PieceType::Pawn, c), Bitboard(relative(Rank::R2, c)));
  }
  return placement;
}

Position::Position(const Setup& setup)
    : halfmove_clock_(setup.halfmove_clock),
      fullmove_number_(setup.fullmove_number),
      en_passant_(setup.en_passant),
      turn_(setup.turn),
      chess960_(setup.chess960),
      placement_(setup.placement),
      mailbox_(placement::mailbox_of(setup.placement)),
      promoted_(setup.promoted) {
  castling_ = clean_castling_rights(setup.castling);
  refresh();
}

const Position& Position::start() {
  static const Position position = [] {
    using enum PieceType;
    Setup setup;
    setup.placement = start_placement({Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook});
    setup.castling = Corners;
    return Position(setup);
  }();
  return position;
}

// --- Attacks and pins

Bitboard Position::blockers(Color c) const { return scan_king_lines(*this, c, king(c)).blockers; }
Bitboard Position::pinners(Color c) const { return scan_king_lines(*this, c, king(c)).pinners; }

Bitboard Position::check_squares(PieceType t) const {
  const Square king = this->king(~turn_);
  return king == Square::None || t == PieceType::King ? Bitboard() : attacks(t, ~turn_, king, occupied());
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

void Position::clean_rights() {
  castling_ = clean_castling_rights(castling_);
  castling_is_clean_ = true;
}

void Position::put(Square s, Piece p, bool promoted) {
  replace(s, p, promoted);
  clean_rights();
  refresh();
}

void Position::remove(Bitboard squares) {
  for (const Square s : squares) replace(s, Piece::None, false);
  clean_rights();
  refresh();
}

void Position::clear_placement() { set_placement(Placement(), Bitboard()); }

void Position::set_placement(const Placement& placement, Bitboard promoted) {
  placement_ = placement;
  mailbox_ = placement::mailbox_of(placement);
  promoted_ = promoted;
  clean_rights();
  refresh();
}

void Position::set_turn(Color c) {
  turn_ = c;
  refresh();
}

void Position::set_castling_rights(Bitboard rooks) { set_castling_rights_as_is(clean_castling_rights(rooks)); }

void Position::set_castling_rights_as_is(Bitboard rooks) {
  key_ ^= castling_key();
  castling_ = rooks;
  castling_is_clean_ = clean_castling_rights(rooks) == rooks;
  key_ ^= castling_key();
  changed();
}

void Position::set_en_passant(Square s) {
  key_ ^= en_passant_key();
  en_passant_ = s;
  key_ ^= en_passant_key();
  changed();
}

void Position::set_chess960(bool on) {
  chess960_ = on;
  set_castling_rights(castling_);
}

void Position::set_promoted(Bitboard promoted) {
  promoted_ = promoted;
  clean_rights();
  refresh();
}

// --- Tests

Bitboard Position::clean_castling_rights(Bitboard rooks) const {
  Bitboard clean;
  rooks &= of(PieceType::Rook);
  for (const Color c : Colors) {
    const Bitboard backrank{relative(Rank::R1, c)};
    const Bitboard kings = castling_kings(c);
    const Bitboard rights = rooks & of(c) & backrank;
    if (!chess960_) {  // a mask instead of a branch: saves 8 ns where half of the positions have rights
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
  const Square king = this->king(~turn_);
  return king != Square::None && attackers(turn_, king).any();
}

Bitboard Position::pseudo_legal_en_passant() const {
  // python-chess treats square 0, a1, as "no en-passant square".
  if (en_passant() == Square::None || en_passant() == Square::A1 || occupied().contains(en_passant()))
    return Bitboard();
  return of(PieceType::Pawn, turn_) & pawn_attacks(~turn_, en_passant()) & Bitboard(relative(Rank::R5, turn_));
}

bool Position::is_en_passant_safe(Square king, Square capturer) const {
  if (!pin_line(turn_, capturer).contains(en_passant())) return false;
  // Both pawns leave their squares, which may expose the king along the rank or a diagonal.
  const Bitboard victim = en_passant_victim(turn_, en_passant());
  const Bitboard after = (occupied() - victim - Bitboard(capturer)) | Bitboard(en_passant());
  const Bitboard queens = of(PieceType::Queen);
  return ((rook_attacks(king, after) & rank_mask(king) & (of(PieceType::Rook) | queens)) |
          (bishop_attacks(king, after) & (of(PieceType::Bishop) | queens)))
      .disjoint(of(~turn_));
}

Bitboard Position::legal_en_passant() const {
  const Bitboard capturers = pseudo_legal_en_passant();
  const Square king = this->king(turn_);
  if (capturers.empty() || king == Square::None) return capturers;
  if (is_check()) {
    // The capture must remove or block the only checker.
    if (checkers().many()) return Bitboard();
    const bool blocks = between(king, checkers().first()).contains(en_passant());
    if (!blocks && en_passant_victim(turn_, en_passant()) != checkers()) return Bitboard();
  }
  Bitboard legal;
  for (const Square s : capturers)
    if (is_en_passant_safe(king, s)) legal |= Bitboard(s);
  return legal;
}

// Whether no other set of castling rights with the same placement has the same key(). The key has one bit of
// information per side and color, so it cannot distinguish two rooks on the same side of a king (Chess960), or rights
// that were assigned without a king.
bool Position::key_determines_castling_rights() const {
  if (!castling_.subset_of(Corners)) return false;
  for (const Color c : Colors) {
    const bool has_rights = castling_.meets(Bitboard(relative(Rank::R1, c)));
    if (has_rights && castling_kings(c) != Bitboard(relative(Square::E1, c))) return false;
  }
  return true;
}

std::uint64_t Position::repetition_key() const {
  if (castling_.empty() && en_passant_ == Square::None) return key_;
  // Multiplying by an odd number maps each set of rights to a different word.
  const bool enough = key_determines_castling_rights();
  return key_with_legal_en_passant() ^ (enough ? 0 : castling_.word() * 0x9E3779B97F4A7C15);
}

std::uint64_t Position::key_with_legal_en_passant() const {
  const std::uint64_t without = key_ ^ en_passant_key();
  return has_legal_en_passant() ? without ^ zobrist::en_passant(file_of(en_passant())) : without;
}

// --- Keys and checks

// The XOR of the Zobrist keys of all rights. Uses masks instead of branches, because moves that lose rights are hard to
// predict.
std::uint64_t Position::castling_key() const {
  const auto key_if = [](bool condition, std::uint64_t key) { return key & (0 - std::uint64_t(condition)); };
  std::uint64_t key = 0;
  for (const Color c : Colors) {
    const Bitboard rights = castling_ & Bitboard(relative(Rank::R1, c));
    const Bitboard kings = castling_kings(c);
    // Of two disjoint sets, the greater word is the one with the higher last square. (A right on a king's own square,
    // which only an artificial position has, counts as in python-chess.)
    key ^= key_if(kings.any() & (rights - kings > kings), zobrist::kingside(c)) ^
           key_if(rights.any() & (rights.isolated_first() < kings), zobrist::queenside(c));
  }
  return key;
}

std::uint64_t Position::computed_key() const {
  std::uint64_t key = turn_ == Color::White ? zobrist::WhiteToMove : 0;
  for (const Square s : occupied()) key ^= zobrist::piece(piece_at(s), s);
  return key ^ castling_key() ^ en_passant_key();
}

void Position::refresh_checks() { checks_ = checks_and_pins(*this); }

void Position::refresh() {
  key_ = computed_key();
  refresh_checks();
  changed();
}

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "bitrook: a field of the position is wrong: %s\n", what);
  std::abort();
}

}  // namespace

void Position::check_invariant() const {
  Bitboard seen;
  for (const PieceType t : PieceTypes) {
    expect(seen.disjoint(of(t)), "two pieces on a square");
    seen |= of(t);
  }
  expect(seen == occupied(), "a piece without a color, or a color without a piece");
  expect(of(Color::White).disjoint(of(Color::Black)), "two colors on a square");
  expect(mailbox_ == placement::mailbox_of(placement_), "the mailbox");
  expect(key_ == computed_key(), "the key");
  const ChecksAndPins checks = checks_and_pins(*this);
  expect(checks.checkers == checks_.checkers, "the checkers");
  expect(checks.pinned == checks_.pinned, "the pins");
  expect(!castling_is_clean_ || clean_castling_rights(castling_) == castling_, "the castling rights");
}

void Position::check_move(Position before, Move m) const {
  if (m.is_null()) return;
  Undo unused;
  before.make_irregular(m, unused);
  expect(placement_ == before.placement_ && promoted_ == before.promoted_, "the pieces after the move");
  expect(castling_ == before.castling_, "the castling rights after the move");
  expect(en_passant_ == before.en_passant_, "the en-passant square after the move");
  expect(
      halfmove_clock_ == before.halfmove_clock_ && fullmove_number_ == before.fullmove_number_ && turn_ == before.turn_,
      "the clocks or the turn after the move");
}

}  // namespace bitrook
