// Giving columns to other libraries through Arrow's C structures.
#pragma once

#include <memory>

#include "bitrook/data/arrow.hpp"
#include "bitrook/data/column.hpp"

namespace bitrook::data {

// Which Arrow types are used. Spark refuses fixed-size binary, unsigned integers, fixed-size lists and times: it gets
// binary, int64, lists, and timestamps of microseconds in UTC for date and time.
enum class Dialect : std::uint8_t { Arrow, Spark };

// These fill `out`. If an allocation fails, they throw std::bad_alloc, and `out` is empty. Otherwise the caller
// releases it.

// A struct of these fields.
void export_schema(const Fields& fields, Dialect dialect, ArrowSchema* out);

// One field.
void export_field(const Field& field, ArrowSchema* out);

// Rows of one column.
void export_column(std::shared_ptr<const Table> table, std::size_t column, std::size_t from, std::size_t count,
                   ArrowArray* out);

// A record batch: a struct of the rows `from` to `from + count` of these columns, which are not copied. Each array
// shares the ownership of the table, so children may be moved out. The Spark dialect copies the rows of the columns
// that it changes.
void export_batch(std::shared_ptr<const Table> table, std::size_t from, std::size_t count, Dialect dialect,
                  ArrowArray* out);

}  // namespace bitrook::data
