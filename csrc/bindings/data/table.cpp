// Columns in memory for Python: their buffers, values, and Arrow capsules.
#include "bindings/data/table.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "bindings/data/capsules.hpp"

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
  return new_object(BufferObject{table, &buffer});
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

py::object value(const Column& c, std::size_t row) {
  if (c.is_null(row)) return py::none();
  const auto at = [&]<class T>(T) { return py::int_(c.data().as<T>()[row]); };
  switch (c.type()) {
    case Type::Int8:
      return at(std::int8_t{});
    case Type::Int16:
      return at(std::int16_t{});
    case Type::Int32:
    case Type::Date32:
    case Type::Time32:
      return at(std::int32_t{});
    case Type::Int64:
      return at(std::int64_t{});
    case Type::UInt64:
      return at(std::uint64_t{});
    case Type::String:
      return py::str(c.text(row).data(), c.text(row).size());
    case Type::Binary:
      return py::bytes(c.text(row).data(), c.text(row).size());
    case Type::Packed:
      return py::bytes(c.data().data() + 24 * row, 24);
    case Type::Words8:
    case Type::Words12: {
      const std::size_t words = data::width(c.type()) / 8;
      py::list list;
      for (std::size_t i = 0; i < words; ++i) list.append(c.data().as<std::uint64_t>()[row * words + i]);
      return list;
    }
    default: {
      const auto offsets = c.offsets().as<std::int32_t>();
      py::list list;
      for (auto i = offsets[row]; i < offsets[row + 1]; ++i) list.append(value(c.items(), std::size_t(i)));
      return list;
    }
  }
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

int export_buffer(PyObject* self, Py_buffer* view, int flags) {
  static char nothing = 0;
  const Buffer& buffer = *held<BufferObject>(self)->buffer;
  char* data = const_cast<char*>(buffer.data());
  return PyBuffer_FillInfo(view, self, data ? data : &nothing, Py_ssize_t(buffer.size()), 1, flags);
}

std::size_t row_count(const TableObject& t) { return t.table->rows(); }

py::tuple buffers_of(const TableObject& t, std::size_t column) { return buffers(t.table, column_at(t, column)); }

py::object value_at(const TableObject& t, std::size_t column, std::size_t row) {
  check_rows(t, row, 1);
  return value(column_at(t, column), row);
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
  ObjectType<BufferObject> buffer("bitrook._ColumnBuffer");
  buffer.slot<export_buffer>(Py_bf_getbuffer);
  buffer.build(m);
  ObjectType<TableObject> table("bitrook._Table");
  table.slot<bound_length<row_count>>(Py_sq_length);
  table.attributes({bound_attribute<"fields", table_fields>()});
  table.methods({
      bound<"nbytes()", byte_count>(),
      bound<"buffers(column)", buffers_of>(),
      bound<"value(column, row)", value_at>(),
      bound<"array(start, count, dialect)", array>(),
      bound<"column_array(column, start, count)", column_array>(),
  });
  table.build(m);
  add_functions(m.ptr(), {
                             bound<"_table_stream(table, start, count)", table_stream>(),
                             bound<"_table_of(fields, columns)", table_of>(),
                             bound<"_arrow_schema(fields, dialect)", arrow_schema>(),
                         });
}

}  // namespace bitrook::bindings
