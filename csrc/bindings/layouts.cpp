// The class Layout: a piece placement in one of the five board layouts, with named words and the buffer protocol.
#include "bindings/layouts.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "bindings/support/casters.hpp"
#include "bindings/support/classes.hpp"
#include "bindings/support/errors.hpp"
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
  }

  const Kind& kind() const { return *kind_; }
  bool is_mailbox() const { return kind_->words.empty(); }
  std::size_t size() const { return is_mailbox() ? 64 : kind_->words.size(); }
  Bitboard word(std::size_t i) const { return words_[i]; }
  Piece square(std::size_t i) const { return squares_[i]; }

  py::int_ operator[](std::size_t i) const { return is_mailbox() ? index(squares_[i]) : words_[i].word(); }
  std::optional<py::int_> find(std::string_view name) const {
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

  py::buffer_info buffer() {
    if (is_mailbox()) {
      return {squares_.data(), 1, "B", 1, {py::ssize_t(64)}, {py::ssize_t(1)}, /*readonly=*/true};
    }
    return {words_.data(), 8, "Q", 1, {py::ssize_t(size())}, {py::ssize_t(8)}, /*readonly=*/true};
  }

 private:
  Dense placement_;  // stored in addition to any layout, for conversions
  const Kind* kind_;
  Words words_;
  placement::Mailbox squares_;
};

// ---- Access by index and by name.

// Returns the word named `name`, or nothing if `name` is not a str or not the name of a word.
std::optional<py::int_> find(const Layout& l, const py::object& name) {
  return py::isinstance<py::str>(name) ? l.find(argument<std::string_view>(name, "name")) : std::nullopt;
}

py::int_ get_item(const Layout& l, const py::object& key) {
  if (py::isinstance<py::str>(key)) {
    if (const auto word = find(l, key)) return *word;
    PyErr_SetObject(PyExc_KeyError, key.ptr());
    throw py::error_already_set();
  }
  std::int64_t i = 0;
  if (!load_index(key.ptr(), i, "index")) throw py::error_already_set();
  const auto size = std::int64_t(l.size());
  if (i < -size || i >= size) {
    throw py::index_error("index " + std::string(py::str(key)) + " is out of range for a layout of " +
                          std::to_string(size) + " elements");
  }
  return l[std::size_t(i < 0 ? i + size : i)];
}

py::int_ word_by_name(const Layout& l, const py::object& name) {
  if (!py::isinstance<py::str>(name)) {  // only if __getattr__ is called directly
    not_a("a str", name.ptr(), "name");
    throw py::error_already_set();
  }
  if (const auto word = find(l, name)) return *word;
  PyErr_Format(PyExc_AttributeError, "'bitrook.Layout' object has no attribute '%U'", name.ptr());
  throw py::error_already_set();
}

py::tuple names(const Layout& l) {
  py::tuple names(l.kind().words.size());
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = py::str(l.kind().words[i]);
  return names;
}

// ---- Text.

std::string repr(const Layout& l) {
  std::string text("<Layout ");
  text += l.kind().name;
  for (std::size_t i = 0; i < l.kind().words.size(); ++i) {
    char word[24];
    PyOS_snprintf(word, sizeof word, "=%#llx", static_cast<unsigned long long>(l.word(i).word()));
    text += ' ';
    text += l.kind().words[i];
    text += word;
  }
  return text + ">";
}

std::string str(const Layout& l) {
  std::string text;
  if (l.is_mailbox()) {
    for (unsigned i = 0; i < 64; ++i) {
      const unsigned number = index(l.square(i ^ 56));
      if (number < 10) text += ' ';
      text += std::to_string(number);
      if (i < 63) text += i % 8 == 7 ? '\n' : ' ';
    }
    return text;
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
  return text;
}

}  // namespace

PyObject* layout(const Position& p, std::string_view name) {
  return py::cast(Layout(placement::converted<Dense>(p.placement()), name)).release().ptr();
}

void define_layouts(py::module_& m) {
  py::class_<Layout> type(
      m, "Layout", py::buffer_protocol(), py::is_final(),
      "A copy of a board's piece placement in one of the board layouts, as returned by Board.layout().\n\n"
      "The words have names: layout.white_pawns and layout['white_pawns'] are the same int, and layout[0]\n"
      "is the first word. A layout supports the buffer protocol: memoryview(layout) is a read-only view of\n"
      "the words with the format 'Q', and numpy.asarray(layout) is an array of dtype uint64 that shares\n"
      "their memory. The layout 'squares' has 64 bytes instead (format 'B'), from a1 to h8: 0 for an empty\n"
      "square, otherwise twice the piece type, plus 1 for Black. Layouts are immutable and hashable. str()\n"
      "draws the words as boards.");
  type.def_buffer(&Layout::buffer)
      .def_property_readonly(
          "name", [](const Layout& l) { return l.kind().name; },
          "The name of the layout: classical, indexed, dense, quad or squares.")
      .def_property_readonly("names", names, "The names of the words, in order, as a tuple.")
      .def(
          "piece_at",
          [](const Layout& l, const py::object& square) { return l.piece_at(argument<Square>(square, "square")); },
          "Return the piece on *square*, or None.\n\n:raises IndexError: unless *square* is in 0..63.",
          py::arg("square"))
      .def(
          "converted",
          [](const Layout& l, const py::object& name) { return l.converted(argument<std::string_view>(name, "name")); },
          "Return the same placement in the layout *name*.\n\n:raises ValueError: if there is no such layout.",
          py::arg("name"))
      .def("__getattr__", word_by_name, "Return the word with that name.", py::arg("name"), py::pos_only())
      .def("__getitem__", get_item, "Return the word with that index or name.", py::arg("key"), py::pos_only())
      // A lambda that takes a reference, because a pointer to a member function would accept None as the object.
      .def(
          "__len__", [](const Layout& l) { return l.size(); }, "Return the number of words, or 64 for 'squares'.")
      .def("__iter__",
           [](const py::object& self) { return py::reinterpret_steal<py::object>(PySeqIter_New(self.ptr())); })
      .def(
          "__eq__", [](const Layout& a, const Layout& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Layout& l) { return l.hash(); })
      .def("__repr__", repr)
      .def("__str__", str)
      .def(
          "_repr_svg_",
          [](const py::object& self) {
            PyObject* picture = call_python_part<"layout_svg">(self.ptr());
            if (!picture) throw py::error_already_set();
            return py::reinterpret_steal<py::object>(picture);
          },
          "Return a picture for notebooks: the words as a row of named boards, or the pieces for 'squares'.");
  seal(type);
}

}  // namespace bitrook::bindings
