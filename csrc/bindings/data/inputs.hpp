// Columns that callers pass: Arrow data by its PyCapsule interface, or sequences of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <deque>
#include <span>
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
  std::vector<std::span<const std::int16_t>> moves(const pybind11::object& object, const char* name);

 private:
  // Calls use(schema, array), which says whether it knows the type, for each array; false if the object is not Arrow's.
  template <class Use>
  bool each_array(const pybind11::object& object, const char* name, Use use);

  std::deque<ArrowArray> arrays_;
  std::deque<ArrowSchema> schemas_;
  std::vector<pybind11::object> objects_;
};

}  // namespace bitrook::bindings
