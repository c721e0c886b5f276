// The schemas and arrays of Arrow's C data interface for fields and tables, and views of the texts and lists in arrays.
#include "bitrook/data/arrow.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>

namespace bitrook::data {

// --- Exporting.

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

// --- Importing.

namespace {

// Returns an error if the array has fewer than `buffers` buffers or impossible sizes, otherwise null.
const char* wrong_shape(const ArrowArray& array, std::int64_t buffers) {
  constexpr std::int64_t Most = std::numeric_limits<std::int64_t>::max() / 32;
  if (!array.release) return "an array that has been released";
  if (array.length < 0 || array.length > Most) return "a length out of range";
  if (array.offset < 0 || array.offset > Most - array.length) return "an offset out of range";
  if (array.n_buffers < buffers || array.buffers == nullptr) return "too few buffers";
  if (array.null_count > 0 && array.buffers[0] == nullptr) return "nulls without a validity bitmap";
  return nullptr;
}

bool is_valid(const ArrowArray& array, std::int64_t row) {
  const auto* bits = static_cast<const unsigned char*>(array.buffers[0]);
  const auto at = std::size_t(row + array.offset);
  return bits == nullptr || array.null_count == 0 || (bits[at / 8] >> at % 8 & 1) != 0;
}

template <class T>
bool is_aligned(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) % alignof(T) == 0;
}

// Returns an error if the offsets of an array with at least one row are invalid, otherwise null. They must be
// ascending, from at least 0 to at most `high`.
template <class Offset>
const char* wrong_offsets(const ArrowArray& array, std::int64_t high) {
  if (array.buffers[1] == nullptr) return "no offsets";
  if (!is_aligned<Offset>(array.buffers[1])) return "offsets that are not aligned";
  const auto* ends = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  if (ends[0] < 0) return "a negative offset";
  for (std::int64_t i = 0; i < array.length; ++i) {
    if (ends[i] > ends[i + 1]) return "decreasing offsets";
  }
  return ends[array.length] > high ? "an offset past the last item" : nullptr;
}

template <class Offset>
const char* add_texts(const ArrowArray& array, Texts& out) {
  if (const char* wrong = wrong_offsets<Offset>(array, std::numeric_limits<Offset>::max())) return wrong;
  const auto* ends = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* bytes = static_cast<const char*>(array.buffers[2]);
  if (bytes == nullptr && ends[array.length] != ends[0]) return "no bytes";
  out.reserve(out.size() + std::size_t(array.length));
  for (std::int64_t i = 0; i < array.length; ++i) {
    const auto size = std::size_t(ends[i + 1] - ends[i]);
    const std::string_view text(size == 0 ? "" : bytes + ends[i], size);
    out.push_back(is_valid(array, i) ? std::optional(text) : std::nullopt);
  }
  return nullptr;
}

// Returns the text of a view, or nothing if the view is invalid. A view has 16 bytes: the length, then up to 12 bytes
// of text, or the first 4 bytes of a longer text, the index of a buffer and an offset in it. The buffers with texts
// start with the third one, and the last buffer contains their sizes.
std::optional<std::string_view> text_of_view(const ArrowArray& array, const char* view) {
  std::int32_t length, buffer, place;
  std::memcpy(&length, view, 4);
  std::memcpy(&buffer, view + 8, 4);
  std::memcpy(&place, view + 12, 4);
  if (length < 0) return std::nullopt;
  if (length <= 12) return std::string_view(view + 4, std::size_t(length));
  const std::int64_t texts = array.n_buffers - 3;
  if (buffer < 0 || buffer >= texts || place < 0) return std::nullopt;
  const auto* sizes = static_cast<const char*>(array.buffers[array.n_buffers - 1]);
  const auto* bytes = static_cast<const char*>(array.buffers[2 + buffer]);
  if (sizes == nullptr || bytes == nullptr) return std::nullopt;
  std::int64_t size;
  std::memcpy(&size, sizes + 8 * buffer, 8);
  if (std::int64_t{place} + length > size) return std::nullopt;
  return std::string_view(bytes + place, std::size_t(length));
}

const char* add_text_views(const ArrowArray& array, Texts& out) {
  if (array.buffers[1] == nullptr) return "no views";
  const auto* views = static_cast<const char*>(array.buffers[1]) + 16 * array.offset;
  const std::size_t before = out.size();
  out.reserve(before + std::size_t(array.length));
  for (std::int64_t i = 0; i < array.length; ++i, views += 16) {
    const bool valid = is_valid(array, i);
    out.push_back(valid ? text_of_view(array, views) : std::nullopt);
    if (valid && !out.back()) {
      out.resize(before);
      return "a view that points outside of its buffer";
    }
  }
  return nullptr;
}

template <class Offset>
const char* add_lists(const ArrowArray& array, MoveLists& out) {
  const ArrowArray& items = *array.children[0];
  if (const char* wrong = wrong_offsets<Offset>(array, items.length)) return wrong;
  const auto* ends = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* values = static_cast<const std::int16_t*>(items.buffers[1]);
  if (values == nullptr && ends[array.length] != ends[0]) return "no items";
  if (!is_aligned<std::int16_t>(values)) return "items that are not aligned";
  for (std::int64_t i = ends[0]; items.null_count != 0 && i < ends[array.length]; ++i) {
    if (!is_valid(items, i)) return "a null among the items";
  }
  out.reserve(out.size() + std::size_t(array.length));
  for (std::int64_t i = 0; i < array.length; ++i) {
    const auto count = std::size_t(ends[i + 1] - ends[i]);
    const std::span list(count == 0 ? nullptr : values + items.offset + ends[i], count);
    out.push_back(is_valid(array, i) ? std::optional(list) : std::nullopt);
  }
  return nullptr;
}

bool has_format(const ArrowSchema& schema, std::initializer_list<std::string_view> formats) {
  return schema.format && !schema.dictionary && std::ranges::count(formats, std::string_view(schema.format)) != 0;
}

}  // namespace

bool holds_texts(const ArrowSchema& schema) { return has_format(schema, {"u", "z", "U", "Z", "vu", "vz"}); }

bool holds_moves(const ArrowSchema& schema) {
  if (!has_format(schema, {"+l", "+L"}) || schema.n_children != 1 || schema.children == nullptr) return false;
  return schema.children[0] != nullptr && has_format(*schema.children[0], {"s", "S"});
}

const char* import_texts(const ArrowSchema& schema, const ArrowArray& array, Texts& out) {
  if (const char* wrong = wrong_shape(array, 3)) return wrong;
  if (array.length == 0) return nullptr;
  const char kind = schema.format[0];
  if (kind == 'v') return add_text_views(array, out);
  return kind == 'U' || kind == 'Z' ? add_texts<std::int64_t>(array, out) : add_texts<std::int32_t>(array, out);
}

const char* import_moves(const ArrowSchema& schema, const ArrowArray& array, MoveLists& out) {
  if (const char* wrong = wrong_shape(array, 2)) return wrong;
  if (array.n_children != 1 || array.children == nullptr || array.children[0] == nullptr) return "no items";
  if (const char* wrong = wrong_shape(*array.children[0], 2)) return wrong;
  if (array.length == 0) return nullptr;
  return schema.format[1] == 'l' ? add_lists<std::int32_t>(array, out) : add_lists<std::int64_t>(array, out);
}

}  // namespace bitrook::data
