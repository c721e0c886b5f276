// The values of columns as Python objects, and the base class of bitrook.data.Column, which is used in loops.
#include <datetime.h>

#include <atomic>
#include <chrono>
#include <utility>

#include "bindings/data/table.hpp"
#include "bindings/support/type_builder.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using data::Column;
using data::Type;

// ---- Values.

bool has_datetime() {
  if (!PyDateTimeAPI) PyDateTime_IMPORT;
  return PyDateTimeAPI != nullptr;
}

PyObject* date_of(std::int32_t days) {
  using namespace std::chrono;
  constexpr std::int32_t First = -719'162, Last = 2'932'896;  // 0001-01-01 and 9999-12-31
  if (!has_datetime()) return nullptr;
  if (days < First || days > Last) return fail(PyExc_OverflowError, "date value out of range");
  const year_month_day found{sys_days{std::chrono::days{days}}};
  return PyDate_FromDate(int(found.year()), int(unsigned(found.month())), int(unsigned(found.day())));
}

PyObject* time_of(std::int32_t seconds) {
  if (!has_datetime()) return nullptr;
  return PyTime_FromTime(seconds / 3600, seconds / 60 % 60, seconds % 60, 0);
}

// Calls use(make), where make(row) returns the value of a row that is not null. What is the same for all rows is found
// once, so that lists are filled in a loop without branches on the type.
template <class Use>
PyObject* with_maker(const Column& c, Use use) {
  const auto numbers = [&]<class T>(T, auto convert) {
    return use([at = c.data().as<T>().data(), convert](std::size_t row) { return convert(at[row]); });
  };
  const auto ranges = [&](auto convert) {
    return use([at = c.offsets().as<std::int32_t>().data(), convert](std::size_t row) {
      return convert(std::size_t(at[row]), std::size_t(at[row + 1] - at[row]));
    });
  };
  const auto words = [&](std::size_t count) {
    return use([at = c.data().as<std::uint64_t>().data(), count](std::size_t row) {
      return new_list(count, [=](std::size_t i) { return PyLong_FromUnsignedLongLong(at[count * row + i]); });
    });
  };
  const char* const bytes = c.data().data();
  switch (c.type()) {
    case Type::Int8:
      return numbers(std::int8_t{}, PyLong_FromLong);
    case Type::Int16:
      return numbers(std::int16_t{}, PyLong_FromLong);
    case Type::Int32:
      return numbers(std::int32_t{}, PyLong_FromLong);
    case Type::Int64:
      return numbers(std::int64_t{}, PyLong_FromLongLong);
    case Type::UInt64:
      return numbers(std::uint64_t{}, PyLong_FromUnsignedLongLong);
    case Type::Date32:
      return numbers(std::int32_t{}, date_of);
    case Type::Time32:
      return numbers(std::int32_t{}, time_of);
    case Type::String:
      return ranges([=](std::size_t at, std::size_t size) {
        return PyUnicode_DecodeUTF8(bytes + at, Py_ssize_t(size), nullptr);
      });
    case Type::Binary:
      return ranges(
          [=](std::size_t at, std::size_t size) { return PyBytes_FromStringAndSize(bytes + at, Py_ssize_t(size)); });
    case Type::Packed:
      return use([=](std::size_t row) { return PyBytes_FromStringAndSize(bytes + 24 * row, 24); });
    case Type::Words8:
      return words(8);
    case Type::Words12:
      return words(12);
    default:
      return ranges([&items = c.items()](std::size_t at, std::size_t size) { return values(items, at, size); });
  }
}

// ---- bitrook.data.Column.

struct ColumnObject {
  PyObject ob_base;
  PyObject* table;  // the _Table that owns the column; null before __init__(), and in a copy until it is used
  const Column* column;
  std::size_t start, count;
};

ColumnObject& column_object(PyObject* self) { return *reinterpret_cast<ColumnObject*>(self); }

// The rows of a column. They own the table, because another thread, or a finalizer that the garbage collector runs, may
// initialize the object again.
struct Rows {
  Ref table;
  const Column* column;
  std::size_t start, count;

  explicit Rows(const ColumnObject& c)
      : table(c.table ? incref(c.table) : nullptr), column(c.column), start(c.start), count(c.count) {}
};

// Its table is null if an exception is set.
Rows rows_of(PyObject* self) {
  const auto current = [self] {
    [[maybe_unused]] const Lock lock(self);
    return Rows(column_object(self));
  };
  Rows rows = current();
  if (rows.table) [[likely]]
    return rows;
  const Ref done(PyObject_CallMethod(self, "_initialize", nullptr));
  if (!done) return rows;
  Rows found = current();
  if (!found.table) fail(PyExc_TypeError, "_initialize() must call _ColumnBase.__init__()");
  return found;
}

PyObject* initialize_column(PyObject* self, PyObject* table, std::uint64_t column, std::uint64_t start,
                            std::uint64_t count) {
  if (!py::isinstance<TableObject>(table)) return not_a("a _Table", table, "table");
  const data::Table& t = *py::handle(table).cast<const TableObject&>().table;
  if (column >= t.columns.size()) return fail(PyExc_IndexError, "column out of range");
  if (start > t.rows() || count > t.rows() - start) return fail(PyExc_IndexError, "rows out of range");
  ColumnObject& c = column_object(self);
  PyObject* before = nullptr;
  {
    [[maybe_unused]] const Lock lock(self);
    before = std::exchange(c.table, incref(table));
    c.column = &t.columns[column];
    c.start = start;
    c.count = count;
  }
  Py_XDECREF(before);
  return none();
}

// Python handles slices and errors.
PyObject* item(PyObject* self, PyObject* key) {
  const Ref converted(PyLong_CheckExact(key) || !PyIndex_Check(key) ? incref(key) : PyNumber_Index(key));
  if (!converted) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return nullptr;
    PyErr_Clear();
  }
  PyObject* const index = converted ? converted.get() : key;
  if (long i = 0; small_int(index, i)) [[likely]] {
    const Rows rows = rows_of(self);
    if (!rows.table) return nullptr;
    const auto row = std::size_t(i < 0 ? i + Py_ssize_t(rows.count) : i);  // above the count if it is still negative
    if (row < rows.count) [[likely]]
      return value(*rows.column, rows.start + row);
  }
  return PyObject_CallMethod(self, "_item", "(O)", index);
}

// For the protocol of sequences, such as in reversed().
PyObject* item_of_sequence(PyObject* self, Py_ssize_t i) {
  const Ref key(PyLong_FromSsize_t(i));
  return key ? item(self, key.get()) : nullptr;
}

Py_ssize_t length(PyObject* self) {
  const Rows rows = rows_of(self);
  return rows.table ? Py_ssize_t(rows.count) : -1;
}

void free_column(PyObject* self) {
  Py_CLEAR(column_object(self).table);
  free_object(self);
}

// ---- The iterator makes one value at a time, so that those of a long column are not in memory at once.

struct ColumnIterator {
  PyObject ob_base;
  PyObject* table;
  const Column* column;
  // Without the GIL, threads may share an iterator. It may then return a value twice, but it never reads past the end.
  std::atomic<std::size_t> next;
  std::size_t end;
};

PyTypeObject* column_iterator_type;

PyObject* iterate(PyObject* self) {
  Rows rows = rows_of(self);
  if (!rows.table) return nullptr;
  auto* it = PyObject_New(ColumnIterator, column_iterator_type);
  if (!it) return nullptr;
  it->table = rows.table.release();
  it->column = rows.column;
  it->next.store(rows.start, std::memory_order_relaxed);
  it->end = rows.start + rows.count;
  return reinterpret_cast<PyObject*>(it);
}

PyObject* next_value(PyObject* self) {
  auto* it = reinterpret_cast<ColumnIterator*>(self);
  const std::size_t next = it->next.load(std::memory_order_relaxed);
  if (next >= it->end) return nullptr;
  it->next.store(next + 1, std::memory_order_relaxed);
  return value(*it->column, next);
}

void free_iterator(PyObject* self) {
  Py_DECREF(reinterpret_cast<ColumnIterator*>(self)->table);
  free_object(self);
}

}  // namespace

PyObject* value(const Column& column, std::size_t row) {
  if (column.is_null(row)) return none();
  return with_maker(column, [row](auto make) { return make(row); });
}

PyObject* values(const Column& column, std::size_t from, std::size_t count) {
  return with_maker(column, [&](auto make) {
    if (column.nulls() == 0) return new_list(count, [&](std::size_t i) { return make(from + i); });
    return new_list(count, [&](std::size_t i) { return column.is_null(from + i) ? none() : make(from + i); });
  });
}

void define_columns(PyObject* module) {
  TypeBuilder("bitrook._ColumnBase", sizeof(ColumnObject), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)
      .doc("_ColumnBase(table, column, start, count)", "The length and the values of bitrook.data.Column.")
      .slot<initialize<"_ColumnBase(table, column, start, count)", initialize_column>>(Py_tp_init)
      .slot<item>(Py_mp_subscript)
      .slot<item_of_sequence>(Py_sq_item)
      .slot<length>(Py_sq_length)
      .slot<iterate>(Py_tp_iter)
      .slot<free_column>(Py_tp_dealloc)
      .build(module);
  column_iterator_type = TypeBuilder("bitrook._ColumnIterator", sizeof(ColumnIterator),
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION)
                             .doc("", "An iterator over the values of a column.")
                             .slot<PyObject_SelfIter>(Py_tp_iter)
                             .slot<next_value>(Py_tp_iternext)
                             .slot<free_iterator>(Py_tp_dealloc)
                             .build(module);
}

}  // namespace bitrook::bindings
