// LegalMoveGenerator and PseudoLegalMoveGenerator: the moves of a board as a collection.
#include <algorithm>
#include <initializer_list>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/board/board_view.hpp"
#include "bindings/hot_path/moves/move_lists.hpp"

namespace bitrook::bindings {

namespace {

PyTypeObject* legal_move_generator_type;
PyTypeObject* pseudo_legal_move_generator_type;

enum class Kind { Legal, PseudoLegal };

template <Kind K>
PyTypeObject* generator_type() {
  return K == Kind::Legal ? legal_move_generator_type : pseudo_legal_move_generator_type;
}

// ---- The moves of a board.

template <Kind K>
void generate(PyObject* board, MoveList& moves) {
  const Lock lock(board);
  const Position& p = board_of(board).game.position();
  K == Kind::Legal ? generate_legal(p, moves) : generate_pseudo_legal(p, moves);
}

template <Kind K>
unsigned count(PyObject* board) {
  if constexpr (K == Kind::Legal) {
    const Lock lock(board);
    return count_legal(board_of(board).game.position());
  } else {
    MoveList moves;
    generate<K>(board, moves);
    return unsigned(moves.size());
  }
}

template <Kind K>
bool has_any(PyObject* board) {
  if constexpr (K == Kind::Legal) {
    const Lock lock(board);
    return has_legal(board_of(board).game.position());
  } else {
    return count<K>(board) != 0;
  }
}

// ---- Boards that generate their moves themselves: what is not a Board, and subclasses that override the methods that
// the view would use. They get a view written in Python.

bool overrides(PyObject* board, std::initializer_list<const char*> names) {
  const Ref type = type_ref(board);
  for (const char* name : names) {
    const Ref ours(PyObject_GetAttrString(reinterpret_cast<PyObject*>(board_type), name));
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
  if (!is_board(board)) return false;
  return K == Kind::Legal ? !overrides(board, {"generate_legal_moves", "is_legal"})
                          : !overrides(board, {"generate_pseudo_legal_moves", "is_pseudo_legal"});
}

template <Kind K>
PyObject* python_view(PyObject* board) {
  const Ref views(PyImport_ImportModule("bitrook._board"));
  return views ? PyObject_CallMethod(views.get(), K == Kind::Legal ? "legal_moves" : "pseudo_legal_moves", "O", board)
               : nullptr;
}

template <Kind K>
PyObject* make(PyObject* board) {
  if (!is_native<K>(board)) [[unlikely]]
    return python_view<K>(board);
  return new_board_view(generator_type<K>(), board);
}

template <Kind K>
PyObject* construct_from(PyTypeObject*, PyObject* board) {
  return make<K>(board);
}

// ---- The view as a collection.

PyObject* board(PyObject* self) { return incref(viewed_board(self)); }

template <Kind K>
unsigned count_of(PyObject* self) {
  return count<K>(viewed_board(self));
}
template <Kind K>
Py_ssize_t length(PyObject* self) {
  return Py_ssize_t(count_of<K>(self));
}
template <Kind K>
int truth(PyObject* self) {
  return has_any<K>(viewed_board(self));
}

template <Kind K>
int contains(PyObject* self, PyObject* object) {
  Move m;
  if (!load(object, m, "move")) return -1;
  PyObject* board = viewed_board(self);
  const Lock lock(board);
  const Position& p = board_of(board).game.position();
  return K == Kind::Legal ? is_legal(p, m) : is_pseudo_legal(p, m);
}

template <Kind K>
PyObject* tolist(PyObject* self) {
  MoveList moves;
  generate<K>(viewed_board(self), moves);
  return list_of(moves);
}

// Copies and pickles are views of the same board, or of its copy.
template <Kind K>
PyObject* reduce(PyObject* self) {
  return Py_BuildValue("O(O)", generator_type<K>(), viewed_board(self));
}

template <Kind K>
PyObject* subscript(PyObject* self, PyObject* key) {
  const Ref list(tolist<K>(self));
  return list ? PyObject_GetItem(list.get(), key) : nullptr;
}

template <Kind K>
PyObject* iterate(PyObject* self) {
  MoveList moves;
  generate<K>(viewed_board(self), moves);
  return iterate_moves(moves);
}

template <Kind K>
PyObject* reversed(PyObject* self) {
  MoveList moves;
  generate<K>(viewed_board(self), moves);
  std::reverse(moves.data(), moves.data() + moves.size());
  return iterate_moves(moves);
}

// The moves in SAN, or in UCI where they are not legal.
template <Kind K>
PyObject* texts(PyObject* self) {
  MoveList moves;
  generate<K>(viewed_board(self), moves);
  PyObject* board = viewed_board(self);
  const Lock lock(board);
  return san_list(board_of(board).game.position(), moves, K == Kind::Legal);
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
  MoveList moves;
  generate<Kind::Legal>(viewed_board(self), moves);
  return uci_list(moves);
}

PyObject* words(PyObject* self, PyObject* out) {
  MoveList moves;
  generate<Kind::Legal>(viewed_board(self), moves);
  return word_list(moves, out);
}

// ---- Methods of the board that need no view, which saves 15 ns.

PyObject* list_legal_moves(PyObject* board) {
  if (!is_native<Kind::Legal>(board)) [[unlikely]] {
    const Ref view(python_view<Kind::Legal>(board));
    return view ? PyObject_CallMethod(view.get(), "tolist", nullptr) : nullptr;
  }
  MoveList moves;
  generate<Kind::Legal>(board, moves);
  return list_of(moves);
}

PyObject* count_legal_moves(PyObject* board) {
  if (!is_native<Kind::Legal>(board)) [[unlikely]] {
    const Ref view(python_view<Kind::Legal>(board));
    return view ? PyObject_CallMethod(view.get(), "count", nullptr) : nullptr;
  }
  return to_python(count<Kind::Legal>(board));
}

// What both types have in common.
template <Kind K, Text Constructor>
TypeBuilder builder(const char* name, const char* doc) {
  TypeBuilder type(name, sizeof(BoardView), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC);
  add_board_view(type)
      .doc(Constructor.characters, doc)
      .template constructor<Constructor, construct_from<K>>()
      .attributes({attribute<"board", board>("The board whose moves these are.")})
      .methods({
          method<"count()", count_of<K>>("Return the number of moves. Faster than listing them."),
          method<"tolist()", tolist<K>>("Return the moves as a list. Faster than list()."),
          method<"__reversed__()", reversed<K>>("Return an iterator over the moves, last first."),
          method<"__reduce__()", reduce<K>>("Support copies and pickle: a view of the board that is pickled with it."),
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
      attribute<"legal_moves", make<Kind::Legal>>(
          "The legal moves, as a collection that follows the board: see LegalMoveGenerator."),
      attribute<"pseudo_legal_moves", make<Kind::PseudoLegal>>(
          "The pseudo-legal moves, as a collection that follows the board: see PseudoLegalMoveGenerator."),
  });
  board.methods({
      method<"list_legal_moves()", list_legal_moves>(
          "Return a new list of the legal moves. Same result as list(board.legal_moves), in about half the time."),
      method<"count_legal_moves()", count_legal_moves>(
          "Return the number of legal moves. Same result as board.legal_moves.count(), in less time."),
  });
}

void define_move_generators(PyObject* module) {
  legal_move_generator_type =
      builder<Kind::Legal, "LegalMoveGenerator(board)">("bitrook.LegalMoveGenerator",
                                                        R"(The legal moves of a board, as a collection.

          It is a view: it always shows the moves of the position that the board has now. It supports iteration,
          ``in``, len(), indices and slices, and is true if there is a move. An iterator keeps the moves that the
          board had when it was created, so pushing while iterating is safe. The order of the moves is python-chess's
          and part of the interface.)")
          .methods({
              method<"uci()", uci>("Return the UCI texts of the moves as a list."),
              method<"san()", texts<Kind::Legal>>("Return the SAN texts of the moves as a list."),
              method<"words(out=None)", words>(
                  R"(Return the 16-bit words of the moves (see Move.word), in the machine's byte order, as bytes.

                  With *out*, write them to that buffer instead and return their number. *out* is a writable,
                  C-contiguous buffer of 16-bit integers or of bytes (array.array, NumPy, bytearray); 218 words are
                  enough for every position of a game. Raises ValueError if *out* is too small, BufferError if it is read-only
                  or not contiguous, and TypeError if it is something else.)"),
          })
          .build(module);
  pseudo_legal_move_generator_type =
      builder<Kind::PseudoLegal, "PseudoLegalMoveGenerator(board)">(
          "bitrook.PseudoLegalMoveGenerator",
          R"(The pseudo-legal moves of a board, as a collection. They are legal except that they can leave the king in
          check. In all other respects like LegalMoveGenerator.)")
          .build(module);
}

}  // namespace bitrook::bindings
