// Generating and testing the moves of variants.
#include "bindings/hot_path/board/move_methods.hpp"
#include "bindings/hot_path/moves/move_lists.hpp"
#include "bindings/hot_path/variants/variant_board.hpp"
#include "bindings/support/errors.hpp"

namespace bitrook::bindings {

namespace {

using P = VariantPosition;
using Generator = void (*)(const P&, MoveList&, Mask);
using Test = bool (*)(const P&, Move);

void generate_pseudo_legal_en_passant_of_chess(const P& p, MoveList& moves, Mask mask) {
  generate_pseudo_legal_en_passant(p.chess(), moves, mask);
}

template <Generator Generate>
PyObject* list(const P& p) {
  MoveList moves;
  Generate(p, moves, {});
  return list_of(moves);
}

std::uint64_t key_after(const P& p, Move move) {
  P next = p;
  next.play_unchecked(move);
  return next.key();
}

// ---- Functions of a search for standard chess.

PyObject* refuse(PyObject* self, const char* method) {
  const Ref type = type_ref(self);
  return fail(PyExc_ValueError, "%s follows the rules of standard chess: %.100s cannot use it", method,
              as_type(type)->tp_name);
}
template <Text Name>
PyObject* refused(PyObject* self, PyObject* const*, Py_ssize_t, PyObject*) {
  return refuse(self, (std::string(SignatureOf<Name>.function) + "()").c_str());
}

}  // namespace

#define MASKS "(from_mask=0xFFFFFFFFFFFFFFFF, to_mask=0xFFFFFFFFFFFFFFFF)"

void add_variant_moves(TypeBuilder& type, const TypeBuilder& board) {
  constexpr Generator Legal = generate_legal, Captures = generate_legal_captures, Quiets = generate_legal_quiets;
  type.overriding(
      board, {
                 method<"generate_legal_moves" MASKS, generate<P, Legal>>(""),
                 method<"generate_legal_captures" MASKS, generate<P, Captures>>(""),
                 method<"generate_legal_ep" MASKS, generate<P, generate_legal_en_passant>>(""),
                 method<"generate_pseudo_legal_moves" MASKS, generate<P, generate_pseudo_legal>>(""),
                 method<"generate_pseudo_legal_captures" MASKS, generate<P, generate_pseudo_legal_captures>>(""),
                 method<"generate_pseudo_legal_ep" MASKS, generate<P, generate_pseudo_legal_en_passant_of_chess>>(""),
                 method<"generate_castling_moves" MASKS, generate<P, generate_castling>>(""),
                 method<"is_legal(move)", static_cast<Test>(is_legal)>(""),
                 method<"is_pseudo_legal(move)", static_cast<Test>(is_pseudo_legal)>(""),
                 method<"is_into_check(move)", static_cast<Test>(is_into_check)>(""),
                 method<"gives_check(move)", static_cast<Test>(gives_check)>(""),
                 method<"gives_checkmate(move)", gives_checkmate<P>>(""),
                 method<"is_irreversible(move)", static_cast<Test>(is_irreversible)>(""),
                 method<"has_legal_en_passant()", &P::has_legal_en_passant>(""),
                 method<"find_move(from_square, to_square, promotion=None)", find_move<P>>(""),
                 method<"list_legal_captures()", list<Captures>>(""),
                 method<"list_legal_quiets()", list<Quiets>>(""),
                 method<"key_after(move)", key_after>(""),
                 keyword_method<"see(move, values=None)", refused<"see()">>("Raise ValueError: see Board.see()."),
                 keyword_method<"see_ge(move, threshold, values=None)", refused<"see_ge()">>(
                     "Raise ValueError: see Board.see_ge()."),
                 keyword_method<"list_quiescence_moves(checks=False)", refused<"list_quiescence_moves()">>(
                     "Raise ValueError: see Board.list_quiescence_moves()."),
                 keyword_method<"ordered_moves(hash_move=None, *, killers=(), history=None, counter_move=None, "
                                "captures_only=False, see=True)",
                                refused<"ordered_moves()">>("Raise ValueError: see Board.ordered_moves()."),
             });
}

#undef MASKS

}  // namespace bitrook::bindings
