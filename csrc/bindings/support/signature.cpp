// Sorting the arguments of a call by parameter, for calls that are not purely positional.
#include "bindings/support/signature.hpp"

#include <string>

namespace bitrook::bindings {

namespace {

bool refuse(const Signature& s, const std::string& text) {
  PyErr_Format(PyExc_TypeError, "%s() %s", std::string(s.function).c_str(), text.c_str());
  return false;
}

std::string quoted(std::string_view name) { return std::string("'").append(name).append("'"); }

}  // namespace

bool bind(const Signature& s, PyObject* const* args, Py_ssize_t positional, PyObject* keywords, PyObject** slots) {
  const auto given = std::size_t(positional);
  if (given > s.positional) {
    return refuse(s, "takes at most " + std::to_string(s.positional) + " positional argument" +
                         (s.positional == 1 ? "" : "s") + ", " + std::to_string(given) + " given");
  }
  for (std::size_t i = 0; i < given; ++i) slots[i] = args[i];
  for (std::size_t i = given; i < s.count; ++i) slots[i] = nullptr;
  const Py_ssize_t named = keywords ? PyTuple_GET_SIZE(keywords) : 0;
  for (Py_ssize_t k = 0; k < named; ++k) {
    PyObject* keyword = PyTuple_GET_ITEM(keywords, k);
    Py_ssize_t length = 0;
    const char* utf8 = PyUnicode_AsUTF8AndSize(keyword, &length);
    if (!utf8) return false;
    const std::string_view name(utf8, std::size_t(length));
    std::size_t i = s.positional_only;
    while (i < s.count && s.names[i] != name) ++i;
    if (i == s.count) return refuse(s, "got an unexpected keyword argument " + quoted(name));
    if (slots[i]) return refuse(s, "got multiple values for argument " + quoted(name));
    slots[i] = args[positional + k];
  }
  for (std::size_t i = given; i < s.count; ++i) {
    if (!slots[i] && !s.optional[i]) return refuse(s, "missing required argument " + quoted(s.names[i]));
  }
  return true;
}

}  // namespace bitrook::bindings
