// The three C structures of Apache Arrow: a schema, an array, a stream of arrays.
// https://arrow.apache.org/docs/format/CDataInterface.html, CStreamInterface.html
//
// They are an ABI: every library declares them in the same way, so that columns pass between libraries without a copy
// and without a common header. The guards let this header stand beside another one that declares them.
#pragma once

#include <cstdint>

extern "C" {

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

// A type, or a column's name and type. The producer fills it; whoever owns it calls `release` once, which sets
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
  std::int64_t offset;  // rows of the buffers before the first row of the array
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

// Arrays of one schema, one after the other. The callbacks return 0 or a value of <cerrno>; then get_last_error() gives
// a text, valid until the next call. A released array (`release` is null) ends the stream.
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

#endif  // ARROW_C_STREAM_INTERFACE

}  // extern "C"
