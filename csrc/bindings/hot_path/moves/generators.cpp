// LegalMoveGenerator and PseudoLegalMoveGenerator: what may be played on a board, as a collection.
#include <algorithm>
#include <initializer_list>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/hot_path/moves/move_lists.hpp"
#include "bindings/support/free_list.hpp"

namespace bitrook::bindings {

namespace {

// A view: it holds the board and no moves. Each question is answered for the position as it then is.
struct GeneratorObject {
  PyObject ob_base;
  PyObject* board;
};

PyObject*& board_slot(PyObject* self) { return reinterpret_cast<GeneratorObject*>(self)->board; }

enum class Kind { Legal, PseudoLegal };

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

// How many legal moves the board had that was last iterated over: list() asks for an iterator, and at once for the
// length, which would count them again (15 ns). Forgotten when any board changes. Only under the GIL.
#ifdef Py_GIL_DISABLED
void remember_count(PyObject*, std::size_t) {}
bool recall_count(PyObject*, Py_ssize_t&) { return false; }
#else
Py_ssize_t counted_moves = 0;
void remember_count(PyObject* board, std::size_t moves) {
  counted_board = board;
  counted_moves = Py_ssize_t(moves);
}
bool recall_count(PyObject* board, Py_ssize_t& moves) {
  moves = counted_moves;
  return counted_board == board;
}
#endif

template <Kind K>
unsigned count_of(PyObject* self) {
  return count<K>(board_slot(self));
}

template <Kind K>
PyObject* tolist(PyObject* self) {
  MoveList moves;
  generate<K>(board_slot(self), moves);
  return list_of(moves);
}

// Over the moves of now, so that pushing while iterating is safe.
template <Kind K>
PyObject* iterate(PyObject* self) {
  MoveList moves;
  generate<K>(board_slot(self), moves);
  if constexpr (K == Kind::Legal) remember_count(board_slot(self), moves.size());
  return iterator_over(moves);
}

template <Kind K>
PyObject* reversed(PyObject* self) {
  MoveList moves;
  generate<K>(board_slot(self), moves);
  std::reverse(moves.data(), moves.data() + moves.size());
  return iterator_over(moves);
}

template <Kind K>
int truth(PyObject* self) {
  if constexpr (K == Kind::Legal) {
    PyObject* board = board_slot(self);
    const Lock lock(board);
    return has_legal(board_of(board).game.position());
  } else {
    return count_of<K>(self) != 0;
  }
}

template <Kind K>
Py_ssize_t length(PyObject* self) {
  if constexpr (K == Kind::Legal) {
    if (Py_ssize_t moves; recall_count(board_slot(self), moves)) return moves;
  }
  return Py_ssize_t(count_of<K>(self));
}

template <Kind K>
int contains(PyObject* self, PyObject* object) {
  Move m;
  if (!load(object, m, "move")) return -1;
  PyObject* board = board_slot(self);
  const Lock lock(board);
  const Position& p = board_of(board).game.position();
  return K == Kind::Legal ? is_legal(p, m) : is_pseudo_legal(p, m);
}

template <Kind K>
PyObject* subscript(PyObject* self, PyObject* key) {
  Owned list(tolist<K>(self));
  return list ? PyObject_GetItem(list.get(), key) : nullptr;
}

// The moves as SAN, or as UCI where they are not legal.
template <Kind K>
PyObject* texts(PyObject* self) {
  MoveList moves;
  generate<K>(board_slot(self), moves);
  PyObject* board = board_slot(self);
  const Lock lock(board);
  return san_list(board_of(board).game.position(), moves, K == Kind::Legal);
}

template <Kind K>
PyObject* repr(PyObject* self) {
  Owned list(texts<K>(self)), comma(PyUnicode_FromString(", "));
  if (!list || !comma) return nullptr;
  Owned joined(PyUnicode_Join(comma.get(), list.get()));
  if (!joined) return nullptr;
  return PyUnicode_FromFormat("<%s at %p (%U)>", K == Kind::Legal ? "LegalMoveGenerator" : "PseudoLegalMoveGenerator",
                              self, joined.get());
}

// ---- In bulk, for engines: one call, no Move objects.

PyObject* uci(PyObject* self) {
  MoveList moves;
  generate<Kind::Legal>(board_slot(self), moves);
  return uci_list(moves);
}

PyObject* san(PyObject* self) { return texts<Kind::Legal>(self); }

PyObject* words(PyObject* self, PyObject* out) {
  MoveList moves;
  generate<Kind::Legal>(board_slot(self), moves);
  return word_list(moves, out);
}

// ---- Life.

// Whether a subclass makes or judges its moves itself.
bool overrides(PyObject* board, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    Owned ours(PyObject_GetAttrString(reinterpret_cast<PyObject*>(board_type), name));
    Owned theirs(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(board)), name));
    if (!ours || !theirs) PyErr_Clear();
    if (ours.get() != theirs.get()) return true;
  }
  return false;
}

template <Kind K>
bool is_served_natively(PyObject* board) {
  if (Py_TYPE(board) == board_type) [[likely]]
    return true;
  if (!is_board(board)) return false;
  return K == Kind::Legal ? !overrides(board, {"generate_legal_moves", "is_legal"})
                          : !overrides(board, {"generate_pseudo_legal_moves", "is_pseudo_legal"});
}

// What is no Board, as well as a subclass that overrides what the view is made of, is asked through Python.
template <Kind K>
PyObject* ask_in_python(PyObject* board) {
  Owned views(PyImport_ImportModule("bitrook._board"));
  return views ? PyObject_CallMethod(views.get(), K == Kind::Legal ? "legal_moves" : "pseudo_legal_moves", "O", board)
               : nullptr;
}

template <Kind K>
PyObject* make_generator(PyTypeObject* type, PyObject* board) {
  if (!is_served_natively<K>(board)) [[unlikely]]
    return ask_in_python<K>(board);
  auto* generator = reinterpret_cast<GeneratorObject*>(type->tp_alloc(type, 0));
  if (generator) generator->board = incref(board);
  return reinterpret_cast<PyObject*>(generator);
}

// Saves 4 of the 16 ns that `board.legal_moves` costs.
Spares<GeneratorObject> spares;

// Of an attribute of a board.
template <Kind K>
PyObject* make_view(PyTypeObject* type, PyObject* board) {
  if (!is_served_natively<K>(board)) [[unlikely]]
    return ask_in_python<K>(board);
  GeneratorObject* generator = spares.take();
  if (generator) {
    PyObject_Init(reinterpret_cast<PyObject*>(generator), type);
  } else if (!(generator = PyObject_GC_New(GeneratorObject, type))) {
    return nullptr;
  }
  generator->board = incref(board);
  PyObject_GC_Track(reinterpret_cast<PyObject*>(generator));
  return reinterpret_cast<PyObject*>(generator);
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Py_XDECREF(board_slot(self));
  if (!spares.keep(reinterpret_cast<GeneratorObject*>(self))) PyObject_GC_Del(self);
  Py_DECREF(type);
}
int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(board_slot(self));
  return 0;
}

PyObject* board(PyObject* self) { return incref(board_slot(self)); }

template <Kind K>
TypeBuilder& finish(TypeBuilder& type) {
  return type.attributes({attribute<"board", board>("The board whose moves these are.")})
      .methods({
          method<"count()", count_of<K>>("How many moves there are."),
          method<"tolist()", tolist<K>>("The moves as a list, by the shortest way."),
          method<"__reversed__()", reversed<K>>("An iterator over the moves, last first."),
      })
      .slot(Py_tp_dealloc, dealloc)
      .slot(Py_tp_traverse, traverse)
      .slot(Py_tp_repr, repr<K>)
      .slot(Py_tp_iter, iterate<K>)
      .slot(Py_nb_bool, truth<K>)
      .slot(Py_sq_length, length<K>)
      .slot(Py_mp_length, length<K>)
      .slot(Py_mp_subscript, subscript<K>)
      .slot(Py_sq_contains, contains<K>);
}

// ---- Without a view: 10 ns less.

PyObject* list_legal_moves(PyObject* board) {
  if (!is_served_natively<Kind::Legal>(board)) [[unlikely]] {
    Owned view(ask_in_python<Kind::Legal>(board));
    return view ? PyObject_CallMethod(view.get(), "tolist", nullptr) : nullptr;
  }
  MoveList moves;
  generate<Kind::Legal>(board, moves);
  return list_of(moves);
}

PyObject* count_legal_moves(PyObject* board) {
  if (!is_served_natively<Kind::Legal>(board)) [[unlikely]] {
    Owned view(ask_in_python<Kind::Legal>(board));
    return view ? PyObject_CallMethod(view.get(), "count", nullptr) : nullptr;
  }
  return to_python(count<Kind::Legal>(board));
}

PyObject* legal_moves(PyObject* self) { return make_view<Kind::Legal>(legal_move_generator_type, self); }
PyObject* pseudo_legal_moves(PyObject* self) {
  return make_view<Kind::PseudoLegal>(pseudo_legal_move_generator_type, self);
}

}  // namespace

void add_board_generators(TypeBuilder&, TypeBuilder& board) {
  board.attributes({
      attribute<"legal_moves", legal_moves>(
          "The legal moves, as a collection that follows the board: see LegalMoveGenerator."),
      attribute<"pseudo_legal_moves", pseudo_legal_moves>(
          "The moves that are legal but for leaving the king in check, as a collection that follows the board."),
  });
  board.methods({
      method<"list_legal_moves()", list_legal_moves>(
          "A new list of the legal moves: what ``list(board.legal_moves)`` gives, by the shortest way."),
      method<"count_legal_moves()", count_legal_moves>(
          "How many legal moves there are: what ``board.legal_moves.count()`` gives, by the shortest way."),
  });
}

bool add_move_generators(PyObject* module) {
  constexpr unsigned long Flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC;
  TypeBuilder legal("bitrook.LegalMoveGenerator", sizeof(GeneratorObject), Flags);
  legal
      .doc("LegalMoveGenerator(board)",
           "The legal moves of a board: a view that follows it. It can be iterated (over the moves of that moment, so\n"
           "pushing meanwhile is safe), asked for a move with ``in``, counted, indexed and sliced, and is true if\n"
           "there is a move. The order of the moves is python-chess's, and a promise.")
      .constructor<"LegalMoveGenerator(board)", make_generator<Kind::Legal>>()
      .methods({
          method<"uci()", uci>("The moves' UCI texts, as a list, in one go."),
          method<"san()", san>("The moves' SAN texts, as a list, in one go."),
          method<"words(out=None)", words>(
              "The moves' 16-bit words (see Move.word) in the machine's byte order: as bytes, or written to the\n"
              "writable buffer *out*; then the number of moves is returned. ValueError if *out* is too short."),
      });
  TypeBuilder pseudo_legal("bitrook.PseudoLegalMoveGenerator", sizeof(GeneratorObject), Flags);
  pseudo_legal
      .doc("PseudoLegalMoveGenerator(board)",
           "The moves of a board that are legal but for leaving the king in check: otherwise as LegalMoveGenerator.")
      .constructor<"PseudoLegalMoveGenerator(board)", make_generator<Kind::PseudoLegal>>();
  legal_move_generator_type = finish<Kind::Legal>(legal).build(module);
  pseudo_legal_move_generator_type = finish<Kind::PseudoLegal>(pseudo_legal).build(module);
  return legal_move_generator_type && pseudo_legal_move_generator_type;
}

}  // namespace bitrook::bindings
