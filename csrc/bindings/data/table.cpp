// Columns in memory for Python: tables, their buffers, and Arrow capsules.
#include "bindings/data/table.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "bindings/data/capsules.hpp"
#include "bindings/pgn/text.hpp"
#include "bitrook/data/games.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using data::Buffer;
using data::Column;
using data::Type;

// A read-only view of a buffer that keeps its table alive.
struct BufferObject {
  std::shared_ptr<const data::Table> table;
  const Buffer* buffer;
};

Type type_named(const std::string& wanted) {
  const auto found = std::ranges::find(data::Types, wanted, &data::TypeInfo::name);
  if (found == std::end(data::Types)) throw py::value_error("unknown column type: '" + wanted + "'");
  return Type(found - data::Types);
}

py::object view(const std::shared_ptr<const data::Table>& table, const Buffer& buffer) {
  return py::cast(BufferObject{table, &buffer});
}

// (type, length, nulls, validity or None, offsets or None, data or None, items or None)
py::tuple buffers(const std::shared_ptr<const data::Table>& table, const Column& c) {
  const bool list = data::is_list(c.type()), text = data::is_text(c.type());
  return py::make_tuple(data::info(c.type()).name, c.length(), c.nulls(),
                        c.nulls() ? view(table, c.validity()) : py::none(),
                        list || text ? view(table, c.offsets()) : py::none(), list ? py::none() : view(table, c.data()),
                        list ? py::object(buffers(table, c.items())) : py::none());
}

Buffer copy_of(const py::handle& object) {
  Buffer result;
  if (object.is_none()) return result;
  Py_buffer v;
  if (PyObject_GetBuffer(object.ptr(), &v, PyBUF_SIMPLE) != 0) throw py::error_already_set();
  const std::unique_ptr<Py_buffer, decltype(&PyBuffer_Release)> held(&v, PyBuffer_Release);
  result.append(v.buf, std::size_t(v.len));
  return result;
}

// Rebuilds a column from the result of buffers().
Column column_of(const py::tuple& state) {
  const Type type = type_named(state[0].cast<std::string>());
  const bool list = data::is_list(type);
  auto items = list ? std::make_unique<Column>(column_of(state[6].cast<py::tuple>())) : nullptr;
  return Column(type, state[1].cast<std::size_t>(), state[2].cast<std::size_t>(), copy_of(state[3]), copy_of(state[4]),
                copy_of(state[5]), std::move(items));
}

void check_rows(const TableObject& t, std::size_t from, std::size_t count) {
  if (from > t.table->rows() || count > t.table->rows() - from) throw py::index_error("rows out of range");
}

// The producer of a stream with one batch, or with no batches if there are no rows.
struct TableStream {
  TableObject table;
  std::size_t from, count;

  void schema(ArrowSchema* out) const { data::export_schema(table.table->fields, data::Dialect::Arrow, out); }
  void next(ArrowArray* out) {
    if (count != 0) data::export_batch(table.table, from, count, data::Dialect::Arrow, out);
    count = 0;
  }
};

const Column& column_at(const TableObject& t, std::size_t column) {
  if (column >= t.table->columns.size()) throw py::index_error("column out of range");
  return t.table->columns[column];
}

// --- Methods and functions.

py::buffer_info bytes_of(const BufferObject& object) {
  static constexpr char Nothing = 0;
  const char* data = object.buffer->data() ? object.buffer->data() : &Nothing;
  return {reinterpret_cast<const std::uint8_t*>(data), py::ssize_t(object.buffer->size())};
}

py::tuple buffers_of(const TableObject& t, std::size_t column) { return buffers(t.table, column_at(t, column)); }

// The values of rows as a list; with `of_items`, those of items of the lists in a column.
py::object values_at(const TableObject& t, std::size_t column, std::size_t from, std::size_t count, bool of_items) {
  const Column& lists = column_at(t, column);
  if (of_items && !data::is_list(lists.type())) throw py::type_error("not a column of lists");
  const Column& c = of_items ? lists.items() : lists;
  if (from > c.length() || count > c.length() - from) throw py::index_error("rows out of range");
  return steal(values(c, from, count));
}

py::dict row_at(const TableObject& t, std::size_t row) {
  check_rows(t, row, 1);
  py::dict found;
  for (std::size_t i = 0; i < t.table->columns.size(); ++i) {
    found[py::str(t.table->fields[i].name)] = steal(value(t.table->columns[i], row));
  }
  return found;
}

// Returns the tree of the game in a row, and the values of the columns movetext and error, or None.
py::tuple game_at(const TableObject& t, std::size_t row) {
  check_rows(t, row, 1);
  const auto column = [&](const char* name) -> const Column* {
    const auto found = std::ranges::find(t.table->fields, name, &data::Field::name);
    return found == t.table->fields.end() ? nullptr : &t.table->columns[std::size_t(found - t.table->fields.begin())];
  };
  std::string missing;
  if (!column("moves") && !column("movetext")) missing = ", moves";
  if (!column("fen") && !column("FEN")) missing += ", fen";
  if (!column("Variant")) missing += ", Variant";
  if (!missing.empty()) {
    throw py::key_error("a game needs the columns moves (or movetext), fen and Variant; not read: " +
                        missing.substr(2));
  }
  const auto value_of = [&](const Column* c) { return steal(c ? value(*c, row) : none()); };
  return py::make_tuple(steal(to_python(data::game_of_row(*t.table, row))), value_of(column("movetext")),
                        value_of(column("error")));
}

py::object array(const TableObject& t, std::size_t from, std::size_t count, const std::string& dialect) {
  check_rows(t, from, count);
  ArrowArray* out = nullptr;
  py::object capsule = new_array(out);
  data::export_batch(t.table, from, count, dialect_of(dialect), out);
  return capsule;
}

py::tuple column_array(const TableObject& t, std::size_t column, std::size_t from, std::size_t count) {
  check_rows(t, from, count);
  column_at(t, column);
  ArrowSchema* schema = nullptr;
  ArrowArray* array = nullptr;
  py::object schema_capsule = new_schema(schema), array_capsule = new_array(array);
  data::export_field(t.table->fields[column], schema);
  data::export_column(t.table, column, from, count, array);
  return py::make_tuple(schema_capsule, array_capsule);
}

py::object table_stream(const TableObject& t, std::size_t from, std::size_t count) {
  check_rows(t, from, count);
  return StreamCallbacks<TableStream>::capsule({t, from, count});
}

using NamesAndTypes = std::vector<std::pair<std::string, std::string>>;

data::Fields fields_of(const NamesAndTypes& given) {
  data::Fields fields;
  for (const auto& [name, type] : given) fields.push_back({name, type_named(type)});
  return fields;
}

TableObject table_of(const NamesAndTypes& given, const py::list& columns) {
  const data::Fields fields = fields_of(given);
  if (columns.size() != fields.size()) throw py::value_error("there must be one column for each field");
  auto table = std::make_shared<data::Table>();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    table->add_column(fields[i], column_of(columns[i].cast<py::tuple>()));
  }
  return {std::move(table)};
}

py::object arrow_schema(const NamesAndTypes& fields, const std::string& dialect) {
  ArrowSchema* out = nullptr;
  py::object capsule = new_schema(out);
  data::export_schema(fields_of(fields), dialect_of(dialect), out);
  return capsule;
}

py::list table_fields(const TableObject& t) { return names_of(t.table->fields); }
std::size_t byte_count(const TableObject& t) { return t.table->bytes(); }

}  // namespace

data::Dialect dialect_of(const std::string& name) {
  if (name == "arrow") return data::Dialect::Arrow;
  if (name == "spark") return data::Dialect::Spark;
  throw py::value_error("dialect must be 'arrow' or 'spark', not '" + name + "'");
}

py::list names_of(const data::Fields& fields) {
  py::list list;
  for (const data::Field& f : fields) list.append(py::make_tuple(f.name, data::info(f.type).name));
  return list;
}

void define_data_table(py::module_& m) {
  py::class_<BufferObject>(m, "_ColumnBuffer", py::is_final(), not_instantiable, py::buffer_protocol())
      .def_buffer(&bytes_of);

  py::class_<TableObject>(m, "_Table", py::is_final(), not_instantiable)
      .def("__len__", [](const TableObject& t) { return t.table->rows(); })
      .def_property_readonly("fields", &table_fields)
      .def("nbytes", &byte_count)
      .def("buffers", &buffers_of, "column"_a)
      .def("values", &values_at, "column"_a, "start"_a, "count"_a, "of_items"_a = false)
      .def("row", &row_at, "row"_a)
      .def("game", &game_at, "row"_a)
      .def("array", &array, "start"_a, "count"_a, "dialect"_a)
      .def("column_array", &column_array, "column"_a, "start"_a, "count"_a);

  m.def("_table_stream", &table_stream, "table"_a, "start"_a, "count"_a);
  m.def("_table_of", &table_of, "fields"_a, "columns"_a);
  m.def("_arrow_schema", &arrow_schema, "fields"_a, "dialect"_a);
}

}  // namespace bitrook::bindings
