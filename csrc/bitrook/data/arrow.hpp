// The three C structures of Apache Arrow: a schema, an array, a stream of arrays; columns exported through them, and
// texts and lists of moves imported.
// https://arrow.apache.org/docs/format/CDataInterface.html, CStreamInterface.html
//
// They are an ABI: every library declares them identically, so columns can be passed between libraries without copying
// and without a common header. The guards allow including this header together with another one that declares them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bitrook/data/column.hpp"

extern "C" {

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

// A type, or the name and type of a column. The producer fills it in; the owner calls `release` once, which sets
// `release` to null.
struct ArrowSchema {
  const char* format;    // the type: "s" int16, "u" string, "+l" list, "+s" struct
  const char* name;      // may be null
  const char* metadata;  // may be null
  std::int64_t flags;
  std::int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

// A column's values. To move it, copy the structure and set `release` of the old one to null; children may be moved out
// of their parent in the same way.
struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;  // the number of rows in the buffers before the first row of the array
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;  // the first is the validity bitmap, null if there are no nulls
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

#endif  // ARROW_C_DATA_INTERFACE

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

// A sequence of arrays with the same schema. The callbacks return 0 or an error code of <cerrno>; after an error,
// get_last_error() returns a message that is valid until the next call. A released array (`release` is null) ends the
// stream.
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

#endif  // ARROW_C_STREAM_INTERFACE

}  // extern "C"

namespace bitrook::data {

// One of these structures, which is released at the end of its lifetime, unless it is empty or has been moved out.
template <class Structure>
struct Owned : Structure {
  Owned() : Structure{} {}
  explicit Owned(const Structure& structure) : Structure(structure) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (this->release) this->release(this);
  }
};

// --- Exporting columns to other libraries.

// Which Arrow types are used. Spark does not support fixed-size binary, unsigned integers, fixed-size lists and times,
// so it gets binary, int64, lists, and timestamps in microseconds (UTC) for dates and times.
enum class Dialect : std::uint8_t { Arrow, Spark };

// These functions fill `out`. Precondition: `out` is empty. The caller must release it, even after std::bad_alloc,
// because it may be partly filled.

// A struct of these fields.
void export_schema(const Fields& fields, Dialect dialect, ArrowSchema* out);

// One field.
void export_field(const Field& field, ArrowSchema* out);

// Rows of one column.
void export_column(const std::shared_ptr<const Table>& table, std::size_t column, std::size_t from, std::size_t count,
                   ArrowArray* out);

// A record batch: a struct with `count` rows of each column, starting at row `from`. Columns are not copied, except for
// the rows of columns that the Spark dialect converts. Each array shares the ownership of the table, so children may be
// moved out.
void export_batch(const std::shared_ptr<const Table>& table, std::size_t from, std::size_t count, Dialect dialect,
                  ArrowArray* out);

// --- Importing columns from other libraries.

// A column of texts; nulls have no value.
using Texts = std::vector<std::optional<std::string_view>>;
// A column of lists of moves; nulls have no value.
using MoveLists = std::vector<std::optional<std::span<const std::int16_t>>>;

// Whether arrays with this schema contain texts: strings, large strings, string views, or the binary types.
bool holds_texts(const ArrowSchema& schema);
// Whether they contain lists or large lists of int16 or uint16.
bool holds_moves(const ArrowSchema& schema);

// These functions append the rows of an array as views of its memory. They return null, or an error if the array is
// invalid; `out` then keeps its length. Lengths, offsets and addresses are checked against each other, but the actual
// size of the memory cannot be checked. Precondition: holds_texts(schema) or holds_moves(schema).
const char* import_texts(const ArrowSchema& schema, const ArrowArray& array, Texts& out);
const char* import_moves(const ArrowSchema& schema, const ArrowArray& array, MoveLists& out);

}  // namespace bitrook::data
