// The type Layout and Board.layout(): the exact words of each layout and view, named, and as a buffer.
#include "bindings/layout.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/errors.hpp"
#include "bitrook/base/diagram.hpp"
#include "bitrook/position/placement/views.hpp"

namespace bitrook::bindings {

namespace {

using placement::Classical;
using placement::Dense;
using placement::Indexed;
using placement::Quad;
using Names = std::span<const std::string_view>;

struct Kind {
  std::string_view name;
  Names names;  // of its words; the square list has bytes, one a square
};
constexpr Kind Kinds[] = {{"classical", Classical::WordNames},
                          {"indexed", Indexed::WordNames},
                          {"dense", Dense::WordNames},
                          {"quad", Quad::WordNames},
                          {"squares", {}}};

struct LayoutObject {
  PyObject ob_base;
  const Kind* kind;
  Dense placement;  // whatever the kind, so that it can become any other
  union {
    Bitboard words[16];
    Piece squares[64];
  };
  Py_ssize_t shape;
};

LayoutObject& layout_of(PyObject* self) { return *reinterpret_cast<LayoutObject*>(self); }
bool is_square_list(const LayoutObject& l) { return l.kind->names.empty(); }

PyObject* make(const Dense& placement, std::string_view name) {
  const auto kind = std::find_if(std::begin(Kinds), std::end(Kinds), [name](const Kind& k) { return k.name == name; });
  if (kind == std::end(Kinds)) {
    return raise(PyExc_ValueError, "a layout is classical, indexed, dense, quad or squares", name);
  }
  auto* layout = PyObject_New(LayoutObject, layout_type);
  if (!layout) return nullptr;
  layout->kind = kind;
  layout->placement = placement;
  const auto store = [layout](const auto& words) { std::copy(words.begin(), words.end(), layout->words); };
  switch (kind - Kinds) {
    case 0:
      store(placement::converted<Classical>(placement).words());
      break;
    case 1:
      store(placement::converted<Indexed>(placement).words());
      break;
    case 2:
      store(placement.words());
      break;
    case 3:
      store(placement::quad_of(placement).words());
      break;
    default:
      std::ranges::copy(placement::square_list_of(placement), layout->squares);
  }
  layout->shape = is_square_list(*layout) ? 64 : Py_ssize_t(kind->names.size());
  return reinterpret_cast<PyObject*>(layout);
}

void dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

PyObject* element(const LayoutObject& l, Py_ssize_t i) {
  return is_square_list(l) ? to_python(index(l.squares[i])) : to_python(l.words[i]);
}

// The word of that name, or null without an exception.
PyObject* named(const LayoutObject& l, PyObject* name) {
  std::string_view text;
  if (!PyUnicode_Check(name) || !load(name, text, "name")) {
    PyErr_Clear();
    return nullptr;
  }
  const auto found = std::ranges::find(l.kind->names, text);
  return found == l.kind->names.end() ? nullptr : element(l, found - l.kind->names.begin());
}

// ---- Reading.

PyObject* name(LayoutObject& l) { return to_python(l.kind->name); }
PyObject* names(LayoutObject& l) {
  PyObject* tuple = PyTuple_New(Py_ssize_t(l.kind->names.size()));
  for (std::size_t i = 0; tuple && i < l.kind->names.size(); ++i) {
    PyObject* text = to_python(l.kind->names[i]);
    if (!text) Py_CLEAR(tuple);
    if (tuple) PyTuple_SET_ITEM(tuple, Py_ssize_t(i), text);
  }
  return tuple;
}
Piece piece_at(LayoutObject& l, Square square) { return l.placement.piece_at(square); }
PyObject* converted(LayoutObject& l, std::string_view name) { return make(l.placement, name); }

Py_ssize_t length(PyObject* self) { return layout_of(self).shape; }
PyObject* item(PyObject* self, Py_ssize_t i) {
  const LayoutObject& l = layout_of(self);
  if (i < 0 || i >= l.shape) {
    PyErr_Format(PyExc_IndexError, "this layout has %zd elements: %zd", l.shape, i);
    return nullptr;
  }
  return element(l, i);
}
PyObject* iterate(PyObject* self) { return PySeqIter_New(self); }
PyObject* subscript(PyObject* self, PyObject* key) {
  const LayoutObject& l = layout_of(self);
  if (PyUnicode_Check(key)) {
    PyObject* word = named(l, key);
    if (!word) PyErr_SetObject(PyExc_KeyError, key);
    return word;
  }
  std::int64_t i = 0;
  if (!load_index(key, i, "index")) return nullptr;
  return item(self, Py_ssize_t(i < 0 && i >= -l.shape ? i + l.shape : i));
}
PyObject* get_named(PyObject* self, PyObject* attribute) {
  PyObject* found = PyObject_GenericGetAttr(self, attribute);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  found = named(layout_of(self), attribute);
  if (!found) {
    PyErr_Restore(type, value, trace);
    return nullptr;
  }
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return found;
}
PyObject* word_by_name(PyObject* self, PyObject* attribute) { return get_named(self, attribute); }

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  LayoutObject& l = layout_of(self);
  const Py_ssize_t itemsize = is_square_list(l) ? 1 : 8;
  if (PyBuffer_FillInfo(view, self, l.words, l.shape * itemsize, 1, flags) < 0) return -1;
  view->itemsize = itemsize;
  view->format = flags & PyBUF_FORMAT ? const_cast<char*>(itemsize == 1 ? "B" : "Q") : nullptr;
  if (flags & PyBUF_ND) view->shape = &l.shape;
  if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) view->strides = &view->itemsize;
  return 0;
}

PyObject* compare(PyObject* a, PyObject* b, int op) {
  if ((op != Py_EQ && op != Py_NE) || Py_TYPE(b) != layout_type) return ask_the_other();
  const LayoutObject &x = layout_of(a), &y = layout_of(b);
  return to_python((x.kind == y.kind && x.placement == y.placement) == (op == Py_EQ));
}
Py_hash_t hash(PyObject* self) {
  std::uint64_t mixed = std::uint64_t(layout_of(self).kind - Kinds);
  for (const Bitboard word : layout_of(self).placement.words()) mixed = (mixed ^ word.word()) * 0x9E3779B97F4A7C15u;
  return Py_hash_t(mixed >> 1);
}

// ---- Showing.

PyObject* repr(PyObject* self) {
  const LayoutObject& l = layout_of(self);
  std::string text("<Layout ");
  text += l.kind->name;
  for (std::size_t i = 0; i < l.kind->names.size(); ++i) {
    char word[24];
    PyOS_snprintf(word, sizeof word, "=%#llx", static_cast<unsigned long long>(l.words[i].word()));
    text += ' ';
    text += l.kind->names[i];
    text += word;
  }
  return to_python(std::string_view(text + ">"));
}

PyObject* str(PyObject* self) {
  const LayoutObject& l = layout_of(self);
  std::string text;
  if (is_square_list(l)) {
    for (unsigned i = 0; i < 64; ++i) {
      const unsigned number = index(l.squares[i ^ 56]);
      if (number < 10) text += ' ';
      text += std::to_string(number);
      if (i < 63) text += i % 8 == 7 ? '\n' : ' ';
    }
    return to_python(std::string_view(text));
  }
  constexpr std::size_t InARow = 4;
  for (std::size_t i = 0; i < l.kind->names.size(); i += InARow) {
    std::vector<TitledBoard> row;
    for (std::size_t k = i; k < std::min(i + InARow, l.kind->names.size()); ++k) {
      row.push_back({std::string(l.kind->names[k]), l.words[k]});
    }
    if (i) text += "\n\n";
    text += side_by_side(row, {});
  }
  return to_python(std::string_view(text));
}

// Of a board's placement, whichever layout the house lives in.
PyObject* layout(const Position& p, std::string_view name) {
  return make(placement::converted<Dense>(p.placement()), name);
}

}  // namespace

bool add_layout(PyObject* module) {
  layout_type =
      TypeBuilder("bitrook.Layout", sizeof(LayoutObject), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION)
          .doc("",
               "Where the pieces stood when Board.layout() was asked, as one board layout stores it.\n\n"
               "Its words have names: layout.white_pawns, layout['white_pawns'] or, in their order, layout[0]. As a\n"
               "buffer it is the words themselves: memoryview(layout) has format 'Q', numpy.asarray(layout) dtype\n"
               "uint64, without a copy. The layout 'squares' has 64 bytes instead (format 'B'), a1 first: 0 for an\n"
               "empty square, else twice the piece type, plus one for Black. Immutable and hashable; str() shows the\n"
               "boards.")
          .slot(Py_tp_dealloc, dealloc)
          .slot(Py_tp_getattro, guarded<get_named>)
          .slot(Py_tp_repr, guarded<repr>)
          .slot(Py_tp_str, guarded<str>)
          .slot(Py_tp_richcompare, compare)
          .slot(Py_tp_hash, hash)
          .slot(Py_tp_iter, iterate)
          .slot(Py_sq_length, length)
          .slot(Py_sq_item, guarded<item>)
          .slot(Py_mp_length, length)
          .slot(Py_mp_subscript, guarded<subscript>)
          .slot(Py_bf_getbuffer, get_buffer)
          .attributes({attribute<"name", name>("classical, indexed, dense, quad or squares."),
                       attribute<"names", names>("The names of the words, in their order.")})
          .methods({
              method<"piece_at(square)", piece_at>("The piece on *square*, or None."),
              method<"converted(name)", converted>("The same pieces in another layout. ValueError if there is none."),
              method<"__getattr__(name, /)", word_by_name>("The word of that name."),
          })
          .build(module);
  return layout_type != nullptr;
}

void add_board_layout(TypeBuilder& base_board, TypeBuilder&) {
  base_board.methods({method<"layout(name)", layout>(
      "The placement as a board layout stores it: 'classical' (twelve sets by name and three derived ones),\n"
      "'indexed' (fourteen sets in an array, then occupied and empty), 'dense' (two sets by color and six by type);\n"
      "or as one of two further views, 'quad' (four words, the digits of the piece on each square) and 'squares'\n"
      "(a list of 64). A copy, as things stand now. Raises ValueError for another name.")});
}

}  // namespace bitrook::bindings
