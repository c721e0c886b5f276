// The class Layout: a piece placement in one of the five board layouts, with named words and the buffer protocol.
#include "bindings/layouts.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "bindings/support/errors.hpp"
#include "bindings/support/object.hpp"
#include "bindings/support/python_method.hpp"
#include "bitrook/base/diagram.hpp"
#include "bitrook/position/placement/views.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using placement::Classical;
using placement::Dense;
using placement::Indexed;

using Words = std::array<Bitboard, 16>;  // enough for each layout

template <class To>
void store(const Dense& placement, Words& words) {
  std::ranges::copy(placement::converted<To>(placement).words(), words.begin());
}
void store_quad(const Dense& placement, Words& words) {
  std::ranges::copy(placement::quad_of(placement).words(), words.begin());
}
void store_no_words(const Dense&, Words&) {}

struct Kind {
  std::string_view name;
  std::span<const std::string_view> words;  // their names; empty for the mailbox, which consists of bytes
  void (*store)(const Dense&, Words&);
};
constexpr Kind Kinds[] = {{"classical", Classical::WordNames, store<Classical>},
                          {"indexed", Indexed::WordNames, store<Indexed>},
                          {"dense", Dense::WordNames, store<Dense>},
                          {"quad", placement::Quad::WordNames, store_quad},
                          {"squares", {}, store_no_words}};

class Layout {
 public:
  Layout(const Dense& placement, std::string_view name)
      : placement_(placement), kind_(std::ranges::find(Kinds, name, &Kind::name)) {
    if (kind_ == std::end(Kinds)) {
      raise(PyExc_ValueError, "name must be classical, indexed, dense, quad or squares", name);
      throw py::error_already_set();
    }
    kind_->store(placement, words_);
    squares_ = placement::mailbox_of(placement);
    shape_ = Py_ssize_t(size());
  }

  const Kind& kind() const { return *kind_; }
  bool is_mailbox() const { return kind_->words.empty(); }
  std::size_t size() const { return is_mailbox() ? 64 : kind_->words.size(); }
  Bitboard word(std::size_t i) const { return words_[i]; }
  Piece square(std::size_t i) const { return squares_[i]; }

  std::uint64_t operator[](std::size_t i) const { return is_mailbox() ? index(squares_[i]) : words_[i].word(); }
  std::optional<std::uint64_t> find(std::string_view name) const {
    const auto found = std::ranges::find(kind_->words, name);
    if (found == kind_->words.end()) return std::nullopt;
    return (*this)[std::size_t(found - kind_->words.begin())];
  }

  Piece piece_at(Square s) const { return placement_.piece_at(s); }
  Layout converted(std::string_view name) const { return {placement_, name}; }

  bool operator==(const Layout& other) const { return kind_ == other.kind_ && placement_ == other.placement_; }
  std::size_t hash() const {
    std::uint64_t mixed = std::uint64_t(kind_ - Kinds);
    for (const Bitboard word : placement_.words()) mixed = (mixed ^ word.word()) * 0x9E3779B97F4A7C15u;
    return std::size_t(mixed >> 1);
  }

  // The elements, for the buffer protocol.
  const Py_ssize_t* shape() const { return &shape_; }
  void* data() { return is_mailbox() ? static_cast<void*>(squares_.data()) : words_.data(); }
  Py_ssize_t item_size() const { return is_mailbox() ? 1 : 8; }

 private:
  Dense placement_;  // stored in addition to any layout, for conversions
  const Kind* kind_;
  Words words_;
  placement::Mailbox squares_;
  Py_ssize_t shape_;  // the number of elements
};

// ---- Access by index and by name.

Layout& layout_of(PyObject* object) { return reinterpret_cast<Object<Layout>*>(object)->value; }

PyObject* get_item(PyObject* self, PyObject* key) {
  const Layout& l = layout_of(self);
  std::string_view name;
  if (PyUnicode_Check(key)) {
    if (!load(key, name, "name")) return nullptr;
    if (const auto word = l.find(name)) return to_python(*word);
    PyErr_SetObject(PyExc_KeyError, key);
    return nullptr;
  }
  std::int64_t i = 0;
  if (!load_index(key, i, "index")) return nullptr;
  const auto size = std::int64_t(l.size());
  if (i < -size || i >= size) {
    return fail(PyExc_IndexError, "index %S is out of range for a layout of %zd elements", key, Py_ssize_t(size));
  }
  return to_python(l[std::size_t(i < 0 ? i + size : i)]);
}
PyObject* get_index(PyObject* self, Py_ssize_t i) { return get_item(self, py::int_(i).ptr()); }  // for iter()

PyObject* word_by_name(PyObject* self, PyObject* object) {
  std::string_view name;
  if (!load(object, name, "name")) return nullptr;
  if (const auto word = layout_of(self).find(name)) return to_python(*word);
  return fail(PyExc_AttributeError, "'bitrook.Layout' object has no attribute '%U'", object);
}

// Looks up an attribute, or else a word with this name.
PyObject* attribute_or_word(PyObject* self, PyObject* name) {
  PyObject* found = PyObject_GenericGetAttr(self, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  PyErr_Clear();
  return word_by_name(self, name);
}

PyObject* names(PyObject* self) {
  const auto words = layout_of(self).kind().words;
  return new_tuple(words.size(), [&](std::size_t i) { return to_python(words[i]); });
}
Piece piece_at(PyObject* self, Square square) { return layout_of(self).piece_at(square); }
PyObject* convert(PyObject* self, std::string_view name) {
  return new_object(layout_of(self).converted(name)).release().ptr();
}

// ---- Slots.

Py_ssize_t length(PyObject* self) { return Py_ssize_t(layout_of(self).size()); }
Py_hash_t hash(PyObject* self) { return Py_hash_t(layout_of(self).hash()); }

PyObject* compare(PyObject* a, PyObject* b, int operation) {
  const Layout* other = held<Layout>(b);
  if (!other || (operation != Py_EQ && operation != Py_NE)) return not_implemented();
  return to_python((layout_of(a) == *other) == (operation == Py_EQ));
}

int export_buffer(PyObject* self, Py_buffer* view, int flags) {
  static char bytes[] = "B", words[] = "Q";
  Layout& l = layout_of(self);
  if (PyBuffer_FillInfo(view, self, l.data(), Py_ssize_t(l.size()) * l.item_size(), 1, flags) < 0) return -1;
  view->itemsize = l.item_size();
  if (flags & PyBUF_FORMAT) view->format = l.is_mailbox() ? bytes : words;
  if (flags & PyBUF_ND) view->shape = const_cast<Py_ssize_t*>(l.shape());
  return 0;
}

// ---- Text.

PyObject* repr(PyObject* self) {
  const Layout& l = layout_of(self);
  std::string text("<Layout ");
  text += l.kind().name;
  for (std::size_t i = 0; i < l.kind().words.size(); ++i) {
    char word[24];
    PyOS_snprintf(word, sizeof word, "=%#llx", static_cast<unsigned long long>(l.word(i).word()));
    text += ' ';
    text += l.kind().words[i];
    text += word;
  }
  return to_python(std::string_view(text + ">"));
}

PyObject* str(PyObject* self) {
  const Layout& l = layout_of(self);
  std::string text;
  if (l.is_mailbox()) {
    for (unsigned i = 0; i < 64; ++i) {
      const unsigned number = index(l.square(i ^ 56));
      if (number < 10) text += ' ';
      text += std::to_string(number);
      if (i < 63) text += i % 8 == 7 ? '\n' : ' ';
    }
    return to_python(std::string_view(text));
  }
  constexpr std::size_t PerRow = 4;
  const auto words = l.kind().words;
  for (std::size_t i = 0; i < words.size(); i += PerRow) {
    std::vector<TitledBoard> row;
    for (std::size_t k = i; k < std::min(i + PerRow, words.size()); ++k) {
      row.push_back({std::string(words[k]), l.word(k)});
    }
    if (i) text += "\n\n";
    text += side_by_side(row, {});
  }
  return to_python(std::string_view(text));
}

std::string_view name(PyObject* self) { return layout_of(self).kind().name; }

}  // namespace

PyObject* layout(const Position& p, std::string_view name) {
  return new_object(Layout(placement::converted<Dense>(p.placement()), name)).release().ptr();
}

void define_layouts(py::module_& m) {
  ObjectType<Layout> type(
      "bitrook.Layout",
      R"(A copy of a board's piece placement in one of the board layouts, as returned by Board.layout().

      The words have names: layout.white_pawns and layout['white_pawns'] are the same int, and layout[0]
      is the first word. A layout supports the buffer protocol: memoryview(layout) is a read-only view of
      the words with the format 'Q', and numpy.asarray(layout) is an array of dtype uint64 that shares
      their memory. The layout 'squares' has 64 bytes instead (format 'B'), from a1 to h8: 0 for an empty
      square, otherwise twice the piece type, plus 1 for Black. Layouts are immutable and hashable. str()
      draws the words as boards.)");
  type.attributes({
      attribute<"name", name>("The name of the layout: classical, indexed, dense, quad or squares."),
      attribute<"names", names>("The names of the words, in order, as a tuple."),
  });
  type.methods({
      method<"piece_at(square)", piece_at>(R"(Return the piece on *square*, or None.

      :raises IndexError: unless *square* is in 0..63.)"),
      method<"converted(name)", convert>(R"(Return the same placement in the layout *name*.

      :raises ValueError: if there is no such layout.)"),
      method<"__getattr__(name, /)", word_by_name>("Return the word with that name."),
      python_method<"_repr_svg_()", "layout_svg">(
          "Return a picture for notebooks: the words as a row of named boards, or the pieces for 'squares'."),
  });
  type.slot<attribute_or_word>(Py_tp_getattro)
      .slot<get_item>(Py_mp_subscript)
      .slot<get_index>(Py_sq_item)
      .slot<length>(Py_sq_length)
      .slot<PySeqIter_New>(Py_tp_iter)
      .slot<compare>(Py_tp_richcompare)
      .slot<hash>(Py_tp_hash)
      .slot<repr>(Py_tp_repr)
      .slot<str>(Py_tp_str)
      .slot<export_buffer>(Py_bf_getbuffer);
  type.build(m);
}

}  // namespace bitrook::bindings
