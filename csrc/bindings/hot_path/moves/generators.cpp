// LegalMoveGenerator and PseudoLegalMoveGenerator: the moves of a board as a collection.
#include <initializer_list>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/board/board_view.hpp"
#include "bindings/hot_path/moves/move_lists.hpp"
#include "bindings/hot_path/variants/variant_board.hpp"

namespace bitrook::bindings {

namespace {

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

// Returns the moves in SAN, or in UCI if they are illegal.
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
  return with_position(board, [&](const auto& p) { return san_list(p, moves, K == Kind::Legal); });
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
  return uci_list(moves);
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

}  // namespace

void add_board_generators(TypeBuilder&, TypeBuilder& board) {
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

}  // namespace bitrook::bindings
