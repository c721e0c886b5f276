// Calling the methods of a Python source.
#include "bindings/data/python_source.hpp"

#include <utility>

#include "bindings/support/gil.hpp"

namespace bitrook::bindings {

namespace {

// Calls f(), which returns bool, with the GIL. Returns false without calling f() if there is no interpreter, or if
// another thread finalizes it. If the interpreter terminates the thread in here, the thread hangs instead, so that no
// frame of the caller, which may be code in another language, is unwound. f() must not throw, and must not own Python
// objects while it calls Python code: use the C API.
template <class F>
bool with_gil_of_any_thread(F f) {
  if (!holds_gil() && !can_get_gil()) return false;
  return in_python([&] {
    const PyGILState_STATE state = PyGILState_Ensure();
    const bool result = f();
    PyGILState_Release(state);
    return result;
  });
}

}  // namespace

PythonSource::~PythonSource() {
  with_gil_of_any_thread([this] {
    Py_DECREF(object_);
    Py_XDECREF(exception_);
    return true;
  });
}

// Stores the exception that is set, and its text. Needs the GIL.
bool PythonSource::keep_exception() {
  was_interrupted_ = PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (value && traceback) PyException_SetTraceback(value, traceback);
  PyObject* text = value ? PyObject_Str(value) : nullptr;
  const char* utf8 = text ? PyUnicode_AsUTF8(text) : nullptr;
  try {
    error_ = reinterpret_cast<PyTypeObject*>(type)->tp_name;
    if (utf8 && *utf8) error_ += std::string(": ") + utf8;
  } catch (const std::bad_alloc&) {  // the exception itself is still stored
    error_ = "MemoryError";
  }
  Py_XDECREF(text);
  PyErr_Clear();
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  Py_XDECREF(exception_);
  exception_ = value;
  return false;
}

PyObject* PythonSource::take_exception() { return std::exchange(exception_, nullptr); }

template <class F>
void PythonSource::call(F f) {
  if (!with_gil_of_any_thread(f))
    throw data::SourceError(error_.empty() ? "the interpreter is being finalized" : error_);
}

bool PythonSource::read(data::Block& block) {
  bool is_end = false;
  call([&] {
    PyObject* result = PyObject_CallMethod(object_, "read", nullptr);
    if (!result) return keep_exception();
    PyObject* bytes = nullptr;
    long long offset = 0;
    int past_end = 0, is_new_text = 0, starts_at_marker = 0;
    is_end = result == Py_None;
    bool good =
        is_end || PyArg_ParseTuple(result, "OLppp", &bytes, &offset, &past_end, &is_new_text, &starts_at_marker);
    if (good && !is_end) {
      Py_buffer view;
      good = PyObject_GetBuffer(bytes, &view, PyBUF_SIMPLE) == 0;
      if (good) {
        try {
          block.bytes.append(view.buf, std::size_t(view.len));
        } catch (const std::bad_alloc&) {
          PyErr_NoMemory();
          good = false;
        }
        PyBuffer_Release(&view);
      }
    }
    Py_DECREF(result);
    block.offset = offset;
    block.past_end = past_end != 0;
    block.is_new_text = is_new_text != 0;
    block.starts_at_marker = starts_at_marker != 0;
    return good || keep_exception();
  });
  return !is_end;
}

void PythonSource::skip_text() {
  with_gil_of_any_thread([this] {
    PyObject* result = PyObject_CallMethod(object_, "skip_text", nullptr);
    if (!result) PyErr_Clear();
    Py_XDECREF(result);
    return true;
  });
}

bool PythonSource::rewrite(const std::string& line, std::string& out) {
  bool is_rewritten = false;
  call([&] {
    PyObject* const bytes = PyBytes_FromStringAndSize(line.data(), Py_ssize_t(line.size()));
    if (!bytes) return keep_exception();
    PyObject* const result = PyObject_CallMethod(object_, "rewrite", "N", bytes);
    if (!result) return keep_exception();
    is_rewritten = PyBytes_Check(result);  // otherwise the reason, a str
    Py_ssize_t size = 0;
    const char* text = is_rewritten ? PyBytes_AsString(result) : PyUnicode_AsUTF8AndSize(result, &size);
    if (is_rewritten) size = PyBytes_GET_SIZE(result);
    bool good = text != nullptr;
    try {
      if (good) out.assign(text, std::size_t(size));
    } catch (const std::bad_alloc&) {
      PyErr_NoMemory();
      good = false;
    }
    Py_DECREF(result);
    return good || keep_exception();
  });
  return is_rewritten;
}

void PythonSource::go_on(std::uint64_t games) {
  call([&] {
    if (PyErr_CheckSignals() != 0) return keep_exception();
    PyObject* result = PyObject_CallMethod(object_, "go_on", "K", static_cast<unsigned long long>(games));
    Py_XDECREF(result);
    return result != nullptr || keep_exception();
  });
}

}  // namespace bitrook::bindings
