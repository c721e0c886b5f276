// The types BaseBoard and Board: their life, comparison, subclassing.
#include "bindings/hot_path/board/board.hpp"

#include <new>

namespace bitrook::bindings {

namespace {

// Python 3.11 specialises calls of methods of an object that may have a __dict__ only if it has one (from 3.12 on,
// also if there is none yet). So there all boards without attributes share one empty dictionary, which saves 2 ns a
// call. No program can get hold of it: whatever sets an attribute, or asks for __dict__, takes it away first.
#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000
PyObject* no_attributes = nullptr;
bool make_no_attributes() { return (no_attributes = PyDict_New()) != nullptr; }

// Only instances of exactly our types, as subclasses may inherit a `__dict__` that is not ours.
bool shares_its_dict(PyObject* self) { return board_of(self).dict == no_attributes; }
void share_dict(PyObject* self) {
  if (!board_of(self).dict && (Py_TYPE(self) == board_type || Py_TYPE(self) == base_board_type)) {
    board_of(self).dict = incref(no_attributes);
  }
}
void unshare_dict(PyObject* self) {
  if (shares_its_dict(self)) Py_CLEAR(board_of(self).dict);
}
#else
bool make_no_attributes() { return true; }
bool shares_its_dict(PyObject*) { return false; }
void share_dict(PyObject*) {}
void unshare_dict(PyObject*) {}
#endif

// The board has a dictionary of its own, or none, in the scope of this.
class OwnDict {
 public:
  explicit OwnDict(PyObject* self) : self_(self) { unshare_dict(self); }
  OwnDict(const OwnDict&) = delete;
  ~OwnDict() { share_dict(self_); }

 private:
  PyObject* self_;
};

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  BoardObject& board = board_of(self);
  PyObject_GC_UnTrack(self);
  if (board.weakrefs) PyObject_ClearWeakRefs(self);
  Py_CLEAR(board.dict);
  board.game.~Game();
  type->tp_free(self);
  Py_DECREF(type);
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!shares_its_dict(self)) Py_VISIT(board_of(self).dict);
  return 0;
}

int clear(PyObject* self) {
  Py_CLEAR(board_of(self).dict);
  return 0;
}

// A board can be part of a cycle only through its __dict__, so the garbage collector hears of it when that appears:
// a program that holds a million boards does not pay for walking them.
void track_if_it_has_a_dict(PyObject* self) {
  if (!board_of(self).dict || shares_its_dict(self) || PyObject_GC_IsTracked(self)) return;
  const Lock lock(self);
  if (!PyObject_GC_IsTracked(self)) PyObject_GC_Track(self);
}

int set_attribute_of_board(PyObject* self, PyObject* name, PyObject* value) {
  const OwnDict own(self);
  const int result = PyObject_GenericSetAttr(self, name, value);
  track_if_it_has_a_dict(self);
  return result;
}

PyObject* get_dict(PyObject* self, void*) {
  const OwnDict own(self);
  PyObject* dict = PyObject_GenericGetDict(self, nullptr);
  track_if_it_has_a_dict(self);
  return dict;
}

int set_dict(PyObject* self, PyObject* value, void*) {
  const OwnDict own(self);
  const int result = PyObject_GenericSetDict(self, value, nullptr);
  track_if_it_has_a_dict(self);
  return result;
}

// `start` is what a Game is made from, in its place: a game, or the setup that was read.
template <class Start>
PyObject* allocate(PyTypeObject* type, const Start& start) {
  PyObject* self;
  if (type == board_type || type == base_board_type) {
    self = PyObject_GC_New(PyObject, type);
    if (!self) return nullptr;
    board_of(self).dict = nullptr;
    board_of(self).weakrefs = nullptr;
    share_dict(self);
  } else {
    self = type->tp_alloc(type, 0);  // with the slots a subclass may have
    if (!self) return nullptr;
  }
  note_change();
  new (&board_of(self).game) Game(start);
  return self;
}

// Arguments are __init__'s affair: subclasses may have others.
PyObject* new_instance(PyTypeObject* type, PyObject*, PyObject*) { return allocate(type, Game()); }

// ---- Comparison.

bool same_placement(const Position& a, const Position& b) { return a.placement() == b.placement(); }

bool same_position(const Game& a, const Game& b) {
  const Position &p = a.position(), &q = b.position();
  const auto en_passant = [](const Position& p) { return p.has_legal_en_passant() ? p.en_passant() : Square::None; };
  return same_placement(p, q) && p.turn() == q.turn() && p.halfmove_clock() == q.halfmove_clock() &&
         p.fullmove_number() == q.fullmove_number() && a.clean_castling_rights() == b.clean_castling_rights() &&
         en_passant(p) == en_passant(q);
}

// 1, 0, or -1 with an exception.
int same_variant(PyObject* a, PyObject* b) {
  if (Py_TYPE(a) == Py_TYPE(b)) return 1;
  Owned left(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(a)), "uci_variant"));
  Owned right(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(b)), "uci_variant"));
  if (!left || !right) return -1;
  return PyObject_RichCompareBool(left.get(), right.get(), Py_EQ);
}

// Two Boards by what decides the game from here on; with a BaseBoard, by placement alone.
PyObject* compare(PyObject* a, PyObject* b, int op) {
  if ((op != Py_EQ && op != Py_NE) || !is_base_board(a) || !is_base_board(b)) return ask_the_other();
  const Lock lock(a, b);
  bool equal;
  if (is_board(a) && is_board(b)) {
    const int variant = same_variant(a, b);
    if (variant < 0) return nullptr;
    equal = variant && same_position(board_of(a).game, board_of(b).game);
  } else {
    equal = same_placement(board_of(a).game.position(), board_of(b).game.position());
  }
  return to_python(equal == (op == Py_EQ));
}

}  // namespace

PyObject* new_board(const Setup& setup) { return allocate(board_type, setup); }

PyObject* new_board(PyTypeObject* type, const Game& game) {
  if (type == board_type || type == base_board_type) return allocate(type, game);
  Owned board(PyObject_CallOneArg(reinterpret_cast<PyObject*>(type), Py_None));
  if (!board) return nullptr;
  if (!is_base_board(board.get())) {
    PyErr_Format(PyExc_TypeError, "%.100s(None) is no board but a %.100s", type->tp_name,
                 Py_TYPE(board.get())->tp_name);
    return nullptr;
  }
  note_change();
  board_of(board.get()).game = game;
  return board.release();
}

bool add_boards(PyObject* module) {
  if (!make_no_attributes()) return false;
  constexpr unsigned long Flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC;
  TypeBuilder base_board("bitrook.BaseBoard", sizeof(BoardObject), Flags);
  TypeBuilder board("bitrook.Board", sizeof(BoardObject), Flags);
  for (TypeBuilder* type : {&base_board, &board}) {
    type->dict_at(offsetof(BoardObject, dict), get_dict, set_dict)
        .weakrefs_at(offsetof(BoardObject, weakrefs))
        .slot(Py_tp_new, new_instance)
        .slot(Py_tp_dealloc, dealloc)
        .slot(Py_tp_traverse, traverse)
        .slot(Py_tp_clear, clear)
        .slot(Py_tp_setattro, set_attribute_of_board)
        .slot(Py_tp_richcompare, compare)
        .slot(Py_tp_hash, PyObject_HashNotImplemented);  // what can be changed has no hash, as in python-chess
  }
  for (auto add :
       {add_board_construct, add_board_state, add_board_pieces, add_board_attacks, add_board_edit, add_board_transform,
        add_board_moves, add_board_generators, add_board_castling, add_board_history, add_board_pickle, add_board_fen,
        add_board_notation, add_board_outcome, add_board_python_methods, add_board_layout}) {
    add(base_board, board);
  }
  board.methods_again(base_board);
  base_board_type = base_board.build(module);
  if (!base_board_type) return false;
  board_type = board.base(base_board_type).build(module);
  return board_type != nullptr;
}

}  // namespace bitrook::bindings
