// The class _BookMaker for Python, which makes a Polyglot book from tables of games, and _merge_books().
#include "bitrook/book/maker.hpp"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <cerrno>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "bindings/book/book.hpp"
#include "bindings/data/table.hpp"
#include "bindings/support/gil.hpp"
#include "bindings/support/in_use.hpp"
#include "bitrook/pgn/start.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

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

MakerObject make(unsigned max_ply, std::uint32_t min_games, unsigned weighting, bool white, bool black,
                 std::size_t memory, const FilePath& directory) {
  book::MakerOptions options{max_ply, min_games, book::Weighting(weighting), {}};
  options.colors[index(Color::White)] = white;
  options.colors[index(Color::Black)] = black;
  auto counts = book::Counts::make(memory, directory.bytes);
  if (!counts) throw std::bad_alloc();
  return {std::make_unique<Maker>(options, std::move(counts))};
}

std::uint64_t merge(const py::list& books, const FilePath& path) {
  std::vector<std::shared_ptr<const book::Book>> kept;  // the list may change while the GIL is released
  for (const py::handle item : books) {
    const BookObject* object = held<BookObject>(item);
    if (!object) throw py::type_error("books must contain only _Book objects");
    kept.push_back(object->book);
  }
  std::vector<const book::Book*> sources;
  for (const auto& book : kept) sources.push_back(book.get());
  book::Writer writer(path.bytes);
  require_written(call_without_gil([&] { return book::merge(sources, writer); }));
  return writer.entries();
}

std::size_t files(const MakerObject& object) {
  const InUse used = in_use(object);
  return object.maker->counts().files();
}

}  // namespace

void define_book_maker(py::module_& m) {
  ObjectType<MakerObject> type("bitrook._BookMaker");
  type.methods({
      bound<"add(table, min_rating, max_rating)", add>(),
      bound<"finish(path)", finish>(),
      bound<"files()", files>(),
  });
  type.build(m);
  add_functions(m.ptr(), {bound<"_book_maker(max_ply, min_games, weighting, white, black, memory, directory)", make>(),
                          bound<"_merge_books(books, path)", merge>()});
}

}  // namespace bitrook::bindings
