// Columns that callers pass: Arrow data by its PyCapsule interface, or sequences of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <deque>
#include <vector>

#include "bitrook/data/arrow.hpp"
#include "bitrook/data/texts.hpp"

namespace bitrook::bindings {

// Owns what the views of a column point to. Needs the GIL, except for reading the views.
class Inputs {
 public:
  Inputs() = default;
  Inputs(const Inputs&) = delete;
  Inputs& operator=(const Inputs&) = delete;
  ~Inputs();

  // Texts of an object with __arrow_c_array__ or __arrow_c_stream__, or of an iterable of str and None. TypeError names
  // the parameter.
  data::Texts texts(const pybind11::object& object, const char* name);
  // Lists of moves: Arrow data of type list<int16>.
  data::MoveLists moves(const pybind11::object& object, const char* name);

 private:
  template <class Column>
  struct Importer;  // how arrays are checked and read

  // Reads the arrays of an object; false if it has no Arrow data.
  template <class Column>
  bool arrow_data(const pybind11::object& object, const Importer<Column>& importer, Column& out);
  template <class Column>
  void stream(const pybind11::object& capsule, const Importer<Column>& importer, Column& out);

  std::deque<ArrowArray> arrays_;
  std::deque<ArrowSchema> schemas_;
  std::vector<pybind11::object> objects_;
};

}  // namespace bitrook::bindings
