// Views of a board: LegalMoveGenerator, PseudoLegalMoveGenerator and board.move_stack. Their objects hold only a
// reference to the board, so each call uses its current state.
#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/buffer.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"

namespace bitrook::bindings {

namespace {

struct BoardView {
  PyObject ob_base;
  PyObject* board;
};

PyObject* viewed_board(PyObject* self) { return reinterpret_cast<BoardView*>(self)->board; }

PyObject* new_board_view(PyTypeObject* type, PyObject* board) {
  auto* view = PyObject_GC_New(BoardView, type);
  if (!view) return nullptr;
  view->board = incref(board);
  PyObject_GC_Track(reinterpret_cast<PyObject*>(view));
  return reinterpret_cast<PyObject*>(view);
}

void dealloc_board_view(PyObject* self) {
  PyObject_GC_UnTrack(self);
  Py_XDECREF(viewed_board(self));
  free_object(self);
}

int traverse_board_view(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(viewed_board(self));
  return 0;
}

// Precondition: the flags of the type include Py_TPFLAGS_HAVE_GC.
TypeBuilder& add_board_view(TypeBuilder& type) {
  return type.slot<dealloc_board_view>(Py_tp_dealloc).slot<traverse_board_view>(Py_tp_traverse);
}

// ---- Generators.

PyTypeObject* legal_move_generator_type;
PyTypeObject* pseudo_legal_move_generator_type;

enum class Kind { Legal, PseudoLegal };

template <Kind K>
PyTypeObject* generator_type() {
  return K == Kind::Legal ? legal_move_generator_type : pseudo_legal_move_generator_type;
}

// ---- Boards with their own move generator: objects that are not Boards, and subclasses that override the methods that
// the view uses. Their methods are called, as in python-chess.

template <Kind K>
constexpr const char* Generate = K == Kind::Legal ? "generate_legal_moves" : "generate_pseudo_legal_moves";
template <Kind K>
constexpr const char* Test = K == Kind::Legal ? "is_legal" : "is_pseudo_legal";

bool overrides(PyObject* board, std::initializer_list<const char*> names) {
  const Ref type = type_ref(board);
  PyTypeObject* native = is_variant_board(board) ? variant_board_type : board_type;
  for (const char* name : names) {
    const Ref ours(PyObject_GetAttrString(reinterpret_cast<PyObject*>(native), name));
    if (!ours) PyErr_Clear();
    const Ref theirs(PyObject_GetAttrString(type.get(), name));
    if (!theirs) PyErr_Clear();
    if (ours.get() != theirs.get()) return true;
  }
  return false;
}

template <Kind K>
bool is_native(PyObject* board) {
  if (Py_TYPE(board) == board_type) [[likely]]
    return true;
  return is_board(board) && (is_exactly_variant_board(board) || !overrides(board, {Generate<K>, Test<K>}));
}

// Calls use(position) with the position of a board, by the rules of its variant.
template <class Use>
auto with_position(PyObject* board, Use use) {
  const Lock lock(board);
  if (Py_TYPE(board) != board_type && is_variant_board(board)) [[unlikely]]
    return use(variant_position_of(board));
  return use(position_of(board));
}

// Returns Convert(moves) for the moves that the board's own generator yields.
template <Kind K, PyObject* (*Convert)(PyObject*) = PySequence_List>
PyObject* own_moves(PyObject* board) {
  const Ref moves(PyObject_CallMethod(board, Generate<K>, nullptr));
  return moves ? Convert(moves.get()) : nullptr;
}

// Returns a list of text(move) for each of these moves.
template <Kind K, class MakeText>
PyObject* own_texts(PyObject* board, MakeText text) {
  const Ref moves(own_moves<K, PySequence_Tuple>(board));
  if (!moves) return nullptr;
  return new_list(std::size_t(PyTuple_GET_SIZE(moves.get())),
                  [&](std::size_t i) { return text(PyTuple_GET_ITEM(moves.get(), Py_ssize_t(i))); });
}

// ---- The moves of a board.

template <Kind K>
void generate(PyObject* board, MoveList& moves) {
  with_position(board,
                [&](const auto& p) { K == Kind::Legal ? generate_legal(p, moves) : generate_pseudo_legal(p, moves); });
}

// Returns -1 with an exception set on failure.
template <Kind K>
Py_ssize_t count(PyObject* board) {
  if (!is_native<K>(board)) [[unlikely]] {
    const Ref list(own_moves<K>(board));
    return list ? PyList_GET_SIZE(list.get()) : -1;
  }
  if constexpr (K == Kind::Legal) {
    return with_position(board, [](const auto& p) { return Py_ssize_t(count_legal(p)); });
  } else {
    MoveList moves;
    generate<K>(board, moves);
    return Py_ssize_t(moves.size());
  }
}

template <Kind K>
PyObject* count_of_board(PyObject* board) {
  const Py_ssize_t n = count<K>(board);
  return n < 0 ? nullptr : PyLong_FromSsize_t(n);
}

template <Kind K>
PyObject* list_of_board(PyObject* board) {
  if (!is_native<K>(board)) [[unlikely]]
    return own_moves<K>(board);
  MoveList moves;
  generate<K>(board, moves);
  return list_of(moves);
}

// ---- Views.

template <Kind K>
PyObject* view(PyObject* board) {
  return new_board_view(generator_type<K>(), board);
}

template <Kind K>
PyObject* construct_from(PyTypeObject*, PyObject* board) {
  if (!is_board(board)) {
    const Ref method(PyType_Check(board) ? nullptr : PyObject_GetAttrString(board, Generate<K>));
    if (!method && PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_AttributeError)) return nullptr;
    PyErr_Clear();
    if (!method) return not_a("a Board", board, "board");
  }
  return view<K>(board);
}

PyObject* board(PyObject* self) { return incref(viewed_board(self)); }

// F, a function of a board, as a method of a view.
template <PyObject* (*F)(PyObject*)>
PyObject* of_view(PyObject* self) {
  return F(viewed_board(self));
}

// Raises TypeError for objects that are not boards: list() also calls len(), which would generate the moves twice.
template <Kind K>
Py_ssize_t length(PyObject* self) {
  if (is_board(viewed_board(self))) [[likely]]
    return count<K>(viewed_board(self));
  return fail(PyExc_TypeError, "the moves of an object that is not a Board have no len()");
}

// Returns -1 with an exception set on failure.
template <Kind K>
int truth(PyObject* self) {
  PyObject* board = viewed_board(self);
  if (!is_native<K>(board)) [[unlikely]] {
    const Ref iterator(own_moves<K, PyObject_GetIter>(board));
    const Ref first(iterator ? PyIter_Next(iterator.get()) : nullptr);
    return first ? 1 : PyErr_Occurred() ? -1 : 0;
  }
  if constexpr (K == Kind::Legal) {
    return with_position(board, [](const auto& p) { return int(has_legal(p)); });
  } else {
    return count<K>(board) != 0;
  }
}

template <Kind K>
int contains(PyObject* self, PyObject* object) {
  PyObject* board = viewed_board(self);
  if (!is_native<K>(board)) [[unlikely]] {
    const Ref found(PyObject_CallMethod(board, Test<K>, "(O)", object));
    return found ? PyObject_IsTrue(found.get()) : -1;
  }
  Move m;
  if (!load(object, m, "move")) return -1;
  return with_position(board,
                       [m](const auto& p) { return int(K == Kind::Legal ? is_legal(p, m) : is_pseudo_legal(p, m)); });
}

// A copy is a view of the same board. A deep copy or an unpickled view is a view of a copy of the board.
template <Kind K>
PyObject* reduce(PyObject* self) {
  return Py_BuildValue("O(O)", generator_type<K>(), viewed_board(self));
}

template <Kind K>
PyObject* subscript(PyObject* self, PyObject* key) {
  const Ref list(list_of_board<K>(viewed_board(self)));
  return list ? PyObject_GetItem(list.get(), key) : nullptr;
}

template <Kind K>
PyObject* iterate(PyObject* self) {
  PyObject* board = viewed_board(self);
  if (!is_native<K>(board)) [[unlikely]] {
    const Ref list(own_moves<K>(board));
    return list ? PyObject_GetIter(list.get()) : nullptr;
  }
  MoveList moves;
  generate<K>(board, moves);
  return iterate_moves(moves);
}

template <Kind K>
PyObject* reversed(PyObject* self) {
  const Ref list(list_of_board<K>(viewed_board(self)));
  return list ? PyObject_CallMethod(list.get(), "__reversed__", nullptr) : nullptr;
}

PyObject* uci_text(Move move) {
  PyObject* object = shared(move);
  return object ? read(reinterpret_cast<MoveObject*>(object)->uci) : nullptr;
}

// Returns the moves in SAN, or in UCI if they are illegal.
template <Kind K, class P>
PyObject* san_list(const P& p, const MoveList& moves) {
  return new_list(moves.size(), [&](std::size_t i) {
    if (K == Kind::PseudoLegal && !is_legal(p, moves[i])) return uci_text(moves[i]);
    char san[MaxSan];
    return to_python(std::string_view(san, write_san(p, moves[i], san)));
  });
}

template <Kind K>
PyObject* texts(PyObject* self) {
  PyObject* board = viewed_board(self);
  if (!is_native<K>(board)) [[unlikely]] {
    return own_texts<K>(board, [board](PyObject* move) -> PyObject* {
      const Ref legal(PyObject_CallMethod(board, "is_legal", "(O)", move));
      const int truth = legal ? PyObject_IsTrue(legal.get()) : -1;
      if (truth < 0) return nullptr;
      return truth ? PyObject_CallMethod(board, "san", "(O)", move) : PyObject_CallMethod(move, "uci", nullptr);
    });
  }
  MoveList moves;
  generate<K>(board, moves);
  return with_position(board, [&](const auto& p) { return san_list<K>(p, moves); });
}

template <Kind K>
PyObject* repr(PyObject* self) {
  const Ref list(texts<K>(self)), comma(PyUnicode_FromString(", "));
  if (!list || !comma) return nullptr;
  const Ref joined(PyUnicode_Join(comma.get(), list.get()));
  if (!joined) return nullptr;
  return PyUnicode_FromFormat("<%s at %p (%U)>", K == Kind::Legal ? "LegalMoveGenerator" : "PseudoLegalMoveGenerator",
                              self, joined.get());
}

// ---- All moves in one call, without Move objects.

PyObject* uci(PyObject* self) {
  PyObject* board = viewed_board(self);
  if (!is_native<Kind::Legal>(board)) [[unlikely]] {
    return own_texts<Kind::Legal>(board, [](PyObject* move) { return PyObject_CallMethod(move, "uci", nullptr); });
  }
  MoveList moves;
  generate<Kind::Legal>(board, moves);
  return new_list(moves.size(), [&](std::size_t i) { return uci_text(moves[i]); });
}

// Returns the words as bytes. With `out`, writes them to this buffer instead and returns their number.
PyObject* word_list(const MoveList& moves, PyObject* out) {
  static_assert(sizeof(Move) == sizeof(std::uint16_t));
  if (!out || out == Py_None) {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(moves.data()),
                                     Py_ssize_t(moves.size() * sizeof(Move)));
  }
  const WritableBuffer<std::uint16_t> buffer(out, "out");
  buffer.require_at_least(moves.size());
  std::transform(moves.begin(), moves.end(), buffer.items().begin(), [](Move m) { return m.word(); });
  return PyLong_FromSize_t(moves.size());
}

PyObject* words(PyObject* self, PyObject* out) {
  PyObject* board = viewed_board(self);
  MoveList moves;
  if (is_native<Kind::Legal>(board)) [[likely]] {
    generate<Kind::Legal>(board, moves);
    return word_list(moves, out);
  }
  const Ref list(own_moves<Kind::Legal>(board));
  for (Py_ssize_t i = 0; list && i < PyList_GET_SIZE(list.get()); ++i) {
    Move move;
    if (!load(PyList_GET_ITEM(list.get(), i), move, "each move")) return nullptr;
    if (std::size_t(i) == MaxMoves) {
      return fail(PyExc_ValueError, "the board must generate at most %zu moves", MaxMoves);
    }
    moves.add(move);
  }
  return list ? word_list(moves, out) : nullptr;
}

constexpr const char* LegalMovesDoc =
    R"(The legal moves of a board, as a collection.

    This is a view of the current position of the board. It supports iteration, ``in``, len(), indices and
    slices, and it is true if there is a legal move. The moves are generated when an iterator is created, so it is
    safe to push moves while iterating. They are always in python-chess's order.

    :param board: the board whose moves are generated.)";

// What both types have in common.
template <Kind K, Text Constructor>
TypeBuilder builder(const char* name, const char* doc) {
  TypeBuilder type(name, sizeof(BoardView), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC);
  add_board_view(type)
      .template constructor<Constructor, construct_from<K>>(doc)
      .attributes({attribute<"board", board>("The board whose moves are generated.")})
      .methods({
          method<"count()", of_view<count_of_board<K>>>(
              "Return the number of moves. This is faster than listing them."),
          method<"tolist()", of_view<list_of_board<K>>>("Return the moves as a list. This is faster than list()."),
          method<"__reversed__()", reversed<K>>("Return an iterator over the moves in reverse order."),
          method<"__reduce__()", reduce<K>>("Support copying and pickling, together with the board."),
      })
      .template slot<repr<K>>(Py_tp_repr)
      .template slot<iterate<K>>(Py_tp_iter)
      .template slot<truth<K>>(Py_nb_bool)
      .template slot<length<K>>(Py_sq_length)
      .template slot<length<K>>(Py_mp_length)
      .template slot<subscript<K>>(Py_mp_subscript)
      .template slot<contains<K>>(Py_sq_contains);
  return type;
}

// ---- The move stack.

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

Py_ssize_t stack_length(PyObject* self) {
  const Lock lock(viewed_board(self));
  return Py_ssize_t(game_of(viewed_board(self)).ply_count());
}

// The interpreter has already added the length to negative indices, so an index below 0 is out of range.
PyObject* stack_item(PyObject* self, Py_ssize_t i) {
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

PyObject* stack_subscript(PyObject* self, PyObject* key) {
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
  return stack_item(self, i < 0 ? i + stack_length(self) : i);
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

PyObject* reduce_list(PyObject* list) { return Py_BuildValue("O(O)", &PyList_Type, list); }

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

void add_board_generators(TypeBuilder&, TypeBuilder& board, TypeBuilder&) {
  board.attributes({
      attribute<"legal_moves", view<Kind::Legal>>("The legal moves, as a view of the board. See LegalMoveGenerator."),
      attribute<"pseudo_legal_moves", view<Kind::PseudoLegal>>(
          "The pseudo-legal moves, as a view of the board. See PseudoLegalMoveGenerator."),
  });
  board.methods({
      method<"list_legal_moves()", list_of_board<Kind::Legal>>(
          "Return a new list of the legal moves. This is about twice as fast as list(board.legal_moves)."),
      method<"count_legal_moves()", count_of_board<Kind::Legal>>(
          "Return the number of legal moves. This is faster than board.legal_moves.count()."),
  });
}

void define_move_generators(PyObject* module) {
  legal_move_generator_type =
      builder<Kind::Legal, "LegalMoveGenerator(board)">("bitrook.LegalMoveGenerator", LegalMovesDoc)
          .methods({
              method<"uci()", uci>("Return the UCI texts of the moves as a list."),
              method<"san()", texts<Kind::Legal>>("Return the SAN texts of the moves as a list."),
              method<"words(out=None)", words>(
                  R"(Return the 16-bit words of the moves as bytes, in the machine's byte order. See Move.word.

                  :param out: a writable, C-contiguous buffer of 16-bit integers or of bytes (array.array, NumPy,
                      bytearray) to write the words to; 218 words are enough for every position that a game can reach.
                  :returns: the bytes or, with *out*, the number of words written.
                  :raises ValueError: if *out* is too small.
                  :raises BufferError: if *out* is read-only or not contiguous.
                  :raises TypeError: if *out* is not a buffer of 16-bit integers or bytes.)"),
          })
          .build(module);
  pseudo_legal_move_generator_type = builder<Kind::PseudoLegal, "PseudoLegalMoveGenerator(board)">(
                                         "bitrook.PseudoLegalMoveGenerator",
                                         R"(The pseudo-legal moves of a board, as a collection.

          Unlike legal moves, these moves may leave the king in check. Otherwise, this is like LegalMoveGenerator.

          :param board: the board whose moves are generated.)")
                                         .build(module);
}

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
              method<"__reduce__()", on_list<reduce_list>>("Support pickle. Unpickling returns a list."),
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
          .slot<stack_length>(Py_sq_length)
          .slot<stack_length>(Py_mp_length)
          .slot<stack_item>(Py_sq_item)
          .slot<on_list<PySequence_Contains>>(Py_sq_contains)
          .slot<on_list<PySequence_Repeat>>(Py_sq_repeat)
          .slot<repeat_in_place>(Py_sq_inplace_repeat)
          .slot<stack_subscript>(Py_mp_subscript)
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
