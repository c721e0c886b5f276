// Building, copying and truncating columns.
#include "bitrook/data/column.hpp"

#include <stdexcept>
#include <utility>

#include "bitrook/base/checked.hpp"

namespace bitrook::data {

void Column::too_large() {
  throw std::length_error("a column of strings or lists can hold at most 2,147,483,647 bytes or items");
}

Column::Column(Type type) : type_(type) {
  if (is_text(type) || is_list(type)) offsets_.push(std::int32_t{0});
  if (is_list(type)) child_ = std::make_unique<Column>(*info(type).items);
}

Column::Column(Type type, std::size_t length, std::size_t nulls, Buffer validity, Buffer offsets, Buffer data,
               std::unique_ptr<Column> items)
    : type_(type),
      length_(length),
      nulls_(nulls),
      validity_(std::move(validity)),
      offsets_(std::move(offsets)),
      data_(std::move(data)),
      child_(std::move(items)) {
  const auto need = [](bool fits) {
    if (!fits) throw std::invalid_argument("the buffers of a column are inconsistent");
  };
  need(length < MaxOffset && nulls <= length && validity_.size() == (nulls == 0 ? 0 : (length + 7) / 8));
  if (nulls != 0) {
    std::size_t valid = 0;
    for (std::size_t i = 0; i < length; ++i) valid += !is_null(i);
    need(valid + nulls == length);
  }
  if (!is_text(type) && !is_list(type)) {
    need(data_.size() == length * width(type));
    return;
  }
  need(offsets_.size() == 4 * (length + 1) && is_list(type) == (child_ != nullptr));
  const auto at = offsets_.as<std::int32_t>();
  need(at[0] == 0);
  for (std::size_t i = 0; i < length; ++i) need(at[i] <= at[i + 1]);
  need(std::size_t(at[length]) == (is_list(type) ? child_->length_ : data_.size()));
  if (is_list(type)) need(child_->type_ == info(type).items);
  if (type == Type::String) need(is_utf8({data_.data(), data_.size()}));
}

std::size_t Column::bytes() const {
  return validity_.size() + offsets_.size() + data_.size() + (child_ ? child_->bytes() : 0);
}

void Column::start_validity() {
  validity_.resize((length_ + 7) / 8);
  if (length_ > 0) std::memset(validity_.data(), 0xFF, validity_.size());
}

void Column::set_valid(std::size_t row, bool valid) {
  if (row / 8 >= validity_.size()) {
    const std::size_t before = validity_.size();
    validity_.resize(row / 8 + 1);
    std::memset(validity_.data() + before, 0, validity_.size() - before);
  }
  unsigned char& byte = validity_.at<unsigned char>(row / 8);
  const unsigned bit = 1U << row % 8;
  byte = static_cast<unsigned char>(valid ? byte | bit : byte & ~bit);
}

void Column::add_null() {
  if (nulls_ == 0) start_validity();
  ++nulls_;
  if (is_list(type_)) {
    offsets_.push(std::int32_t(child_->length_));
  } else if (is_text(type_)) {
    offsets_.push(std::int32_t(data_.size()));
  } else {
    const std::size_t at = data_.size();
    data_.resize(at + width(type_));
    std::memset(data_.data() + at, 0, width(type_));
  }
  set_valid(length_, false);
  ++length_;
}

void Column::add_text(std::string_view text) {
  if (type_ == Type::Binary || is_utf8(text)) return add_utf8(text);
  for (const char c : text) {
    const unsigned byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) data_.push(char(0xC0 | byte >> 6));
    data_.push(byte >= 0x80 ? char(0x80 | (byte & 0x3F)) : c);
  }
  end_text();
}

void Column::append(const Column& other, std::size_t from, std::size_t count) {
  if (count == 0) return;
  std::size_t nulls = nulls_;
  if (nulls_ == 0 && other.nulls_ != 0) start_validity();
  if (nulls_ != 0 || other.nulls_ != 0) {
    for (std::size_t i = 0; i < count; ++i) {
      const bool null = other.is_null(from + i);
      set_valid(length_ + i, !null);
      nulls += null;
    }
  }
  if (is_text(type_) || is_list(type_)) {
    const auto theirs = other.offsets_.as<std::int32_t>().subspan(from, count + 1);
    const std::size_t first = std::size_t(theirs.front()), size = std::size_t(theirs.back()) - first;
    const std::size_t base = is_list(type_) ? child_->length_ : data_.size();
    if (base + size > MaxOffset) too_large();
    const std::size_t at = offsets_.size();
    offsets_.resize(at + 4 * count);
    for (std::size_t i = 0; i < count; ++i) {
      offsets_.at<std::int32_t>(at / 4 + i) = std::int32_t(base + std::size_t(theirs[i + 1]) - first);
    }
    if (is_list(type_)) {
      child_->append(*other.child_, first, size);
    } else {
      data_.append(other.data_.data() + first, size);
    }
  } else {
    data_.append(other.data_.data() + from * width(type_), count * width(type_));
  }
  length_ += count;
  nulls_ = nulls;
  if (nulls_ == 0) validity_.resize(0);
}

void Column::truncate(std::size_t length) {
  BITROOK_ASSERT(length <= length_);
  if (is_list(type_)) child_->truncate(std::size_t(offsets_.as<std::int32_t>()[length]));
  for (std::size_t i = length; nulls_ != 0 && i < length_; ++i) nulls_ -= is_null(i);
  validity_.resize(nulls_ == 0 ? 0 : (length + 7) / 8);
  if (is_text(type_)) data_.resize(std::size_t(offsets_.as<std::int32_t>()[length]));
  if (is_text(type_) || is_list(type_)) {
    offsets_.resize(4 * (length + 1));
  } else {
    data_.resize(length * width(type_));
  }
  length_ = length;
}

void Column::shrink() {
  validity_.shrink();
  offsets_.shrink();
  data_.shrink();
  if (child_) child_->shrink();
}

std::size_t Table::bytes() const {
  std::size_t sum = 0;
  for (const Column& c : columns) sum += c.bytes();
  return sum;
}

void Table::add_column(const Field& field, Column&& column) {
  if (column.type() != field.type) throw std::invalid_argument("a column has the wrong type");
  if (!columns.empty() && column.length() != rows_) throw std::invalid_argument("the columns differ in length");
  fields.reserve(fields.size() + 1);
  columns.push_back(std::move(column));
  fields.push_back(field);
  rows_ = columns.back().length();
}

void Table::truncate(std::size_t rows) {
  for (Column& c : columns) c.truncate(rows);
  rows_ = rows;
}

void Table::take_open_rows(Table& other) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& open = other.columns[i];
    columns[i].append(open, other.rows_, open.length() - other.rows_);
  }
  other.drop_row();
}

void Table::append(const Table& other, std::size_t from, std::size_t count) {
  try {
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].append(other.columns[i], from, count);
  } catch (...) {
    drop_row();
    throw;
  }
  rows_ += count;
}

void Table::shrink() {
  for (Column& c : columns) c.shrink();
}

namespace {

// Has no branch on the text, and one on its length.
bool is_ascii(const char* s, std::size_t n) {
  const auto load = [s]<class Word>(std::size_t at, Word word) {
    std::memcpy(&word, s + at, sizeof word);
    return std::uint64_t{word};
  };
  std::uint64_t all = 0;
  if (n >= 8) {
    for (std::size_t i = 0; i < n - 8; i += 8) all |= load(i, std::uint64_t{});
    all |= load(n - 8, std::uint64_t{});
  } else if (n >= 4) {
    all = load(0, std::uint32_t{}) | load(n - 4, std::uint32_t{});
  } else {
    for (std::size_t i = 0; i < n; ++i) all |= load(i, std::uint8_t{});
  }
  return (all & 0x8080808080808080) == 0;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  if (is_ascii(bytes.data(), bytes.size())) return true;
  const auto* s = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t n = bytes.size();
  for (std::size_t i = 0; i < n;) {
    if (i + 8 <= n && is_ascii(bytes.data() + i, 8)) {
      i += 8;
      continue;
    }
    const unsigned lead = s[i];
    if (lead < 0x80) {
      ++i;
      continue;
    }
    const unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4 || i + more >= n) return false;
    // The range of the second byte excludes overlong forms, surrogates and code points above U+10FFFF.
    const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (s[i + 1] < low || s[i + 1] > high) return false;
    for (unsigned k = 2; k <= more; ++k) {
      if ((s[i + k] & 0xC0) != 0x80) return false;
    }
    i += more + 1;
  }
  return true;
}

}  // namespace bitrook::data
