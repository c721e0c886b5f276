// The class _Book for Python: look-ups in a Polyglot book.
#include "bindings/book/book.hpp"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/convert.hpp"
#include "bindings/support/object.hpp"
#include "bitrook/book/writer.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/position/zobrist.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using book::Book;
using book::Entry;

py::object to_tuple(const Entry& entry, Move move) {
  return steal(Py_BuildValue("KHHIN", static_cast<unsigned long long>(entry.key), entry.move, entry.weight, entry.learn,
                             to_python(move)));
}

py::list list_entries(const BookObject& object, std::size_t first, std::size_t last) {
  const Book& book = *object.book;
  py::list list;
  for (std::size_t i = first; i < std::min(last, book.size()); ++i) {
    const Entry entry = book[i];
    list.append(to_tuple(entry, book::decode_move(entry.move)));
  }
  return list;
}

// The number of runs of equal keys, which is the number of positions if the book is sorted.
std::size_t position_count(const BookObject& object) {
  const Book& book = *object.book;
  std::size_t count = 0;
  for (std::size_t i = 0; i < book.size(); ++i) count += i == 0 || book[i].key != book[i - 1].key;
  return count;
}

// Returns the entries of a key whose weight is at least `minimum_weight`. If `board` is a Board, the key is that of its
// position, and entries whose move is illegal are skipped.
py::list find_entries(const BookObject& object, const py::object& board, std::uint64_t key, double minimum_weight) {
  const Book& book = *object.book;
  Position position;
  const bool has_board = is_board(board.ptr());
  if (has_board) {
    position = position_argument(board.ptr());
    key = position.key();
  }
  py::list list;
  for (std::size_t i = book.lower_bound(key); i < book.size(); ++i) {
    const Entry entry = book[i];
    if (entry.key != key) break;
    if (entry.weight < minimum_weight) continue;
    const Move move = has_board ? book::decode_move(entry.move, position) : book::decode_move(entry.move);
    if (!has_board || is_legal(position, move)) list.append(to_tuple(entry, move));
  }
  return list;
}

std::size_t entry_count(const BookObject& object) { return object.book->size(); }
std::size_t lower_bound(const BookObject& object, std::uint64_t key) { return object.book->lower_bound(key); }

// `path` is the file name in the file system's encoding, `name` the one that error messages show.
BookObject open(const py::bytes& path, const py::object& name) {
  BookObject object;
  if (const int error = object.book->open(std::string(path).c_str()); error != 0) {
    errno = error;
    PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name.ptr());
    throw py::error_already_set();
  }
  return object;
}

py::tuple random_array() {
  const auto& numbers = zobrist::detail::Polyglot;
  py::tuple tuple(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) tuple[i] = py::int_(numbers[i]);
  return tuple;
}

bool is_whole(const BookObject& object) { return object.book->is_whole(); }
bool is_in_order(const BookObject& object) { return is_sorted(*object.book); }

}  // namespace

void define_book(py::module_& m) {
  ObjectType<BookObject> type("bitrook._Book");
  type.slot<bound_length<entry_count>>(Py_sq_length);
  type.methods({
      bound<"is_whole()", is_whole>(),
      bound<"is_sorted()", is_in_order>(),
      bound<"position_count()", position_count>(),
      bound<"entries(first, last)", list_entries>(),
      bound<"lower_bound(key)", lower_bound>(),
      bound<"find(board, key, minimum_weight)", find_entries>(),
  });
  type.build(m);
  add_functions(m.ptr(), {bound<"_book(path, name)", open>(), bound<"_polyglot_random_array()", random_array>()});
}

}  // namespace bitrook::bindings
