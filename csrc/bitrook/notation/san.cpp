// SAN to moves and back: a text names a piece and a target, and the piece's attacks from the target find the origin.
#include "bitrook/notation/san.hpp"

#include <cstring>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook {

namespace {

constexpr char Letters[] = {'?', 'P', 'N', 'B', 'R', 'Q', 'K', '?'};  // three bits, of which a move may hold any

char* put_file(Square s, char* out) {
  *out = char('a' + index(file_of(s)));
  return out + 1;
}
char* put_rank(Square s, char* out) {
  *out = char('1' + index(rank_of(s)));
  return out + 1;
}
char* put_square(Square s, char* out) { return put_rank(s, put_file(s, out)); }
char* put_text(std::string_view text, char* out) {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

// Of the mover's pieces other than pawns and kings that attack `to`, those that may legally go there.
Bitboard legal_origins(const Position& p, Bitboard pieces, Square to) {
  if (pieces.empty() || p.of(p.turn()).contains(to)) return Bitboard();
  const Bitboard pinned = pieces & p.pinned();
  if (p.is_check()) {
    const Bitboard checkers = p.checkers();
    const Square king = p.king(p.turn());
    const bool answers = !checkers.many() && (checkers | between(king, checkers.first())).contains(to);
    return answers ? pieces - pinned : Bitboard();
  }
  for (const Square s : pinned) {
    if (!line(p.king(p.turn()), s).contains(to)) pieces -= Bitboard(s);
  }
  return pieces;
}

// Several kings, or one that was a pawn, are what hand-made boards and illegal moves make. The pins and checks kept
// with the position are then not those that the list of legal moves goes by; the list decides.
bool has_odd_kings(const Position& p) {
  const Bitboard kings = p.of(PieceType::King, p.turn());
  return kings.many() || kings.meets(p.promoted());
}

// The mover's other pieces of this type that could go to the same square.
Bitboard rivals(const Position& p, PieceType t, Move m) {
  const Bitboard others = p.of(t, p.turn()) - Bitboard(m.from());
  if (others.empty()) return others;
  if (t != PieceType::King && !has_odd_kings(p)) {
    return legal_origins(p, others & attacks(t, p.turn(), m.to(), p.occupied()), m.to());
  }
  Bitboard origins;
  MoveList moves;
  generate_legal(p, moves, {others, Bitboard(m.to())});
  for (const Move rival : moves) origins |= Bitboard(rival.from());
  return origins;
}

enum class Form { Short, Long };

template <Form F>
std::size_t write(const Position& p, Move m, char* const out) {
  char* end = out;
  const Bitboard from(m.from());
  if (m.is_null()) return std::size_t(put_text("--", end) - out);
  if (m.is_drop()) {
    if (m.dropped() != PieceType::Pawn) *end++ = Letters[index(m.dropped())];
    *end++ = '@';
    end = put_square(m.to(), end);
  } else if (p.of(PieceType::King).meets(from) && is_castling(p, m)) {
    end = put_text(file_of(m.to()) < file_of(m.from()) ? "O-O-O" : "O-O", end);
  } else {
    const PieceType t = type_of(p.piece_at(m.from()));
    if (t == PieceType::None) return 0;
    const bool capture = is_capture(p, m);
    if (t != PieceType::Pawn) *end++ = Letters[index(t)];
    if constexpr (F == Form::Long) {
      end = put_square(m.from(), end);
    } else if (t == PieceType::Pawn) {
      if (capture) end = put_file(m.from(), end);
    } else if (const Bitboard others = rivals(p, t, m); others.any()) {
      // The file if it tells them apart, else the rank, else both.
      const bool same_file = others.meets(Bitboard(file_of(m.from())));
      const bool same_rank = others.meets(Bitboard(rank_of(m.from())));
      if (!same_file || same_rank) end = put_file(m.from(), end);
      if (same_file) end = put_rank(m.from(), end);
    }
    if (capture) {
      *end++ = 'x';
    } else if constexpr (F == Form::Long) {
      *end++ = '-';
    }
    end = put_square(m.to(), end);
    if (m.is_promotion()) {
      *end++ = '=';
      *end++ = Letters[index(m.promotion())];
    }
  }
  if (gives_check(p, m)) {
    Position next = p;
    next.play_unchecked(m);
    *end++ = has_legal(next) ? '+' : '#';
  }
  return std::size_t(end - out);
}

// --- Reading.

// What the text says.
struct Words {
  PieceType type = PieceType::None;  // None if no letter is given
  Bitboard from = Bitboard::all();   // by file, rank or both
  bool has_file = false, has_rank = false;
  Square to = Square::None;
  PieceType promotion = PieceType::None;
};

constexpr bool is_file(char c) { return unsigned(c) - 'a' < 8u; }
constexpr bool is_rank(char c) { return unsigned(c) - '1' < 8u; }

constexpr PieceType letter(char upper_case) {
  switch (upper_case) {
    case 'N':
      return PieceType::Knight;
    case 'B':
      return PieceType::Bishop;
    case 'R':
      return PieceType::Rook;
    case 'Q':
      return PieceType::Queen;
    case 'K':
      return PieceType::King;
    default:
      return PieceType::None;
  }
}

// From the right: there each character can be only one thing. False if the text is no SAN.
bool read(std::string_view text, Words& words) {
  const char* const begin = text.data();
  const char* end = begin + text.size();
  if (end != begin && (end[-1] == '+' || end[-1] == '#')) --end;
  if (end - begin < 2) return false;
  if (!is_rank(end[-1])) {
    const char c = end[-1];
    words.promotion = letter(c >= 'a' ? char(c - ('a' - 'A')) : c);
    if (words.promotion == PieceType::None) return false;
    --end;
    if (end != begin && end[-1] == '=') --end;
  }
  if (end - begin < 2 || !is_rank(end[-1]) || !is_file(end[-2])) return false;
  words.to = make_square(File(end[-2] - 'a'), Rank(end[-1] - '1'));
  end -= 2;
  if (end != begin && (end[-1] == '-' || end[-1] == 'x')) --end;
  if (end != begin && is_rank(end[-1])) {
    words.from &= Bitboard(Rank(*--end - '1'));
    words.has_rank = true;
  }
  if (end != begin && is_file(end[-1])) {
    words.from &= Bitboard(File(*--end - 'a'));
    words.has_file = true;
  }
  if (end != begin) {
    words.type = letter(*--end);
    if (words.type == PieceType::None) return false;
  }
  return end == begin;
}

ParsedMove illegal(IllegalReason reason, Move m = Move()) { return {m, MoveError::Illegal, reason}; }

// No piece that fits the words may go there: the reason of the one that came nearest.
BITROOK_NEVER_INLINE ParsedMove no_such_move(const Position& p, PieceType t, const Words& words) {
  IllegalReason nearest = IllegalReason::NoSuchPiece;
  for (const Square from : p.of(t, p.turn()) & words.from) {
    const Move m = words.promotion == PieceType::None ? Move::normal(from, words.to)
                                                      : Move::promotion(from, words.to, words.promotion);
    IllegalReason reason = why_illegal(p, m);
    if (reason == IllegalReason::None) reason = IllegalReason::CastlingEncoding;
    if (reason > nearest) nearest = reason;
  }
  return illegal(nearest);
}

BITROOK_NEVER_INLINE ParsedMove find_in_list(const Position& p, PieceType t, const Words& words) {
  MoveList moves;
  generate_legal(p, moves, {p.of(t, p.turn()) & words.from, Bitboard(words.to)});
  ParsedMove found = illegal(IllegalReason::NoSuchPiece);
  for (const Move m : moves) {
    if (m.promotion() != words.promotion || is_castling(p, m)) continue;
    if (found) return {Move(), MoveError::Ambiguous};
    found = {m};
  }
  return found ? found : no_such_move(p, t, words);
}

ParsedMove find_pawn_move(const Position& p, Words words) {
  const Color us = p.turn();
  const Bitboard pawns = p.of(PieceType::Pawn, us), to(words.to);
  if (!words.has_file) words.from &= Bitboard(file_of(words.to));  // captures name their file
  if (has_odd_kings(p)) [[unlikely]]
    return find_in_list(p, PieceType::Pawn, words);
  const auto behind = [us](Bitboard b) { return us == Color::White ? b >> 8 : b << 8; };

  // One file leads to the target in one way only.
  Bitboard origin;
  if (p.occupied().disjoint(to)) {
    const Bitboard one = behind(to), two = behind(one);
    const Rank rank = relative(rank_of(words.to), us);
    origin = one & pawns;
    if (one.disjoint(p.occupied()) && (rank == Rank::R4 || rank == Rank::R3)) origin = two & pawns;
    if (words.to == p.en_passant()) origin |= pawn_attacks(~us, words.to) & pawns;
  } else if (p.of(~us).meets(to)) {
    origin = pawn_attacks(~us, words.to) & pawns;
  }
  origin &= words.from;
  if (origin.empty()) return no_such_move(p, PieceType::Pawn, words);

  const Square from = origin.first();
  const bool promotes = Backranks.meets(to);
  const bool named = words.promotion != PieceType::None;
  if (promotes != named || words.promotion == PieceType::King) return no_such_move(p, PieceType::Pawn, words);
  const Move m = named ? Move::promotion(from, words.to, words.promotion) : Move::normal(from, words.to);
  const bool plain = p.checkers().empty() && !p.pinned().contains(from) && words.to != p.en_passant();
  if (!plain && !is_legal(p, m)) return no_such_move(p, PieceType::Pawn, words);
  return {m};
}

ParsedMove find_piece_move(const Position& p, const Words& words) {
  const Color us = p.turn();
  if (has_odd_kings(p)) [[unlikely]]
    return find_in_list(p, words.type, words);
  Bitboard origins = p.of(words.type, us) & words.from & attacks(words.type, us, words.to, p.occupied());
  if (words.type != PieceType::King) {
    origins = legal_origins(p, origins, words.to);
  } else if (origins.any()) {  // onto its own rook would be castling
    const bool legal = !p.of(us).contains(words.to) && is_legal(p, Move::normal(origins.first(), words.to));
    if (!legal) origins = Bitboard();
  }
  if (origins.empty() || words.promotion != PieceType::None) return no_such_move(p, words.type, words);
  if (origins.many()) return {Move(), MoveError::Ambiguous};
  return {Move::normal(origins.first(), words.to)};
}

// Both squares are given and no piece: the move as UCI has it, but a promotion must be named.
ParsedMove find_exact_move(const Position& p, const Words& words) {
  const Square from = words.from.first();
  if (words.promotion != PieceType::None) {
    const Move m = Move::promotion(from, words.to, words.promotion);
    return is_legal(p, m) ? ParsedMove{m} : illegal(why_illegal(p, m), m);
  }
  Move m = Move::normal(from, words.to);
  if (!p.chess960()) m = with_castling_encoding(p, m, false);
  return is_legal(p, m) ? ParsedMove{m} : illegal(why_illegal(p, m), m);
}

ParsedMove find_castling(const Position& p, bool kingside) {
  MoveList moves;
  generate_castling(p, moves);
  for (const Move m : moves) {
    if ((file_of(m.to()) > file_of(m.from())) == kingside) return {m};
  }
  const Square king = p.king(p.turn());
  if (king == Square::None) return illegal(IllegalReason::NoSuchPiece);
  // Ask about king takes rook, for the rook that has the right; without one that is the reason.
  for (const Square rook : p.castling_rights() & p.of(p.turn())) {
    if ((rook > king) != kingside) continue;
    return illegal(why_illegal(p, to_own_encoding(p, Move::normal(king, rook))));
  }
  return illegal(IllegalReason::CastlingRights);
}

// A castling, a null move, or nothing.
BITROOK_NEVER_INLINE ParsedMove parse_words_of_their_own(const Position& p, std::string_view text) {
  std::string_view stem = text;
  if (!stem.empty() && (stem.back() == '+' || stem.back() == '#')) stem.remove_suffix(1);
  if (stem == "O-O" || stem == "0-0") return find_castling(p, true);
  if (stem == "O-O-O" || stem == "0-0-0") return find_castling(p, false);
  if (text == "--" || text == "Z0" || text == "0000" || text == "@@@@") return {Move::null()};
  return {Move(), MoveError::Invalid};
}

}  // namespace

std::size_t write_san(const Position& p, Move m, char* out) { return write<Form::Short>(p, m, out); }
std::size_t write_lan(const Position& p, Move m, char* out) { return write<Form::Long>(p, m, out); }

ParsedMove parse_san(const Position& p, std::string_view text) {
  Words words;
  if (!read(text, words)) return parse_words_of_their_own(p, text);
  if (words.type != PieceType::None) return find_piece_move(p, words);
  if (words.has_file && words.has_rank) return find_exact_move(p, words);
  return find_pawn_move(p, words);
}

}  // namespace bitrook
