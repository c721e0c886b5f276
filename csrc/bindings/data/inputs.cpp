// Reading Arrow data and sequences that callers pass.
#include "bindings/data/inputs.hpp"

#include <string>
#include <utility>

#include "bindings/support/gil.hpp"
#include "bitrook/data/import.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// Moves the structure out of its capsule.
template <class Structure>
Structure taken(const py::handle& capsule, const char* capsule_name, const char* name) {
  auto* from = static_cast<Structure*>(PyCapsule_GetPointer(capsule.ptr(), capsule_name));
  if (!from) throw py::error_already_set();
  if (!from->release) throw py::value_error(std::string(name) + " has Arrow data that has already been consumed");
  return std::exchange(*from, Structure{});
}

// Like py::hasattr(), but passes on exceptions other than AttributeError.
bool has_attribute(const py::object& object, const char* name) {
  if (PyObject* value = in_python([&] { return PyObject_GetAttrString(object.ptr(), name); })) {
    Py_DECREF(value);
    return true;
  }
  if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw py::error_already_set();
  PyErr_Clear();
  return false;
}

}  // namespace

template <class Column>
struct Inputs::Importer {
  const char* name;  // of the parameter
  bool (*holds)(const ArrowSchema&);
  const char* (*read)(const ArrowSchema&, const ArrowArray&, Column&);

  void check(const ArrowSchema& schema) const {
    if (schema.release && holds(schema)) return;
    const std::string format = schema.release && schema.format ? schema.format : "";
    throw py::type_error(std::string(name) + " has the Arrow type '" + format + "', which cannot be read here");
  }
  void add(const ArrowSchema& schema, const ArrowArray& array, Column& out) const {
    if (const char* wrong = read(schema, array, out)) {
      throw py::value_error(std::string(name) + " has invalid Arrow data: " + wrong);
    }
  }
};

template <class Column>
bool Inputs::arrow_data(const py::object& object, const Importer<Column>& importer, Column& out) {
  if (has_attribute(object, "__arrow_c_array__")) {
    const py::object pair = call_method(object, "__arrow_c_array__");
    if (!PyTuple_Check(pair.ptr()) || PyTuple_GET_SIZE(pair.ptr()) != 2) {
      throw py::type_error(std::string(importer.name) + ": __arrow_c_array__() must return two capsules");
    }
    ArrowSchema& schema = schemas_.emplace_back();
    schema = taken<ArrowSchema>(PyTuple_GET_ITEM(pair.ptr(), 0), "arrow_schema", importer.name);
    importer.check(schema);
    ArrowArray& array = arrays_.emplace_back();
    array = taken<ArrowArray>(PyTuple_GET_ITEM(pair.ptr(), 1), "arrow_array", importer.name);
    importer.add(schema, array, out);
    return true;
  }
  if (!has_attribute(object, "__arrow_c_stream__")) return false;
  stream(call_method(object, "__arrow_c_stream__"), importer, out);
  return true;
}

template <class Column>
void Inputs::stream(const py::object& capsule, const Importer<Column>& importer, Column& out) {
  data::Owned<ArrowArrayStream> stream(taken<ArrowArrayStream>(capsule, "arrow_array_stream", importer.name));
  const auto fill = [&]<class Structure>(int (*callback)(ArrowArrayStream*, Structure*), Structure& structure) {
    int code;
    {
      Structure made{};
      const ReleasedGil released;
      code = callback(&stream, &made);
      if (code == 0) structure = made;
    }
    throw_if_set();
    if (code == 0) return;
    const char* why = stream.get_last_error(&stream);
    throw std::runtime_error(std::string(importer.name) + ": " + (why ? why : "the stream failed"));
  };
  ArrowSchema& schema = schemas_.emplace_back();
  fill(stream.get_schema, schema);
  importer.check(schema);
  while (true) {
    ArrowArray& array = arrays_.emplace_back();
    fill(stream.get_next, array);
    if (!array.release) return;
    importer.add(schema, array, out);
  }
}

data::Texts Inputs::texts(const py::object& object, const char* name) {
  data::Texts out;
  if (arrow_data(object, Importer<data::Texts>{name, data::holds_texts, data::import_texts}, out)) return out;
  if (py::isinstance<py::str>(object) || py::isinstance<py::bytes>(object)) {
    throw py::type_error(std::string(name) + " must be a column or a list of str, not a single text");
  }
  const py::iterator items = py::iter(object);
  while (const py::object item = next_item(items)) {
    if (item.is_none()) {
      out.emplace_back();
      continue;
    }
    if (!PyUnicode_Check(item.ptr())) {
      throw py::type_error(std::string(name) + " must contain str, not " + Py_TYPE(item.ptr())->tp_name);
    }
    Py_ssize_t size = 0;
    const char* utf8 = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
    if (!utf8) throw py::error_already_set();
    objects_.push_back(item);
    out.emplace_back(std::string_view(utf8, std::size_t(size)));
  }
  return out;
}

data::MoveLists Inputs::moves(const py::object& object, const char* name) {
  data::MoveLists out;
  if (!arrow_data(object, Importer<data::MoveLists>{name, data::holds_moves, data::import_moves}, out)) {
    throw py::type_error(std::string(name) + " must be a column of lists of int16: an Arrow array or stream");
  }
  return out;
}

}  // namespace bitrook::bindings
