// The types BaseBoard and Board: creation, comparison, subclassing.
#include "bindings/hot_path/board/board.hpp"

#include <new>

#include "bindings/hot_path/variants/variant_board.hpp"
#include "bindings/support/errors.hpp"

namespace bitrook::bindings {

namespace {

// ---- Creation.

FreeObjects freed_boards;

// Constructs the Game in place from `start`, a Game or a Setup. Neither constructor throws.
template <class Start>
PyObject* allocate(PyTypeObject* type, const Start& start) {
  PyObject* self = type == board_type ? new_with_attributes(type, board_type, &freed_boards)
                                      : new_with_attributes(type, base_board_type);
  if (!self) return nullptr;
  new (&game_of(self)) Game(start);
  return self;
}

// Leaves the arguments to __init__, because subclasses may have different ones.
PyObject* new_instance(PyTypeObject* type, PyObject*, PyObject*) { return allocate(type, Game()); }

void dealloc(PyObject* self) {
  clear_attributes(self);
  game_of(self).~Game();
  if (Py_TYPE(self) != board_type || !freed_boards.keep(self)) free_object(self);
}

// ---- Comparison.

bool same_placement(const Position& a, const Position& b) { return a.placement() == b.placement(); }

bool same_position(const Game& a, const Game& b) {
  const Position &p = a.position(), &q = b.position();
  const auto en_passant = [](const Position& p) { return p.has_legal_en_passant() ? p.en_passant() : Square::None; };
  return same_placement(p, q) && p.turn() == q.turn() && p.halfmove_clock() == q.halfmove_clock() &&
         p.fullmove_number() == q.fullmove_number() && a.clean_castling_rights() == b.clean_castling_rights() &&
         (p.en_passant() == q.en_passant() || en_passant(p) == en_passant(q));
}

bool same_position(const VariantGame& a, const VariantGame& b) {
  const VariantPosition p = a.position(), q = b.position();
  return is_same_position(p, q) && p.halfmove_clock() == q.halfmove_clock() &&
         p.fullmove_number() == q.fullmove_number();
}

// Returns 1 or 0, or -1 with an exception set.
int same_variant(PyObject* a, PyObject* b) {
  const Ref type_a = type_ref(a), type_b = type_ref(b);
  if (type_a.get() == type_b.get()) return 1;
  const Ref left(PyObject_GetAttrString(type_a.get(), "uci_variant"));
  if (!left) return -1;
  const Ref right(PyObject_GetAttrString(type_b.get(), "uci_variant"));
  if (!right) return -1;
  return PyObject_RichCompareBool(left.get(), right.get(), Py_EQ);
}

// Compares everything that affects the rest of the game if both are Boards, and otherwise only the placements.
PyObject* compare(PyObject* a, PyObject* b, int op) {
  if ((op != Py_EQ && op != Py_NE) || !is_base_board(a) || !is_base_board(b)) return not_implemented();
  const Lock lock(a, b);
  bool equal;
  if (Py_TYPE(a) == board_type && Py_TYPE(b) == board_type) [[likely]] {
    equal = same_position(game_of(a), game_of(b));
  } else if (is_board(a) && is_board(b)) {
    const int variant = same_variant(a, b);
    if (variant < 0) return nullptr;
    equal =
        variant && (is_variant_board(a) && is_variant_board(b) ? same_position(variant_game_of(a), variant_game_of(b))
                                                               : same_position(game_of(a), game_of(b)));
  } else {
    equal = same_placement(position_of(a), position_of(b));
  }
  return to_python(equal == (op == Py_EQ));
}

}  // namespace

PyObject* new_board(const Setup& setup) { return allocate(board_type, setup); }

PyObject* new_board(PyTypeObject* type, const Game& game) {
  if (type == board_type || type == base_board_type) return allocate(type, game);
  const Ref held(incref(reinterpret_cast<PyObject*>(type)));  // the call may drop the last reference to the class
  Ref board(PyObject_CallOneArg(held.get(), Py_None));
  if (!board) return nullptr;
  if (!is_base_board(board.get())) {
    return fail(PyExc_TypeError, "%.100s(None) must return a board, not %.100s", type->tp_name,
                Py_TYPE(board.get())->tp_name);
  }
  game_of(board.get()) = game;
  return board.release();
}

namespace {

void require_board(PyObject* object) {
  if (is_variant_board(object)) {
    PyErr_Format(PyExc_ValueError, "only standard chess is supported here, not a %.100s", Py_TYPE(object)->tp_name);
  } else if (is_board(object)) {
    return;
  } else {
    not_a("a Board", object, "board");
  }
  throw_python_error();
}

}  // namespace

Game game_argument(PyObject* board) {
  require_board(board);
  [[maybe_unused]] const Lock lock(board);
  return board_of(board).game;
}

Position position_argument(PyObject* board) {
  require_board(board);
  [[maybe_unused]] const Lock lock(board);
  return board_of(board).game.position();
}

void define_boards(PyObject* module) {
  constexpr unsigned long Flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC;
  TypeBuilder base_board("bitrook.BaseBoard", sizeof(BoardObject), Flags);
  TypeBuilder board("bitrook.Board", sizeof(BoardObject), Flags);
  for (TypeBuilder* type : {&base_board, &board}) {
    add_attributes(*type)
        .slot<new_instance>(Py_tp_new)
        .slot<dealloc>(Py_tp_dealloc)
        .slot<set_any_attribute>(Py_tp_setattro)
        .slot<compare>(Py_tp_richcompare)
        .unhashable();  // because a board can change; as in python-chess
  }
  for (auto add :
       {add_board_construct, add_board_state, add_board_pieces, add_board_edit, add_board_transform, add_board_moves,
        add_board_generators, add_board_history, add_board_pickle, add_board_packed, add_board_fen, add_board_epd,
        add_board_notation, add_board_outcome, add_board_engine, add_board_pawns, add_board_python_methods}) {
    add(base_board, board);
  }
  board.methods_of_base(base_board);  // piece_at() takes 12 ns instead of 17
  base_board_type = base_board.build(module);
  board_type = board.base(base_board_type).build(module);
  define_variant_boards(module, board);
}

}  // namespace bitrook::bindings
