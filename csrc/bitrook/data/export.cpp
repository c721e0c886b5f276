// The schemas and arrays of Arrow's C data interface for fields and tables.
#include "bitrook/data/export.hpp"

#include <array>
#include <string>
#include <utility>

namespace bitrook::data {

namespace {

// The data that a schema or an array owns. Its children are released with it, unless they have been moved out.
template <class Structure>
struct Children {
  explicit Children(std::size_t count) : children(count) {
    for (Structure& child : children) pointers.push_back(&child);
  }

  std::vector<Owned<Structure>> children;
  std::vector<Structure*> pointers;
};

struct SchemaOwner : Children<ArrowSchema> {
  SchemaOwner(std::string n, std::size_t children) : Children(children), name(std::move(n)) {}
  std::string name;
};

struct ArrayOwner : Children<ArrowArray> {
  ArrayOwner(std::shared_ptr<const void> m, std::size_t children) : Children(children), memory(std::move(m)) {}
  std::shared_ptr<const void> memory;  // keeps the buffers alive
  std::array<const void*, 3> buffers{};
};

template <class Owner, class Structure>
void release(Structure* structure) {
  structure->release = nullptr;
  delete static_cast<Owner*>(structure->private_data);
}

void fill_schema(const char* format, std::string name, std::size_t children, ArrowSchema* out) {
  auto* owner = new SchemaOwner(std::move(name), children);
  out->format = format;
  out->name = owner->name.c_str();
  out->flags = ARROW_FLAG_NULLABLE;
  out->n_children = std::int64_t(children);
  out->children = owner->pointers.data();
  out->release = release<SchemaOwner>;
  out->private_data = owner;
}

void fill_field(const std::string& name, Type type, Dialect dialect, ArrowSchema* out) {
  const TypeInfo& type_info = info(type);
  const char* format = dialect == Dialect::Spark ? type_info.spark : type_info.arrow;
  fill_schema(format, name, type_info.items ? 1 : 0, out);
  if (type_info.items) fill_field("item", *type_info.items, dialect, out->children[0]);
}

bool is_words(Type t) { return info(t).items && !is_list(t); }

struct Range {
  std::size_t from, count;
};

using Memory = std::shared_ptr<const void>;

ArrayOwner* fill_array(Memory memory, Range rows, std::size_t nulls, std::size_t children, ArrowArray* out) {
  auto* owner = new ArrayOwner(std::move(memory), children);
  out->length = std::int64_t(rows.count);
  out->null_count = nulls == 0 ? 0 : -1;  // -1: not counted for these rows
  out->offset = std::int64_t(rows.from);
  out->buffers = owner->buffers.data();
  out->n_children = std::int64_t(children);
  out->children = owner->pointers.data();
  out->release = release<ArrayOwner>;
  out->private_data = owner;
  return owner;
}

// The address of a byte in a buffer. An empty buffer has no address, but some readers require one.
const void* address(const Buffer& buffer, std::size_t at = 0) {
  static const std::uint64_t Nothing = 0;
  return buffer.data() ? static_cast<const void*>(buffer.data() + at) : &Nothing;
}

// Fills a child array with words, none of which is null.
void fill_words(const Memory& memory, const void* words, std::size_t count, ArrowArray* out) {
  out->n_buffers = 2;
  fill_array(memory, {0, count}, 0, 0, out)->buffers[1] = words;
}

void fill_column(const Memory& memory, const Column& column, Range rows, ArrowArray* out) {
  const Type type = column.type();
  ArrayOwner* owner = fill_array(memory, rows, column.nulls(), info(type).items ? 1 : 0, out);
  owner->buffers[0] = column.nulls() == 0 ? nullptr : address(column.validity());
  if (is_words(type)) {
    out->n_buffers = 1;
    fill_words(memory, address(column.data()), column.length() * width(type) / 8, out->children[0]);
  } else if (is_list(type)) {
    out->n_buffers = 2;
    owner->buffers[1] = address(column.offsets());
    fill_column(memory, column.items(), {0, column.items().length()}, out->children[0]);
  } else if (is_text(type)) {
    out->n_buffers = 3;
    owner->buffers[1] = address(column.offsets());
    owner->buffers[2] = address(column.data());
  } else {
    out->n_buffers = 2;
    owner->buffers[1] = address(column.data());
  }
}

// Offsets for items that all have `step` bytes or words.
Buffer equal_offsets(std::size_t count, std::size_t step) {
  Buffer offsets;
  for (std::size_t i = 0; i <= count; ++i) offsets.push(std::int32_t(i * step));
  return offsets;
}

// Converts days or seconds to microseconds.
Buffer as_microseconds(const Column& column, Range rows) {
  Buffer values;
  const std::int64_t unit = column.type() == Type::Date32 ? 86'400'000'000 : 1'000'000;
  for (const std::int32_t value : column.data().as<std::int32_t>().subspan(rows.from, rows.count)) {
    values.push(value * unit);
  }
  return values;
}

// Converts only these rows. The validity bits cannot be shifted, so the array starts with a row whose validity bit is
// the first of a byte.
void fill_for_spark(const Memory& memory, const Column& column, Range rows, ArrowArray* out) {
  const Type type = column.type();
  const bool is_time = type == Type::Date32 || type == Type::Time32, words = is_words(type);
  if (!is_time && type != Type::Packed && !words) return fill_column(memory, column, rows, out);
  const std::size_t before = rows.from % 8;
  const Range kept{rows.from - before, rows.count + before};
  const std::size_t step = words ? width(type) / 8 : width(type);
  auto made = std::make_shared<const std::pair<Memory, Buffer>>(
      memory, is_time ? as_microseconds(column, kept) : equal_offsets(kept.count, step));
  const Buffer& converted = made->second;
  const void* data = address(column.data(), kept.from * width(type));
  ArrayOwner* owner = fill_array(std::move(made), {before, rows.count}, column.nulls(), words ? 1 : 0, out);
  owner->buffers[0] = column.nulls() == 0 ? nullptr : address(column.validity(), kept.from / 8);
  owner->buffers[1] = address(converted);
  owner->buffers[2] = data;
  out->n_buffers = is_time || words ? 2 : 3;
  if (words) fill_words(memory, data, kept.count * step, out->children[0]);
}

}  // namespace

void export_schema(const Fields& fields, Dialect dialect, ArrowSchema* out) {
  fill_schema("+s", "", fields.size(), out);
  out->flags = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) fill_field(fields[i].name, fields[i].type, dialect, out->children[i]);
}

void export_field(const Field& field, ArrowSchema* out) { fill_field(field.name, field.type, Dialect::Arrow, out); }

void export_column(const std::shared_ptr<const Table>& table, std::size_t column, std::size_t from, std::size_t count,
                   ArrowArray* out) {
  fill_column(table, table->columns[column], {from, count}, out);
}

void export_batch(const std::shared_ptr<const Table>& table, std::size_t from, std::size_t count, Dialect dialect,
                  ArrowArray* out) {
  const auto fill = dialect == Dialect::Spark ? fill_for_spark : fill_column;
  const std::vector<Column>& columns = table->columns;
  fill_array(table, {0, count}, 0, columns.size(), out);
  out->n_buffers = 1;
  for (std::size_t i = 0; i < columns.size(); ++i) fill(table, columns[i], {from, count}, out->children[i]);
}

}  // namespace bitrook::data
