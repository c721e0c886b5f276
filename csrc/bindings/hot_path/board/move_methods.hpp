// Methods about moves, for boards of chess and of variants. P is Position or VariantPosition.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/notation/san.hpp"

namespace bitrook::bindings {

using OptionalMask = Or<Bitboard, ~0ull>;

template <class P, void (*Generate)(const P&, MoveList&, Mask)>
PyObject* generate(const P& p, OptionalMask from_mask, OptionalMask to_mask) {
  MoveList moves;
  Generate(p, moves, {from_mask.value, to_mask.value});
  return iterate_moves(moves);
}

template <class P>
bool gives_checkmate(const P& p, Move move) {
  if (!gives_check(p, move)) return false;
  P next = p;
  next.play_unchecked(move);
  return is_checkmate(next);
}

template <class P>
PyObject* find_move(const P& p, Square from_square, Square to_square, std::optional<PieceType> promotion) {
  if (!promotion && p.of(PieceType::Pawn).contains(from_square) && Backranks.contains(to_square))
    promotion = PieceType::Queen;
  const Move written =
      promotion ? Move::promotion(from_square, to_square, *promotion) : Move::normal(from_square, to_square);
  const Move move = to_own_encoding(p, written);
  return is_legal(p, move) ? to_python(move) : raise_illegal_move("no legal move", p, move, written);
}

template <class P, std::size_t (*Write)(const P&, Move, char*)>
PyObject* write(const P& p, Move move) {
  char buffer[MaxSan];
  const std::size_t size = Write(p, move, buffer);
  if (size != 0) [[likely]] {
    PyObject* text = PyUnicode_New(Py_ssize_t(size), 127);
    if (text) std::copy_n(buffer, size, reinterpret_cast<char*>(PyUnicode_1BYTE_DATA(text)));
    return text;
  }
  const Ref shown(to_python(move));
  if (!shown) return nullptr;
  return fail(PyExc_AssertionError, "algebraic notation needs a piece on the origin of the move: '%S'", shown.get());
}

// Returns the moves with move numbers: "1. e4 e5 2. Nf3", or "1...e5 2. Nf3" if Black begins.
template <class P>
PyObject* variation_san(const P& start, PyObject* variation) {
  P p = start;
  std::string text;
  const auto append = [&](PyObject* item) -> bool {
    Move m;
    if (!bindings::load(item, m, "move")) return false;
    if (!is_legal(p, m)) return raise_illegal_move("illegal move", p, m);
    const bool first = text.empty();
    if (!first) text += ' ';
    if (p.turn() == Color::White) {
      text += std::to_string(p.fullmove_number()) + ". ";
    } else if (first) {
      text += std::to_string(p.fullmove_number()) + "...";
    }
    char san[MaxSan];
    text.append(san, write_san(p, m, san));
    p.play_unchecked(m);
    return true;
  };
  return for_each_item(variation, append) ? to_python(std::string_view(text)) : nullptr;
}

template <class P, Text Notation, ParsedMove (*Parse)(const P&, std::string_view)>
PyObject* parse(const P& p, std::string_view text) {
  const ParsedMove parsed = Parse(p, text);
  return parsed ? to_python(parsed.move) : raise_move_error(parsed, Notation.view(), p, text);
}

}  // namespace bitrook::bindings
