// The type of board.move_stack: a read-only view of the moves of a board.
#include <string>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/board/board_view.hpp"
#include "bindings/hot_path/moves/move_lists.hpp"

namespace bitrook::bindings {

namespace {

PyTypeObject* move_stack_type;

bool is_move_stack(PyObject* object) { return Py_TYPE(object) == move_stack_type; }

// ---- Lists. The moves are copied first, because creating objects can run the garbage collector, and finalizers can
// change the board.

std::vector<Move> moves_of(PyObject* self, Py_ssize_t start = 0, Py_ssize_t stop = PY_SSIZE_T_MAX,
                           Py_ssize_t step = 1) {
  PyObject* board = viewed_board(self);
  const Lock lock(board);
  const Game& game = game_of(board);
  std::vector<Move> moves(std::size_t(PySlice_AdjustIndices(Py_ssize_t(game.ply_count()), &start, &stop, step)));
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = game.move(std::size_t(start + Py_ssize_t(i) * step));
  return moves;
}

PyObject* as_list(PyObject* self) { return list_of(moves_of(self)); }

// ---- Reading.

Py_ssize_t length(PyObject* self) {
  const Lock lock(viewed_board(self));
  return Py_ssize_t(game_of(viewed_board(self)).ply_count());
}

// The interpreter has already added the length to negative indices, so an index below 0 is out of range.
PyObject* item(PyObject* self, Py_ssize_t i) {
  PyObject* board = viewed_board(self);
  Move move;
  {
    const Lock lock(board);
    const Game& game = game_of(board);
    if (i < 0 || std::size_t(i) >= game.ply_count()) return fail(PyExc_IndexError, "move_stack index out of range");
    move = game.move(std::size_t(i));
  }
  return interned(move);
}

PyObject* subscript(PyObject* self, PyObject* key) {
  if (PySlice_Check(key)) {
    Py_ssize_t start = 0, stop = 0, step = 0;
    if (PySlice_Unpack(key, &start, &stop, &step) < 0) return nullptr;
    return list_of(moves_of(self, start, stop, step));
  }
  if (!PyIndex_Check(key)) {
    return fail(PyExc_TypeError, "move_stack indices must be integers or slices, not %.100s", Py_TYPE(key)->tp_name);
  }
  const Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
  if (i == -1 && PyErr_Occurred()) return nullptr;
  return item(self, i < 0 ? i + length(self) : i);
}

// Operations that compare objects are delegated to a list, because the other object may be of any type.

// Returns F(list, arguments...).
template <auto F, class = decltype(F)>
struct OnList;
template <auto F, class R, class... A>
struct OnList<F, R (*)(PyObject*, A...)> {
  static R call(PyObject* self, A... arguments) {
    const Ref list(as_list(self));
    return list ? F(list.get(), arguments...) : R(Failure());
  }
};
template <auto F>
constexpr auto on_list = OnList<F>::call;

template <Text Name>
PyObject* call_list(PyObject* self, PyObject* const* args, Py_ssize_t given) {
  const Ref list(as_list(self));
  const Ref method(list ? PyObject_GetAttrString(list.get(), Name.characters) : nullptr);
  return method ? PyObject_Vectorcall(method.get(), args, std::size_t(given), nullptr) : nullptr;
}

PyObject* compare(PyObject* self, PyObject* other, int op) {
  const bool both = is_move_stack(other);
  if (both && (op == Py_EQ || op == Py_NE)) return to_python((moves_of(self) == moves_of(other)) == (op == Py_EQ));
  if (!both && !PyList_Check(other)) return not_implemented();
  const Ref left(as_list(self)), right(both ? as_list(other) : incref(other));
  return left && right ? PyObject_RichCompare(left.get(), right.get(), op) : nullptr;
}

PyObject* reduce(PyObject* list) { return Py_BuildValue("O(O)", &PyList_Type, list); }

PyObject* deep_copy(PyObject* self, PyObject*) { return as_list(self); }

// ---- Operators, whose results are lists.

// `list + stack` raises TypeError, as for every other sequence that is not a list. Supporting it would require nb_add,
// which the interpreter would also call for `list += stack`, although that must extend the list in place.
PyObject* concatenate(PyObject* list, PyObject* other) {
  const Ref right(is_move_stack(other) ? as_list(other) : incref(other));
  return right ? PySequence_Concat(list, right.get()) : nullptr;
}

// ---- Changing.

Failure refuse(const char* what) {
  return fail(PyExc_TypeError,
              "move_stack does not support %s: use board.push(), board.pop() or board.clear_stack(), or change a list "
              "from move_stack.copy()",
              what);
}

template <Text T>
PyObject* refuse_method(PyObject*, PyObject* const*, Py_ssize_t, PyObject*) {
  return refuse((std::string(SignatureOf<T>.function) + "()").c_str());
}
template <Text T>
Method refused() {
  return keyword_method<T, refuse_method<T>>("Raise TypeError, because move_stack is read-only.");
}

int set_item(PyObject*, PyObject*, PyObject* value) { return refuse(value ? "item assignment" : "item deletion"); }
PyObject* add_in_place(PyObject*, PyObject*) { return refuse("+="); }
PyObject* repeat_in_place(PyObject*, Py_ssize_t) { return refuse("*="); }

}  // namespace

PyObject* move_stack(PyObject* board) { return new_board_view(move_stack_type, board); }

void define_move_stack(PyObject* module) {
  TypeBuilder type("bitrook._MoveStack", sizeof(BoardView),
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION);
  move_stack_type =
      add_board_view(type)
          .doc("",
               R"(The moves made on a board, as a read-only sequence.

               This is a view, which always reflects the current moves of the board. Comparisons, printing,
               concatenation and pickling treat it as a list of these moves. Slices, copy() and the functions of the
               copy module return lists. Use board.push(), board.pop() and board.clear_stack() to change the moves;
               methods and operators that would modify a list raise TypeError.)")
          .methods({
              method<"index(*args)", call_list<"index">>("Return the first index of *move*: index(move, start=0, "
                                                         "stop=...).\n\n:raises ValueError: if *move* was not made."),
              method<"count(*args)", call_list<"count">>(
                  "Return the number of times that *move* was made: count(move)."),
              method<"copy()", as_list>("Return the moves as a list."),
              method<"__copy__()", as_list>("Return the moves as a list."),
              method<"__deepcopy__(memo, /)", deep_copy>("Return the moves as a list."),
              method<"__reduce__()", on_list<reduce>>("Support pickle. Unpickling returns a list."),
              refused<"append(*args, **kwargs)">(),
              refused<"extend(*args, **kwargs)">(),
              refused<"insert(*args, **kwargs)">(),
              refused<"remove(*args, **kwargs)">(),
              refused<"pop(*args, **kwargs)">(),
              refused<"clear(*args, **kwargs)">(),
              refused<"reverse(*args, **kwargs)">(),
              refused<"sort(*args, **kwargs)">(),
          })
          .slot<on_list<PyObject_Repr>>(Py_tp_repr)
          .slot<PySeqIter_New>(Py_tp_iter)  // reads the board at each step, as a list iterator reads its list
          .slot<compare>(Py_tp_richcompare)
          .unhashable()  // like a list
          .slot<length>(Py_sq_length)
          .slot<length>(Py_mp_length)
          .slot<item>(Py_sq_item)
          .slot<on_list<PySequence_Contains>>(Py_sq_contains)
          .slot<on_list<PySequence_Repeat>>(Py_sq_repeat)
          .slot<repeat_in_place>(Py_sq_inplace_repeat)
          .slot<subscript>(Py_mp_subscript)
          .slot<set_item>(Py_mp_ass_subscript)
          .slot<on_list<concatenate>>(Py_sq_concat)
          .slot<add_in_place>(Py_sq_inplace_concat)
          .build(module);
  // Registers the type for isinstance() and `match`. CPython always loads _collections_abc at startup.
  const Ref abc(PyImport_ImportModule("_collections_abc"));
  const Ref sequence(abc ? PyObject_GetAttrString(abc.get(), "Sequence") : nullptr);
  if (!sequence || !Ref(PyObject_CallMethod(sequence.get(), "register", "(O)", move_stack_type))) throw_python_error();
}

}  // namespace bitrook::bindings
