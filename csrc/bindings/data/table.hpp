// The Python class of a table: columns in memory.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "bindings/support/casters.hpp"
#include "bitrook/data/arrow.hpp"
#include "bitrook/data/column.hpp"
#include "bitrook/data/plan.hpp"

namespace bitrook::bindings {

// The native part of Table and Games in bitrook.data.
struct TableObject {
  std::shared_ptr<const data::Table> table;
};

// A plan of columns: scan.cpp.
struct PlanObject {
  std::shared_ptr<const data::Plan> plan;
};

// The value of a row, and the values of rows as a list: column.cpp. Null with an exception set if there is no memory.
PyObject* value(const data::Column& column, std::size_t row);
PyObject* values(const data::Column& column, std::size_t from, std::size_t count);

data::Dialect dialect_of(const std::string& name);    // "arrow" or "spark"; otherwise ValueError
pybind11::list names_of(const data::Fields& fields);  // (name, type)

}  // namespace bitrook::bindings
