// Polyglot books for Python: the classes _Book and _BookMaker, and _merge_books().
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "bindings/data/table.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/gil.hpp"
#include "bindings/support/in_use.hpp"
#include "bitrook/book/book.hpp"
#include "bitrook/book/maker.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/pgn/start.hpp"
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

py::list list_entries(const Book& book, std::size_t first, std::size_t last) {
  py::list list;
  for (std::size_t i = first; i < std::min(last, book.size()); ++i) {
    const Entry entry = book[i];
    list.append(to_tuple(entry, book::decode_move(entry.move)));
  }
  return list;
}

// The number of runs of equal keys, which is the number of positions if the book is sorted.
std::size_t position_count(const Book& book) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < book.size(); ++i) count += i == 0 || book[i].key != book[i - 1].key;
  return count;
}

// Returns the entries of a key whose weight is at least `minimum_weight`. If `board` is a Board, the key is that of its
// position, and entries whose move is illegal are skipped.
py::list find_entries(const Book& book, const py::object& board, std::uint64_t key, double minimum_weight) {
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

std::shared_ptr<Book> open(const FilePath& path) {
  auto book = std::make_shared<Book>();
  if (const int error = book->open(path.bytes.c_str())) path.raise(error);
  return book;
}

// ---- Making and merging books.

using book::Maker;
using data::Column;

struct MakerObject {
  std::unique_ptr<Maker> maker;
  std::unique_ptr<std::atomic<bool>> used = std::make_unique<std::atomic<bool>>();
};

// Must be held while a thread uses a maker without the GIL.
InUse in_use(const MakerObject& object) { return InUse(*object.used, "this book maker is"); }

// Throws OSError unless `error`, an `errno` value, is 0.
void require_written(int error) {
  if (error == 0) return;
  errno = error;
  PyErr_SetFromErrno(PyExc_OSError);
  throw py::error_already_set();
}

// The columns of a table of games that a book is made from, in this order.
enum Part : std::size_t { Moves, Result, Fen, Variant, WhiteElo, BlackElo, PartCount };
constexpr std::array<data::Type, PartCount> Types{data::Type::ListInt16, data::Type::Int8,  data::Type::String,
                                                  data::Type::String,    data::Type::Int16, data::Type::Int16};

std::span<const std::int16_t> moves_of(const Column& column, std::size_t row) {
  const auto at = column.offsets().as<std::int32_t>();
  return column.items().data().as<std::int16_t>().subspan(std::size_t(at[row]), std::size_t(at[row + 1] - at[row]));
}

// Whether the rating of a player is in the range. A missing rating counts as 0.
bool is_in_range(const Column& ratings, std::size_t row, int low, int high) {
  const int rating = ratings.is_null(row) ? 0 : ratings.data().as<std::int16_t>()[row];
  return low <= rating && rating <= high;
}

int add_row(Maker& maker, const std::vector<Column>& columns, std::size_t row, int low, int high) {
  const Column &fens = columns[Fen], &variants = columns[Variant];
  const auto value = [row](const Column& c) { return c.is_null(row) ? std::nullopt : std::optional(c.text(row)); };
  pgn::StartPosition start;
  if (columns[Moves].is_null(row) || pgn::read_start(value(variants), value(fens), start)) return 0;
  if (!std::holds_alternative<Position>(start)) return 0;  // keys of books are those of standard chess
  const int result = columns[Result].is_null(row) ? 0 : columns[Result].data().as<std::int8_t>()[row];
  std::array<bool, 2> counted{};
  counted[index(Color::White)] = is_in_range(columns[WhiteElo], row, low, high);
  counted[index(Color::Black)] = is_in_range(columns[BlackElo], row, low, high);
  return maker.add_game(std::get<Position>(start), moves_of(columns[Moves], row), result, counted);
}

void add(MakerObject& object, const TableObject& given, int low, int high) {
  const std::shared_ptr<const data::Table> table = given.table;
  if (table->fields.size() != PartCount) throw py::value_error("the table does not have the columns for a book");
  for (std::size_t i = 0; i < PartCount; ++i)
    if (table->fields[i].type != Types[i]) throw py::value_error("the table does not have the columns for a book");
  const InUse used = in_use(object);
  require_written(call_without_gil([&] {
    int error = 0;
    for (std::size_t row = 0; row < table->rows() && error == 0; ++row)
      error = add_row(*object.maker, table->columns, row, low, high);
    return error;
  }));
}

std::uint64_t finish(MakerObject& object, const FilePath& path) {
  const InUse used = in_use(object);
  book::Writer writer(path.bytes);
  require_written(call_without_gil([&] { return object.maker->finish(writer); }));
  return writer.entries();
}

MakerObject make(unsigned max_ply, std::uint32_t min_games, const py::object& weighting, bool white, bool black,
                 std::size_t memory, const FilePath& directory) {
  book::MakerOptions options{
      max_ply, min_games, enum_named<book::Weighting>(book::WeightingNames, weighting, "weighting"), {}};
  options.colors[index(Color::White)] = white;
  options.colors[index(Color::Black)] = black;
  auto counts = book::Counts::make(memory, directory.bytes);
  if (!counts) throw std::bad_alloc();
  return {std::make_unique<Maker>(options, std::move(counts))};
}

std::uint64_t merge(const std::vector<std::shared_ptr<book::Book>>& books, const FilePath& path) {
  std::vector<const book::Book*> sources;
  for (const auto& book : books) {
    if (!book) throw py::type_error("books must contain only _Book objects");
    sources.push_back(book.get());
  }
  book::Writer writer(path.bytes);
  require_written(call_without_gil([&] { return book::merge(sources, writer); }));
  return writer.entries();
}

std::size_t files(const MakerObject& object) {
  const InUse used = in_use(object);
  return object.maker->counts().files();
}

}  // namespace

void define_book(py::module_& m) {
  py::class_<Book, std::shared_ptr<Book>>(m, "_Book", py::is_final(), not_instantiable)
      .def("__len__", [](const Book& b) { return b.size(); })
      .def("is_whole", [](const Book& b) { return b.is_whole(); })
      .def("is_sorted", &book::is_sorted)
      .def("position_count", &position_count)
      .def("entries", &list_entries, "first"_a, "last"_a)
      .def("lower_bound", &Book::lower_bound, "key"_a)
      .def("find", &find_entries, "board"_a, "key"_a, "minimum_weight"_a);
  m.def("_book", &open, "path"_a);
  m.def("_polyglot_random_array", [] { return py::tuple(py::cast(zobrist::detail::Polyglot)); });
  py::class_<MakerObject>(m, "_BookMaker", py::is_final(), not_instantiable)
      .def("add", &add, "table"_a, "min_rating"_a, "max_rating"_a)
      .def("finish", &finish, "path"_a)
      .def("files", &files);

  m.def("_book_maker", &make, py::kw_only(), "max_ply"_a, "min_games"_a, "weighting"_a, "white"_a, "black"_a,
        "memory"_a, "directory"_a);
  m.def("_merge_books", &merge, "books"_a, "path"_a);
}

}  // namespace bitrook::bindings
