// Reading Arrow data and sequences that callers pass.
#include "bindings/data/inputs.hpp"

#include <string>
#include <utility>

#include "bindings/support/gil.hpp"
#include "bitrook/data/import.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

template <class Structure>
Structure* of_capsule(const py::handle& capsule, const char* name) {
  auto* pointer = static_cast<Structure*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (!pointer) throw py::error_already_set();
  return pointer;
}

// Like py::hasattr(), which takes every exception for "no".
bool has_attribute(const py::object& object, const char* name) {
  if (PyObject* value = in_python([&] { return PyObject_GetAttrString(object.ptr(), name); })) {
    Py_DECREF(value);
    return true;
  }
  if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw py::error_already_set();
  PyErr_Clear();
  return false;
}

// The structure is moved out of its capsule.
template <class Structure>
Structure moved(Structure* from) {
  Structure to = *from;
  from->release = nullptr;
  return to;
}

}  // namespace

Inputs::~Inputs() {
  for (ArrowArray& a : arrays_) {
    if (a.release) a.release(&a);
  }
  for (ArrowSchema& s : schemas_) {
    if (s.release) s.release(&s);
  }
}

template <class Use>
bool Inputs::each_array(const py::object& object, const char* name, Use use) {
  const auto check = [&](bool known) {
    if (!known) {
      throw py::type_error(std::string(name) + " has the Arrow type '" + schemas_.back().format +
                           "', which cannot be read here");
    }
  };
  if (has_attribute(object, "__arrow_c_array__")) {
    const py::tuple pair = call_method(object, "__arrow_c_array__");
    schemas_.push_back(moved(of_capsule<ArrowSchema>(pair[0], "arrow_schema")));
    arrays_.push_back(moved(of_capsule<ArrowArray>(pair[1], "arrow_array")));
    check(use(schemas_.back(), arrays_.back()));
    return true;
  }
  if (!has_attribute(object, "__arrow_c_stream__")) return false;
  const py::object capsule = call_method(object, "__arrow_c_stream__");
  objects_.push_back(capsule);
  auto* stream = of_capsule<ArrowArrayStream>(capsule, "arrow_array_stream");
  const auto call = [&](auto f) {
    int code;
    {
      const ReleasedGil released;
      code = f();
    }
    throw_if_set();
    if (code == 0) return;
    const char* why = stream->get_last_error(stream);
    throw std::runtime_error(std::string(name) + ": " + (why ? why : "the stream failed"));
  };
  ArrowSchema schema{};
  call([&] { return stream->get_schema(stream, &schema); });
  schemas_.push_back(schema);
  while (true) {
    ArrowArray array{};
    call([&] { return stream->get_next(stream, &array); });
    if (!array.release) return true;
    arrays_.push_back(array);
    check(use(schemas_.back(), arrays_.back()));
  }
}

data::Texts Inputs::texts(const py::object& object, const char* name) {
  data::Texts out;
  if (each_array(object, name,
                 [&](const ArrowSchema& s, const ArrowArray& a) { return data::import_texts(s, a, out); }))
    return out;
  if (py::isinstance<py::str>(object) || py::isinstance<py::bytes>(object)) {
    throw py::type_error(std::string(name) + " must be a column or a list of str, not one text");
  }
  const py::iterator items = py::iter(object);
  while (const py::object item = next_item(items)) {
    if (item.is_none()) {
      out.emplace_back();
      continue;
    }
    if (!PyUnicode_Check(item.ptr())) {
      throw py::type_error(std::string(name) + " must hold str, not " + Py_TYPE(item.ptr())->tp_name);
    }
    Py_ssize_t size = 0;
    const char* utf8 = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
    if (!utf8) throw py::error_already_set();
    objects_.push_back(item);
    out.emplace_back(std::string_view(utf8, std::size_t(size)));
  }
  return out;
}

std::vector<std::span<const std::int16_t>> Inputs::moves(const py::object& object, const char* name) {
  std::vector<std::span<const std::int16_t>> out;
  if (!each_array(object, name,
                  [&](const ArrowSchema& s, const ArrowArray& a) { return data::import_moves(s, a, out); }))
    throw py::type_error(std::string(name) + " must be a column of lists of int16: an Arrow array or stream");
  return out;
}

}  // namespace bitrook::bindings
