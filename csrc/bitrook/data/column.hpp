// Column: values of one type, built row by row in Arrow's layout. Table: columns of the same length.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/data/buffer.hpp"

namespace bitrook::data {

enum class Type : std::uint8_t {
  Int8,
  Int16,
  Int32,
  Int64,
  UInt64,
  Date32,  // days since 1970
  Time32,  // seconds since midnight
  String,  // UTF-8
  Binary,
  Packed,  // 24 bytes: a position (packed.hpp)
  ListInt16,
  ListInt32,
  ListString,
  ListListInt16,
  Words8,   // eight words of 64 bits
  Words12,  // twelve
};

struct TypeInfo {
  const char* name;
  std::size_t width;               // the size of a value in bytes; 0 for strings and lists, which have offsets
  const char *arrow, *spark;       // the formats in Arrow's C structures, by dialect
  std::optional<Type> items = {};  // the type of the items of a value
};
inline constexpr TypeInfo Types[] = {
    {"int8", 1, "c", "c"},
    {"int16", 2, "s", "s"},
    {"int32", 4, "i", "i"},
    {"int64", 8, "l", "l"},
    {"uint64", 8, "L", "l"},
    {"date32", 4, "tdD", "tsu:UTC"},
    {"time32[s]", 4, "tts", "tsu:UTC"},
    {"string", 0, "u", "u"},
    {"binary", 0, "z", "z"},
    {"binary[24]", 24, "w:24", "z"},
    {"list<int16>", 0, "+l", "+l", Type::Int16},
    {"list<int32>", 0, "+l", "+l", Type::Int32},
    {"list<string>", 0, "+l", "+l", Type::String},
    {"list<list<int16>>", 0, "+l", "+l", Type::ListInt16},
    {"uint64[8]", 64, "+w:8", "+l", Type::UInt64},
    {"uint64[12]", 96, "+w:12", "+l", Type::UInt64},
};
constexpr const TypeInfo& info(Type t) { return Types[std::size_t(t)]; }
constexpr std::size_t width(Type t) { return info(t).width; }
constexpr bool is_text(Type t) { return width(t) == 0 && !info(t).items; }
constexpr bool is_list(Type t) { return width(t) == 0 && info(t).items; }

struct Field {
  std::string name;
  Type type;
  bool operator==(const Field&) const = default;
};
using Fields = std::vector<Field>;

class Column {
 public:
  explicit Column(Type type);
  // Builds a column from buffers that another column had. Throws std::invalid_argument if they are inconsistent.
  Column(Type type, std::size_t length, std::size_t nulls, Buffer validity, Buffer offsets, Buffer data,
         std::unique_ptr<Column> items);

  Type type() const { return type_; }
  std::size_t length() const { return length_; }
  std::size_t nulls() const { return nulls_; }
  std::size_t bytes() const;  // of all buffers

  // --- Adding a row at the end.
  void add_null();
  template <class T>
  void add(T value) {  // Precondition: sizeof(T) is the type's width.
    data_.push(value);
    added();
  }
  template <class T>
  void add_all(const std::vector<T>& values) {  // none of them is null; the same precondition
    data_.append(values.data(), values.size() * sizeof(T));
    for (std::size_t i = 0; nulls_ != 0 && i < values.size(); ++i) set_valid(length_ + i, true);
    length_ += values.size();
  }
  void add_bytes(const void* value) {  // of the type's width
    data_.append(value, width(type_));
    added();
  }
  // In a column of strings, text that is not valid UTF-8 is interpreted as Latin-1.
  void add_text(std::string_view text);
  // The same for text that is known to be valid.
  void add_utf8(std::string_view text) {
    data_.append(text.data(), text.size());
    end_text();
  }
  // Ends a list, which consists of the items that were added to items() since the previous list.
  void end_list() {
    if (child_->length_ > MaxOffset) too_large();
    offsets_.push(std::int32_t(child_->length_));
    added();
  }
  Column& items() { return *child_; }

  // --- Whole rows.
  // After an exception, truncate(length()) restores the column.
  void append(const Column& other, std::size_t from, std::size_t count);
  // Also drops the values of an incomplete row. Precondition: length <= length().
  void truncate(std::size_t length);
  void shrink();

  // --- Reading.
  bool is_null(std::size_t row) const {
    return nulls_ != 0 && !(static_cast<unsigned char>(validity_.data()[row / 8]) >> row % 8 & 1);
  }
  const Buffer& validity() const { return validity_; }  // empty if there are no nulls
  const Buffer& offsets() const { return offsets_; }    // int32, length + 1; of strings and lists
  const Buffer& data() const { return data_; }
  const Column& items() const { return *child_; }
  std::string_view text(std::size_t row) const {
    const auto at = offsets_.as<std::int32_t>();
    return {data_.data() + at[row], std::size_t(at[row + 1] - at[row])};
  }

 private:
  void end_text() {
    if (data_.size() > MaxOffset) too_large();
    offsets_.push(std::int32_t(data_.size()));
    added();
  }
  void added() {
    if (nulls_ != 0) set_valid(length_, true);
    ++length_;
  }
  static constexpr std::size_t MaxOffset = 0x7FFFFFFF;
  [[noreturn]] static void too_large();  // throws std::length_error
  void set_valid(std::size_t row, bool valid);
  void start_validity();

  Type type_;
  std::size_t length_ = 0, nulls_ = 0;
  Buffer validity_, offsets_, data_;
  std::unique_ptr<Column> child_;
};

// Columns of the same length.
class Table {
 public:
  Table() = default;
  explicit Table(const Fields& f) : fields(f) {
    for (const Field& field : fields) columns.emplace_back(field.type);
  }
  std::size_t rows() const { return rows_; }
  // Throws std::invalid_argument unless the column has the type of the field and is as long as the others.
  void add_column(const Field& field, Column&& column);
  std::size_t bytes() const;
  void row_added() { ++rows_; }
  // Drops the values that were added since the last row_added().
  void drop_row() { truncate(rows_); }
  void truncate(std::size_t rows);
  // Moves the values that were added to `other` since its last row_added() to this table.
  void take_open_rows(Table& other);
  // Appends all of these rows, or none of them if it throws std::length_error or std::bad_alloc.
  void append(const Table& other, std::size_t from, std::size_t count);
  void shrink();

  Fields fields;
  std::vector<Column> columns;  // one for each field

 private:
  std::size_t rows_ = 0;
};

// True if the bytes are valid UTF-8.
bool is_utf8(std::string_view bytes);

}  // namespace bitrook::data
