// Columns that callers pass: Arrow data through the PyCapsule interface, or iterables of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <deque>
#include <vector>

#include "bitrook/data/arrow.hpp"
#include "bitrook/data/texts.hpp"

namespace bitrook::bindings {

// Owns the memory that the views of columns refer to. Needs the GIL, except for reading the views.
class Inputs {
 public:
  // Reads texts from an object with __arrow_c_array__ or __arrow_c_stream__, or from an iterable of str and None.
  // `name` is the parameter's name for error messages.
  data::Texts texts(const pybind11::object& object, const char* name);
  // Reads lists of moves from Arrow data of type list<int16>.
  data::MoveLists moves(const pybind11::object& object, const char* name);

 private:
  template <class Column>
  struct Importer;  // how arrays are checked and read

  // Reads the arrays of an object. Returns false if it has no Arrow data.
  template <class Column>
  bool arrow_data(const pybind11::object& object, const Importer<Column>& importer, Column& out);
  template <class Column>
  void stream(const pybind11::object& capsule, const Importer<Column>& importer, Column& out);

  std::deque<data::Owned<ArrowArray>> arrays_;
  std::deque<data::Owned<ArrowSchema>> schemas_;
  std::vector<pybind11::object> objects_;
};

}  // namespace bitrook::bindings
