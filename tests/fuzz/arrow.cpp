// Fuzzes Arrow's C structures. If the first byte is odd, rows of games are exported, as a whole and in slices, and
// imported again. If it is even, arrays are built from the bytes and imported; their buffers have exactly the size that
// follows from offsets and lengths, and all values that were accepted are read.
#include "bitrook/data/arrow.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/data/rows.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using namespace bitrook::data;
using fuzz::check;

namespace {

// ---- Export and import.

// Releases a structure, and checks that this was done.
template <class Structure>
struct Checked : Structure {
  Checked() : Structure{} {}
  Checked(const Checked&) = delete;
  ~Checked() {
    if (this->release) this->release(this);
    check(!this->release, "a released structure is marked as released");
  }
};

std::shared_ptr<const Table> table_of(const Plan& plan, std::string_view text) {
  const auto reader = new_reader(plan, 0);
  reader->feed(text, Offsets());
  reader->finish();
  return reader->table();
}

void check_column(const std::shared_ptr<const Table>& table, const Fields& fields, std::size_t column, std::size_t from,
                  std::size_t count) {
  Checked<ArrowSchema> schema;
  Checked<ArrowArray> array;
  export_field(fields[column], &schema);
  export_column(table, column, from, count, &array);
  const Column& c = table->columns[column];
  check(std::string_view(schema.name) == fields[column].name, "a field has its name");
  if (is_text(c.type())) {
    Texts texts;
    check(holds_texts(schema) && !import_texts(schema, array, texts), "exported texts can be imported");
    check(texts.size() == count, "each row is imported");
    for (std::size_t i = 0; i < count; ++i) {
      check(texts[i] == (c.is_null(from + i) ? std::nullopt : std::optional(c.text(from + i))), "texts are the same");
    }
  } else if (c.type() == Type::ListInt16) {
    MoveLists lists;
    check(holds_moves(schema) && !import_moves(schema, array, lists), "exported lists can be imported");
    check(lists.size() == count, "each row is imported");
    const auto at = c.offsets().as<std::int32_t>();
    const auto items = c.items().data().as<std::int16_t>();
    for (std::size_t i = 0; i < count; ++i) {
      const auto first = std::size_t(at[from + i]), size = std::size_t(at[from + i + 1]) - first;
      check(lists[i].has_value() != c.is_null(from + i), "nulls are the same");
      check(!lists[i] || std::ranges::equal(*lists[i], items.subspan(first, size)), "lists are the same");
    }
  } else {
    check(!holds_texts(schema) && !holds_moves(schema), "other types are not read");
  }
}

// Compares the rows that the Spark dialect converts.
void check_spark(const Table& table, std::size_t column, const ArrowArray& array, std::size_t from) {
  const Column& c = table.columns[column];
  for (std::size_t i = 0; i < std::size_t(array.length); ++i) {
    const auto at = std::size_t(array.offset) + i;
    const auto* bits = static_cast<const unsigned char*>(array.buffers[0]);
    const bool null = bits && !(bits[at / 8] >> at % 8 & 1);
    check(null == c.is_null(from + i), "nulls are the same");
    if (null) continue;
    if (c.type() == Type::Date32 || c.type() == Type::Time32) {
      const std::int64_t unit = c.type() == Type::Date32 ? 86'400'000'000 : 1'000'000;
      check(static_cast<const std::int64_t*>(array.buffers[1])[at] == unit * c.data().as<std::int32_t>()[from + i],
            "times are in microseconds");
    } else if (c.type() == Type::Packed) {
      const auto* ends = static_cast<const std::int32_t*>(array.buffers[1]);
      check(ends[at + 1] - ends[at] == 24, "a position has 24 bytes");
      const char* bytes = static_cast<const char*>(array.buffers[2]) + ends[at];
      check(std::memcmp(bytes, c.data().data() + 24 * (from + i), 24) == 0, "positions are the same");
    } else if (c.type() == Type::Words8) {
      const auto* ends = static_cast<const std::int32_t*>(array.buffers[1]);
      const auto* words = static_cast<const std::uint64_t*>(array.children[0]->buffers[1]);
      check(ends[at + 1] <= array.children[0]->length, "the words are there");
      check(std::memcmp(words + ends[at], c.data().data() + 64 * (from + i), 64) == 0, "words are the same");
    }
  }
}

void round_trip(fuzz::Bytes bytes) {
  const bool positions = (bytes.byte() & 1) != 0;
  const unsigned cut = bytes.byte(), length = bytes.byte();
  auto plan = Plan::of(positions ? Plan::Kind::Positions : Plan::Kind::Games,
                       positions ? std::vector<std::string>{"position", "dense", "move", "White", "error"}
                                 : std::vector<std::string>{"White", "UTCDate", "UTCTime", "moves", "nags", "comments",
                                                            "movetext", "final", "fen", "clocks"},
                       OnError::Column, {}, {});
  check(plan.has_value(), "the columns are known");
  const auto table = table_of(*plan, bytes.rest());
  const std::size_t from = cut % (table->rows() + 1), count = length % (table->rows() - from + 1);
  for (std::size_t i = 0; i < plan->fields.size(); ++i) {
    check_column(table, plan->fields, i, 0, table->rows());
    check_column(table, plan->fields, i, from, count);
  }
  for (const Dialect dialect : {Dialect::Arrow, Dialect::Spark}) {
    Checked<ArrowSchema> schema;
    Checked<ArrowArray> batch;
    export_schema(plan->fields, dialect, &schema);
    export_batch(table, from, count, dialect, &batch);
    check(schema.n_children == batch.n_children, "each column has a type");
    if (dialect == Dialect::Arrow) continue;
    for (std::size_t i = 0; i < plan->fields.size(); ++i) check_spark(*table, i, *batch.children[i], from);
    Checked<ArrowArray> moved;  // outlives its parent
    std::memcpy(static_cast<ArrowArray*>(&moved), batch.children[0], sizeof(ArrowArray));
    batch.children[0]->release = nullptr;
    batch.release(&batch);
    check_spark(*table, 0, moved, from);
  }
}

// ---- Arrays with arbitrary contents.

using Memory = std::unique_ptr<char[]>;

// Returns `size` bytes of the input, or zeros after its end.
Memory taken(fuzz::Bytes& bytes, std::size_t size) {
  Memory memory(new char[size]);
  for (std::size_t i = 0; i < size; ++i) memory[i] = char(bytes.byte());
  return memory;
}

class Array {
 public:
  explicit Array(fuzz::Bytes& bytes) : bytes_(bytes) {
    array_.release = [](ArrowArray*) {};
    array_.length = bytes.byte() % 24;
    array_.offset = bytes.byte() % 12;
    array_.null_count = std::int8_t(bytes.byte());
    if (bytes.byte() % 4 == 0) add(taken(bytes, std::size_t(array_.length + array_.offset + 7) / 8));
    if (memory_.empty()) add(nullptr);
  }
  // Adds a buffer with offsets of this type, and returns the last one.
  template <class Offset>
  std::int64_t add_offsets() {
    const auto rows = std::size_t(array_.length + array_.offset);
    Memory memory(new char[(rows + 1) * sizeof(Offset)]);
    Offset end = Offset(std::int8_t(bytes_.byte()));
    const bool may_fall = bytes_.byte() % 4 == 0;
    for (std::size_t i = 0; i <= rows; ++i) {
      std::memcpy(memory.get() + i * sizeof(Offset), &end, sizeof(Offset));
      end += may_fall ? Offset(std::int8_t(bytes_.byte())) : Offset(bytes_.byte() % 8);
    }
    std::memcpy(&end, memory.get() + rows * sizeof(Offset), sizeof(Offset));
    add(std::move(memory));
    return end;
  }
  void add_bytes(std::int64_t size) { add(taken(bytes_, std::size_t(std::max<std::int64_t>(size, 0)))); }
  void add_items() { add_bytes(2 * (array_.length + array_.offset)); }
  void add_views() {
    add_bytes(16 * (array_.length + array_.offset));
    std::vector<std::int64_t> sizes;
    for (unsigned n = bytes_.byte() % 3; n > 0; --n) {
      sizes.push_back(bytes_.byte());
      add_bytes(sizes.back());
    }
    Memory memory(new char[8 * sizes.size()]);
    if (!sizes.empty()) std::memcpy(memory.get(), sizes.data(), 8 * sizes.size());
    add(std::move(memory));
  }
  void set_child(ArrowArray* child) {
    child_ = child;
    array_.children = &child_;
    array_.n_children = 1;
  }
  // Returns the structure, in which one member may be invalid.
  ArrowArray& finished() {
    array_.buffers = pointers_.data();
    array_.n_buffers = std::int64_t(pointers_.size());
    switch (bytes_.byte()) {
      case 1:
        array_.length = -1 - array_.length;
        break;
      case 2:
        array_.offset = std::numeric_limits<std::int64_t>::max() - array_.offset;
        break;
      case 3:
        array_.length = std::numeric_limits<std::int64_t>::max() - array_.length;
        break;
      case 4:
        array_.n_buffers = std::int8_t(bytes_.byte()) % (array_.n_buffers + 1);
        break;
      case 5:
        pointers_[bytes_.byte() % pointers_.size()] = nullptr;
        break;
      case 6:
        array_.buffers = nullptr;
        break;
      case 7:
        array_.release = nullptr;
        break;
      case 8:
        array_.children = nullptr;
        break;
      case 9:
        child_ = nullptr;
        break;
      case 10:
        array_.n_children = std::int8_t(bytes_.byte()) & ~1;
        break;
      default:
        break;
    }
    return array_;
  }

 private:
  void add(Memory memory) {
    pointers_.push_back(memory.get());
    memory_.push_back(std::move(memory));
  }

  fuzz::Bytes& bytes_;
  ArrowArray array_{};
  ArrowArray* child_ = nullptr;
  std::vector<Memory> memory_;
  std::vector<const void*> pointers_;
};

void import_any(fuzz::Bytes bytes) {
  const char* formats[] = {"u", "Z", "vu", "+l", "+L"};
  const unsigned kind = bytes.byte() % 5;
  ArrowSchema item{}, schema{};
  ArrowSchema* children[] = {&item};
  item.format = "s";
  schema.format = formats[kind];
  schema.children = children;
  schema.n_children = kind >= 3;
  Array array(bytes);
  std::size_t sum = 0;
  if (kind < 3) {
    check(holds_texts(schema), "the type is known");
    if (kind == 2) {
      array.add_views();
    } else {
      array.add_bytes(kind == 0 ? array.add_offsets<std::int32_t>() : array.add_offsets<std::int64_t>());
    }
    Texts texts(1);
    const bool good = !import_texts(schema, array.finished(), texts);
    check(good || texts.size() == 1, "nothing is imported from an invalid array");
    for (const auto& text : texts) {
      for (const char c : text.value_or("")) sum += static_cast<unsigned char>(c);
    }
  } else {
    check(holds_moves(schema), "the type is known");
    kind == 3 ? array.add_offsets<std::int32_t>() : array.add_offsets<std::int64_t>();
    Array items(bytes);
    items.add_items();
    array.set_child(&items.finished());
    MoveLists lists(1);
    const bool good = !import_moves(schema, array.finished(), lists);
    check(good || lists.size() == 1, "nothing is imported from an invalid array");
    for (const auto& list : lists) {
      for (const std::int16_t word : list.value_or(std::span<const std::int16_t>())) sum += std::uint16_t(word);
    }
  }
  check(sum < std::numeric_limits<std::size_t>::max(), "the values are read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  bytes.byte() & 1 ? round_trip(bytes) : import_any(bytes);
  return 0;
}
