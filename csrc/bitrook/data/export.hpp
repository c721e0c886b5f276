// Exporting columns to other libraries through Arrow's C structures.
#pragma once

#include <memory>

#include "bitrook/data/arrow.hpp"
#include "bitrook/data/column.hpp"

namespace bitrook::data {

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

}  // namespace bitrook::data
