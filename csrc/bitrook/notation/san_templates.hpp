// Reading and writing algebraic notation, for chess and for variants. The pieces that can make a move are found from
// the attacks of its target square, without listing the legal moves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"

// In these templates, P is Position or VariantPosition.
namespace bitrook::san {

// Whether the side to move has several kings or a promoted king, which happens in artificial positions and after
// illegal moves. The checkers and pinned pieces stored in the position then do not determine which moves are legal, so
// the list of legal moves is searched instead.
inline bool has_irregular_king(const Position& p) {
  const Bitboard kings = p.of(PieceType::King, p.turn());
  return kings.many() || kings.meets(p.promoted());
}
// Also true in variants.
bool has_irregular_king(const VariantPosition& p);

template <class P>
inline constexpr bool InVariant = !std::is_same_v<P, Position>;

// --- Writing.

// The other pieces of type t that could legally move to the same square.
template <class P>
Bitboard competing_pieces(const P& p, PieceType t, Move m) {
  const Bitboard others = p.of(t, p.turn()) - Bitboard(m.from());
  if (others.empty()) return others;
  if (t != PieceType::King && !has_irregular_king(p)) {
    return legal_origins(p, others & attacks(t, p.turn(), m.to(), p.occupied()), m.to());
  }
  Bitboard origins;
  MoveList moves;
  generate_legal(p, moves, {others, Bitboard(m.to())});
  for (const Move other : moves) origins |= Bitboard(other.from());
  return origins;
}

// '+' for check, '#' for mate, or 0.
char suffix_of(const Position& p, Move m);
// In variants, '#' also marks other moves that win or lose.
char suffix_of(const VariantPosition& p, Move m);

enum class Form { Short, Long };

template <Form F, class P>
std::size_t write(const P& p, Move m, char* const out) {
  char* end = out;
  if (m.is_null()) return std::size_t(write_text("--", end) - out);
  if (m.is_drop()) {
    if (m.dropped() != PieceType::Pawn) *end++ = to_upper(letter_of(m.dropped()));
    *end++ = '@';
    end = write_square(m.to(), end);
  } else if (p.of(PieceType::King).contains(m.from()) && is_castling(p, m)) {
    end = write_text(file_of(m.to()) < file_of(m.from()) ? "O-O-O" : "O-O", end);
  } else {
    const PieceType t = type_of(p.piece_at(m.from()));
    if (t == PieceType::None) return 0;
    const bool capture = is_capture(p, m);
    if (t != PieceType::Pawn) *end++ = to_upper(letter_of(t));
    if constexpr (F == Form::Long) {
      end = write_square(m.from(), end);
    } else if (t == PieceType::Pawn) {
      if (capture) *end++ = file_letter(m.from());
    } else if (const Bitboard others = competing_pieces(p, t, m); others.any()) {
      // The file if it is unique, otherwise the rank if it is unique, otherwise both.
      const bool same_file = others.meets(Bitboard(file_of(m.from())));
      const bool same_rank = others.meets(Bitboard(rank_of(m.from())));
      if (!same_file || same_rank) *end++ = file_letter(m.from());
      if (same_file) *end++ = rank_digit(m.from());
    }
    if (capture) {
      *end++ = 'x';
    } else if constexpr (F == Form::Long) {
      *end++ = '-';
    }
    end = write_square(m.to(), end);
    if (m.is_promotion()) {
      *end++ = '=';
      *end++ = to_upper(letter_of(m.promotion()));
    }
  }
  if (const char suffix = suffix_of(p, m)) *end++ = suffix;
  return std::size_t(end - out);
}

// --- Reading.

// The parts of a move in SAN.
struct SanParts {
  PieceType type = PieceType::None;  // None without a letter
  Bitboard from = Bitboard::all();   // the origins that the file and the rank allow
  bool has_file = false, has_rank = false;
  Square to = Square::None;
  PieceType promotion = PieceType::None;
};

// The type of a piece other than a pawn by its upper-case letter, or None.
inline PieceType piece_named(char upper) {
  const PieceType t = type_named(to_lower(upper));
  return t == PieceType::Pawn ? PieceType::None : t;
}

// Parses SAN from right to left, because each character is unambiguous in that direction. Returns false if the text is
// not a piece or pawn move in SAN.
inline bool read_parts(std::string_view text, SanParts& parts) {
  const char* const begin = text.data();
  const char* end = begin + text.size();
  if (end != begin && (end[-1] == '+' || end[-1] == '#')) --end;
  if (end - begin < 2) return false;
  if (!is_rank_digit(end[-1])) {
    const char c = end[-1];
    parts.promotion = piece_named(c >= 'a' ? to_upper(c) : c);
    if (parts.promotion == PieceType::None) return false;
    --end;
    if (end != begin && end[-1] == '=') --end;
  }
  if (end - begin < 2) return false;
  parts.to = square_named(end[-2], end[-1]);
  if (parts.to == Square::None) return false;
  end -= 2;
  if (end != begin && (end[-1] == '-' || end[-1] == 'x')) --end;
  if (end != begin && is_rank_digit(end[-1])) {
    parts.from &= Bitboard(Rank(*--end - '1'));
    parts.has_rank = true;
  }
  if (end != begin && is_file_letter(end[-1])) {
    parts.from &= Bitboard(File(*--end - 'a'));
    parts.has_file = true;
  }
  if (end != begin) {
    parts.type = piece_named(*--end);
    if (parts.type == PieceType::None) return false;
  }
  return end == begin;
}

inline ParsedMove illegal(IllegalReason reason, Move m = Move()) { return {m, MoveError::Illegal, reason}; }

// The reason why a move is illegal if it is not written as castling (such as Kg1).
template <class P>
IllegalReason why_illegal_with_letter(const P& p, PieceType t, Move m) {
  if (t == PieceType::King) {
    if (p.of(p.turn()).contains(m.to())) return IllegalReason::OwnPieceOnTarget;
    const bool castling_target = file_of(m.to()) == File::C || file_of(m.to()) == File::G;
    if (!king_attacks(m.from()).contains(m.to()) && !castling_target) return IllegalReason::CannotReach;
  }
  const IllegalReason reason = why_illegal(p, m);
  return reason == IllegalReason::None ? IllegalReason::CastlingInSan : reason;
}

// The error if no piece of type t can make the move. If there are several candidates, the reason is that of the
// candidate closest to being legal.
template <class P>
BITROOK_NEVER_INLINE ParsedMove no_such_move(const P& p, PieceType t, const SanParts& parts) {
  IllegalReason nearest = IllegalReason::NoSuchPiece;
  for (const Square from : p.of(t, p.turn()) & parts.from) {
    const Move m = Move::promotion(from, parts.to, parts.promotion);  // a normal move if the promotion is None
    nearest = std::max(nearest, why_illegal_with_letter(p, t, m));
  }
  return illegal(nearest);
}

// Lists the legal moves of pieces of type t that match the text.
template <class P>
void list_matches(const P& p, PieceType t, const SanParts& parts, MoveList& out) {
  out.clear();
  MoveList moves;
  generate_legal(p, moves, {p.of(t, p.turn()) & parts.from, Bitboard(parts.to)});
  for (const Move m : moves)
    if (m.promotion() == parts.promotion && !is_castling(p, m)) out.add(m);
}

template <class P>
BITROOK_NEVER_INLINE ParsedMove find_in_legal_moves(const P& p, PieceType t, const SanParts& parts) {
  MoveList matches;
  list_matches(p, t, parts, matches);
  if (matches.size() > 1) return {Move(), MoveError::Ambiguous};
  return matches.size() == 1 ? ParsedMove{matches[0]} : no_such_move(p, t, parts);
}

template <class P>
ParsedMove find_pawn_move(const P& p, SanParts parts) {
  const Color us = p.turn();
  const Bitboard pawns = p.of(PieceType::Pawn, us), to(parts.to);
  if (!parts.has_file) parts.from &= Bitboard(file_of(parts.to));  // without a file, the move is not a capture
  if (!InVariant<P> && has_irregular_king(p)) [[unlikely]]
    return find_in_legal_moves(p, PieceType::Pawn, parts);
  const auto behind = [us](Bitboard b) { return us == Color::White ? b >> 8 : b << 8; };

  // At most one pawn per file can reach the target.
  Bitboard origin;
  if (p.occupied().disjoint(to)) {
    const Bitboard one = behind(to), two = behind(one);
    const Rank rank = relative(rank_of(parts.to), us);
    origin = one & pawns;
    // A double push. It may end on the third rank, because python-chess allows pawns on the first rank to make one.
    if (one.disjoint(p.occupied()) && (rank == Rank::R4 || rank == Rank::R3)) origin = two & pawns;
    if (parts.to == p.en_passant()) origin |= pawn_attacks(~us, parts.to) & pawns;
  } else if (p.of(~us).meets(to)) {
    origin = pawn_attacks(~us, parts.to) & pawns;
  }
  origin &= parts.from;
  if (origin.empty()) return no_such_move(p, PieceType::Pawn, parts);

  const Square from = origin.first();
  if constexpr (InVariant<P>) {
    const Move m = Move::promotion(from, parts.to, parts.promotion);
    return is_legal(p, m) ? ParsedMove{m} : no_such_move(p, PieceType::Pawn, parts);
  }
  const bool promotes = Backranks.meets(to);
  const bool named = parts.promotion != PieceType::None;
  if (promotes != named || parts.promotion == PieceType::King) return no_such_move(p, PieceType::Pawn, parts);
  const Move m = Move::promotion(from, parts.to, parts.promotion);
  const bool surely_legal = p.checkers().empty() && !p.pinned().contains(from) && parts.to != p.en_passant();
  if (!surely_legal && !is_legal(p, m)) return no_such_move(p, PieceType::Pawn, parts);
  return {m};
}

template <class P>
ParsedMove find_piece_move(const P& p, const SanParts& parts) {
  const Color us = p.turn();
  if (!InVariant<P> && has_irregular_king(p)) [[unlikely]]
    return find_in_legal_moves(p, parts.type, parts);
  Bitboard origins = p.of(parts.type, us) & parts.from & attacks(parts.type, us, parts.to, p.occupied());
  if constexpr (InVariant<P>) {
    if (p.of(us).contains(parts.to)) origins = Bitboard();
    for (const Square s : origins)
      if (!is_legal(p, Move::normal(s, parts.to))) origins -= Bitboard(s);
  } else if (parts.type != PieceType::King) {
    origins = legal_origins(p, origins, parts.to);
  } else if (origins.any()) {  // moving onto its own rook is castling, which is written differently
    const bool legal = !p.of(us).contains(parts.to) && is_legal(p, Move::normal(origins.first(), parts.to));
    if (!legal) origins = Bitboard();
  }
  if (origins.empty() || parts.promotion != PieceType::None) return no_such_move(p, parts.type, parts);
  if (origins.many()) return {Move(), MoveError::Ambiguous};
  return {Move::normal(origins.first(), parts.to)};
}

// A move given as two squares without a letter. It is read as UCI, but a promotion must name the piece.
template <class P>
ParsedMove find_exact_move(const P& p, const SanParts& parts) {
  const Square from = parts.from.first();
  Move m = Move::promotion(from, parts.to, parts.promotion);
  if (!p.chess960() && !m.is_promotion()) m = with_castling_encoding(p, m, false);
  return is_legal(p, m) ? ParsedMove{m} : illegal(why_illegal(p, m), m);
}

template <class P>
ParsedMove find_castling(const P& p, bool kingside) {
  MoveList moves;
  generate_castling(p, moves);
  for (const Move m : moves) {
    if constexpr (InVariant<P>)
      if (!is_legal(p, m)) continue;  // in antichess, a capture may be compulsory
    // An artificial castling right without a rook can produce a move that is not castling.
    if (kingside ? is_kingside_castling(p, m) : is_queenside_castling(p, m)) return {m};
  }
  const Square king = p.king(p.turn());
  if (king == Square::None) return illegal(IllegalReason::NoSuchPiece);
  // If there is a castling right on that side, report why castling with its rook is illegal.
  for (const Square rook : p.castling_rights() & p.of(p.turn())) {
    if ((rook > king) != kingside) continue;
    return illegal(why_illegal(p, to_own_encoding(p, Move::normal(king, rook))));
  }
  return illegal(IllegalReason::CastlingRights);
}

template <class P>
BITROOK_NEVER_INLINE ParsedMove parse_castling_or_null(const P& p, std::string_view text) {
  std::string_view stem = text;
  if (!stem.empty() && (stem.back() == '+' || stem.back() == '#')) stem.remove_suffix(1);
  if (stem == "O-O" || stem == "0-0") return find_castling(p, true);
  if (stem == "O-O-O" || stem == "0-0-0") return find_castling(p, false);
  if (text == "--" || text == "Z0" || text == "0000" || text == "@@@@") return {Move::null()};
  return {Move(), MoveError::Invalid};
}

template <class P>
ParsedMove parse(const P& p, std::string_view text) {
  SanParts parts;
  if (!read_parts(text, parts)) return parse_castling_or_null(p, text);
  if (parts.type != PieceType::None) return find_piece_move(p, parts);
  if (parts.has_file && parts.has_rank) return find_exact_move(p, parts);
  return find_pawn_move(p, parts);
}

template <class P>
void list_candidates(const P& p, std::string_view text, MoveList& out) {
  out.clear();
  SanParts parts;
  if (read_parts(text, parts))
    list_matches(p, parts.type == PieceType::None ? PieceType::Pawn : parts.type, parts, out);
}

}  // namespace bitrook::san
