// The class Layout: a piece placement in one of the five board layouts, with named words and the buffer protocol.
#include "bindings/layouts.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "bindings/support/errors.hpp"
#include "bindings/support/object_of.hpp"
#include "bindings/support/python_method.hpp"
#include "bitrook/base/diagram.hpp"
#include "bitrook/position/placement/views.hpp"

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
    if (kind_ == std::end(Kinds))
      throw_python_error(raise(PyExc_ValueError, "name must be classical, indexed, dense, quad or squares", name));
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

  // Exports the elements, read-only.
  int export_to(Py_buffer* view, PyObject* self, int flags) {
    static char bytes[] = "B", words[] = "Q";
    static_assert(sizeof(Bitboard) == 8 && sizeof(Piece) == 1);
    void* data = is_mailbox() ? static_cast<void*>(squares_.data()) : words_.data();
    if (PyBuffer_FillInfo(view, self, data, shape_ * (is_mailbox() ? 1 : 8), 1, flags) < 0) return -1;
    view->itemsize = is_mailbox() ? 1 : 8;
    if (flags & PyBUF_FORMAT) view->format = is_mailbox() ? bytes : words;
    if (flags & PyBUF_ND) view->shape = &shape_;
    return 0;
  }

 private:
  Dense placement_;  // stored in addition to any layout, for conversions
  const Kind* kind_;
  Words words_;
  placement::Mailbox squares_;
  Py_ssize_t shape_;  // the number of elements
};

const Layout& layout_of(PyObject* self) { return ObjectOf<Layout>::get(self); }

// ---- Access by index and by name.

PyObject* item(PyObject* self, PyObject* key) {
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
  const auto size = Py_ssize_t(l.size());
  if (i < -size || i >= size) {
    return fail(PyExc_IndexError, "index %S is out of range for a layout of %zd elements", key, size);
  }
  return to_python(l[std::size_t(i < 0 ? i + size : i)]);
}

// For iter(), which counts up to the first IndexError.
PyObject* item_of_sequence(PyObject* self, Py_ssize_t i) {
  const Layout& l = layout_of(self);
  if (i >= 0 && std::size_t(i) < l.size()) return to_python(l[std::size_t(i)]);
  return fail(PyExc_IndexError, "index %zd is out of range for a layout of %zd elements", i, Py_ssize_t(l.size()));
}

PyObject* word_by_name(PyObject* self, PyObject* object) {
  std::string_view name;
  if (!load(object, name, "name")) return nullptr;
  if (const auto word = layout_of(self).find(name)) return to_python(*word);
  return fail(PyExc_AttributeError, "'bitrook.Layout' object has no attribute '%S'", object);
}

// Looks up an attribute, or else a word with this name.
PyObject* attribute_or_word(PyObject* self, PyObject* name) {
  PyObject* found = PyObject_GenericGetAttr(self, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  PyErr_Clear();
  return word_by_name(self, name);
}

PyObject* names(const Layout& l) {
  const auto words = l.kind().words;
  return new_tuple(words.size(), [&](std::size_t i) { return to_python(words[i]); });
}
std::string_view name(const Layout& l) { return l.kind().name; }
PyObject* converted(const Layout& l, std::string_view name) { return ObjectOf<Layout>::make(l.converted(name)); }

// ---- Slots.

Py_ssize_t length(PyObject* self) { return Py_ssize_t(layout_of(self).size()); }
Py_hash_t hash(PyObject* self) { return Py_hash_t(layout_of(self).hash()); }

PyObject* compare(PyObject* a, PyObject* b, int operation) {
  if (!ObjectOf<Layout>::is(b) || (operation != Py_EQ && operation != Py_NE)) return not_implemented();
  return to_python((layout_of(a) == layout_of(b)) == (operation == Py_EQ));
}

int export_buffer(PyObject* self, Py_buffer* view, int flags) {
  return ObjectOf<Layout>::get(self).export_to(view, self, flags);
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

}  // namespace

template <>
struct Self<const Layout&> : SelfOf<Layout> {};

PyObject* layout(const Position& p, std::string_view name) {
  return ObjectOf<Layout>::make(Layout(placement::converted<Dense>(p.placement()), name));
}

void define_layouts(PyObject* module) {
  ObjectOf<Layout>::type =
      TypeBuilder("bitrook.Layout", sizeof(ObjectOf<Layout>), Immutable)
          .doc("",
               R"(A copy of a board's piece placement in one of the board layouts, as returned by Board.layout().

               The words have names: layout.white_pawns and layout['white_pawns'] are the same int, and layout[0]
               is the first word. A layout supports the buffer protocol: memoryview(layout) is a read-only view of
               the words with the format 'Q', and numpy.asarray(layout) is an array of dtype uint64 that shares
               their memory. The layout 'squares' has 64 bytes instead (format 'B'), from a1 to h8: 0 for an empty
               square, otherwise twice the piece type, plus 1 for Black. Layouts are immutable and hashable. str()
               draws the words as boards.)")
          .attributes({
              attribute<"name", name>("The name of the layout: classical, indexed, dense, quad or squares."),
              attribute<"names", names>("The names of the words, in order, as a tuple."),
          })
          .methods({
              method<"piece_at(square)", &Layout::piece_at>(R"(Return the piece on *square*, or None.

              :raises IndexError: unless *square* is in 0..63.)"),
              method<"converted(name)", converted>(R"(Return the same placement in the layout *name*.

              :raises ValueError: if there is no such layout.)"),
              method<"__getattr__(name, /)", word_by_name>("Return the word with that name."),
              python_method<"_repr_svg_()", "layout_svg">(
                  "Return a picture for notebooks: the words as a row of named boards, or the pieces for 'squares'."),
          })
          .slot<attribute_or_word>(Py_tp_getattro)
          .slot<item>(Py_mp_subscript)
          .slot<item_of_sequence>(Py_sq_item)
          .slot<length>(Py_sq_length)
          .slot<PySeqIter_New>(Py_tp_iter)
          .slot<compare>(Py_tp_richcompare)
          .slot<hash>(Py_tp_hash)
          .slot<repr>(Py_tp_repr)
          .slot<str>(Py_tp_str)
          .slot<export_buffer>(Py_bf_getbuffer)
          .slot<ObjectOf<Layout>::free>(Py_tp_dealloc)
          .build(module);
}

}  // namespace bitrook::bindings
