// The schemas and arrays of Arrow's C data interface for fields and tables.
#include "bitrook/data/export.hpp"

#include <array>
#include <string>
#include <utility>

namespace bitrook::data {

namespace {

const char* format_of(Type type, Dialect dialect) {
  const bool spark = dialect == Dialect::Spark;
  switch (type) {
    case Type::Int8:
      return "c";
    case Type::Int16:
      return "s";
    case Type::Int32:
      return "i";
    case Type::Int64:
      return "l";
    case Type::UInt64:
      return spark ? "l" : "L";
    case Type::Date32:
      return spark ? "tsu:UTC" : "tdD";
    case Type::Time32:
      return spark ? "tsu:UTC" : "tts";
    case Type::String:
      return "u";
    case Type::Binary:
      return "z";
    case Type::Packed:
      return spark ? "z" : "w:24";
    case Type::Words8:
      return spark ? "+l" : "+w:8";
    case Type::Words12:
      return spark ? "+l" : "+w:12";
    default:
      return "+l";
  }
}

// What a schema owns. The children are deleted with it, unless they have been moved out.
struct SchemaOwner {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

void release_schema(ArrowSchema* schema) {
  auto* owner = static_cast<SchemaOwner*>(schema->private_data);
  for (ArrowSchema& child : owner->children) {
    if (child.release) child.release(&child);
  }
  delete owner;
  schema->release = nullptr;
}

void fill_schema(const char* format, std::string name, std::size_t children, ArrowSchema* out) {
  auto* owner = new SchemaOwner{std::move(name), std::vector<ArrowSchema>(children), {}};
  for (ArrowSchema& child : owner->children) owner->pointers.push_back(&child);
  *out = ArrowSchema{};
  out->format = format;
  out->name = owner->name.c_str();
  out->flags = ARROW_FLAG_NULLABLE;
  out->n_children = std::int64_t(children);
  out->children = owner->pointers.data();
  out->release = release_schema;
  out->private_data = owner;
}

bool is_words(Type t) { return t == Type::Words8 || t == Type::Words12; }

void fill_field(const std::string& name, Type type, Dialect dialect, ArrowSchema* out) {
  const bool nested = is_list(type) || is_words(type);
  fill_schema(format_of(type, dialect), name, nested ? 1 : 0, out);
  if (nested) fill_field("item", is_list(type) ? item_type(type) : Type::UInt64, dialect, out->children[0]);
}

// What an array owns: the memory of its buffers and its children.
struct ArrayOwner {
  std::shared_ptr<const void> memory;
  std::array<const void*, 3> buffers{};
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

void release_array(ArrowArray* array) {
  auto* owner = static_cast<ArrayOwner*>(array->private_data);
  for (ArrowArray& child : owner->children) {
    if (child.release) child.release(&child);
  }
  delete owner;
  array->release = nullptr;
}

struct Rows {
  std::size_t from, count;
};

ArrayOwner* fill_array(std::shared_ptr<const void> memory, Rows rows, std::size_t nulls, std::size_t children,
                       ArrowArray* out) {
  auto* owner = new ArrayOwner{std::move(memory), {}, std::vector<ArrowArray>(children), {}};
  for (ArrowArray& child : owner->children) owner->pointers.push_back(&child);
  *out = ArrowArray{};
  out->length = std::int64_t(rows.count);
  out->null_count = nulls == 0 ? 0 : -1;  // -1: not counted for these rows
  out->offset = std::int64_t(rows.from);
  out->buffers = owner->buffers.data();
  out->n_children = std::int64_t(children);
  out->children = owner->pointers.data();
  out->release = release_array;
  out->private_data = owner;
  return owner;
}

// A buffer of no bytes has no address; some readers insist on one.
const void* address(const Buffer& buffer) {
  static const std::uint64_t Nothing = 0;
  return buffer.data() ? static_cast<const void*>(buffer.data()) : &Nothing;
}

using Memory = std::shared_ptr<const void>;

void fill_column(const Memory& memory, const Column& column, Rows rows, ArrowArray* out) {
  const Type type = column.type();
  const bool nested = is_list(type) || is_words(type);
  ArrayOwner* owner = fill_array(memory, rows, column.nulls(), nested ? 1 : 0, out);
  owner->buffers[0] = column.nulls() == 0 ? nullptr : address(column.validity());
  if (is_words(type)) {
    out->n_buffers = 1;
    const std::size_t words = width(type) / 8;
    fill_array(memory, {0, column.length() * words}, 0, 0, out->children[0])->buffers[1] = address(column.data());
    out->children[0]->n_buffers = 2;
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

// Offsets for items that all have the same number of `step` bytes or words.
std::shared_ptr<Buffer> equal_offsets(std::size_t count, std::size_t step) {
  auto offsets = std::make_shared<Buffer>();
  for (std::size_t i = 0; i <= count; ++i) offsets->push(std::int32_t(i * step));
  return offsets;
}

// Days or seconds as microseconds.
std::shared_ptr<Buffer> as_microseconds(const Column& column) {
  auto values = std::make_shared<Buffer>();
  const std::int64_t unit = column.type() == Type::Date32 ? 86'400'000'000 : 1'000'000;
  for (const std::int32_t value : column.data().as<std::int32_t>()) values->push(value * unit);
  return values;
}

void fill_for_spark(const Memory& memory, const Column& column, Rows rows, ArrowArray* out) {
  const Type type = column.type();
  if (type == Type::Date32 || type == Type::Time32) {
    const auto values = as_microseconds(column);
    using Both = std::pair<Memory, std::shared_ptr<Buffer>>;
    ArrayOwner* owner = fill_array(std::make_shared<Both>(memory, values), rows, column.nulls(), 0, out);
    owner->buffers = {column.nulls() == 0 ? nullptr : address(column.validity()), values->data(), nullptr};
    out->n_buffers = 2;
  } else if (type == Type::Packed || is_words(type)) {
    const std::size_t words = width(type) / 8;
    const auto offsets = equal_offsets(column.length(), type == Type::Packed ? 24 : words);
    using Both = std::pair<Memory, std::shared_ptr<Buffer>>;
    ArrayOwner* owner =
        fill_array(std::make_shared<Both>(memory, offsets), rows, column.nulls(), is_words(type) ? 1 : 0, out);
    owner->buffers = {column.nulls() == 0 ? nullptr : address(column.validity()), offsets->data(),
                      address(column.data())};
    out->n_buffers = is_words(type) ? 2 : 3;
    if (is_words(type)) {
      fill_array(memory, {0, column.length() * words}, 0, 0, out->children[0])->buffers[1] = address(column.data());
      out->children[0]->n_buffers = 2;
    }
  } else {
    fill_column(memory, column, rows, out);
  }
}

}  // namespace

void export_schema(const Fields& fields, Dialect dialect, ArrowSchema* out) {
  fill_schema("+s", "", fields.size(), out);
  out->flags = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    fill_field(fields[i].name, fields[i].type, dialect, out->children[i]);
  }
}

void export_field(const Field& field, Dialect dialect, ArrowSchema* out) {
  fill_field(field.name, field.type, dialect, out);
}

void export_column(std::shared_ptr<const Table> table, std::size_t column, std::size_t from, std::size_t count,
                   Dialect dialect, ArrowArray* out) {
  (dialect == Dialect::Spark ? fill_for_spark : fill_column)(table, table->columns[column], {from, count}, out);
}

void export_batch(std::shared_ptr<const Table> table, std::size_t from, std::size_t count, Dialect dialect,
                  ArrowArray* out) {
  const Table& t = *table;
  fill_array(table, {0, count}, 0, t.columns.size(), out);
  out->n_buffers = 1;
  for (std::size_t i = 0; i < t.columns.size(); ++i) {
    (dialect == Dialect::Spark ? fill_for_spark : fill_column)(table, t.columns[i], {from, count}, out->children[i]);
  }
}

}  // namespace bitrook::data
