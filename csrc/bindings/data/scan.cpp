// Scanning PGN for Python: a plan of the columns, the pipeline, and the stream that other libraries read.
#include <pybind11/stl.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "bindings/data/capsules.hpp"
#include "bindings/data/table.hpp"
#include "bindings/pgn/line_reader.hpp"
#include "bindings/support/convert.hpp"
#include "bindings/support/gil.hpp"
#include "bitrook/data/lines.hpp"
#include "bitrook/data/pipeline.hpp"
#include "bitrook/data/source.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using data::Pipeline;
using data::Plan;

// ---- Filters: a list of lists of (subject, tag, comparison, values). python/bitrook/data/_filters.py checks them.

data::Condition condition_of(const py::tuple& given, data::TagNumbers& tags) {
  data::Condition c;
  c.subject = enum_named<data::Subject>(data::SubjectNames, given[0], "filters");
  c.tag = tags.add(given[1].cast<std::string>());
  c.comparison = enum_named<data::Comparison>(data::ComparisonNames, given[2], "filters");
  for (const py::handle value : given[3].cast<py::list>()) {
    if (c.subject == data::Subject::Text) {
      c.texts.push_back(value.cast<std::string>());
    } else {
      c.numbers.push_back(value.cast<std::int64_t>());
    }
  }
  return c;
}

// Returns a condition on positions, or nothing for None.
std::optional<query::Condition> condition_in(const py::object& given) {
  if (given.is_none()) return std::nullopt;
  if (py::isinstance<query::Condition>(given)) return given.cast<query::Condition>();
  not_a("_Condition or None", given.ptr(), "where");
  throw py::error_already_set();
}

PlanObject new_plan(const std::vector<std::string>& columns, bool positions, const py::list& filters,
                    const py::object& on_error, std::uint32_t every, std::uint32_t skip_first,
                    const py::object& letters, const py::object& of_games, const py::object& of_rows) {
  data::Filter filter;
  data::TagNumbers tags;
  for (const py::handle all : filters) {
    filter.any.emplace_back();
    for (const py::handle one : all.cast<py::list>()) {
      filter.any.back().push_back(condition_of(one.cast<py::tuple>(), tags));
    }
  }
  auto plan = Plan::of(positions ? Plan::Kind::Positions : Plan::Kind::Games, columns,
                       enum_named<data::OnError>(data::OnErrorNames, on_error, "on_error"), std::move(filter),
                       std::move(tags), {condition_in(of_games), condition_in(of_rows)});
  if (!plan) throw py::value_error("columns contains a column of lists, which a table of positions cannot have");
  plan->every = every;
  plan->skip_first = skip_first;
  plan->letters = letters_of(letters);
  return {std::make_shared<const Plan>(std::move(*plan))};
}

// Filters are as for games; instead of tags, they name columns.
PlanObject new_line_plan(const std::vector<std::string>& columns, const py::object& format, bool all_evaluations,
                         const py::list& filters, const py::object& on_error) {
  const auto kind = enum_named<data::LinePlan::Format>(data::LinePlan::FormatNames, format, "format");
  data::Filter filter;
  data::TagNumbers unused;
  for (const py::handle all : filters) {
    filter.any.emplace_back();
    for (const py::handle one : all.cast<py::list>()) {
      const auto given = one.cast<py::tuple>();
      data::Condition c = condition_of(given, unused);
      const auto content = data::line_content(kind, given[1].cast<std::string>());
      if (!content) throw py::value_error("filters: there is no column " + given[1].cast<std::string>());
      c.tag = std::size_t(*content);
      filter.any.back().push_back(std::move(c));
    }
  }
  std::string bad;
  auto plan =
      data::plan_of_lines(kind, all_evaluations, columns,
                          enum_named<data::OnError>(data::OnErrorNames, on_error, "on_error"), std::move(filter), bad);
  if (!plan) throw py::value_error("columns: there is no column '" + bad + "'");
  return {std::make_shared<const Plan>(std::move(*plan))};
}

// ---- The source: a Python object from which blocks of text are read.

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

// The object has three methods. read() returns a tuple (bytes, offset, past_end, is_new_text, starts_at_marker), or
// None at the end. The results of skip_text() and go_on(games) are ignored. See python/bitrook/data/_source.py. Each
// call acquires the GIL.
class PythonSource final : public data::Source {
 public:
  // Creates a new reference to the object.
  explicit PythonSource(PyObject* object) : object_(incref(object)) {}
  ~PythonSource() override {
    with_gil_of_any_thread([this] {
      Py_DECREF(object_);
      Py_XDECREF(exception_);
      return true;
    });
  }

  bool read(data::Block& block) override {
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

  void skip_text() override {
    with_gil_of_any_thread([this] {
      PyObject* result = PyObject_CallMethod(object_, "skip_text", nullptr);
      if (!result) PyErr_Clear();
      Py_XDECREF(result);
      return true;
    });
  }

  bool rewrite(const std::string& line, std::string& out) override {
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

  void go_on(std::uint64_t games) override {
    call([&] {
      if (PyErr_CheckSignals() != 0) return keep_exception();
      PyObject* result = PyObject_CallMethod(object_, "go_on", "K", static_cast<unsigned long long>(games));
      Py_XDECREF(result);
      return result != nullptr || keep_exception();
    });
  }

  // Returns the exception that a method raised, as a new reference, or null. Needs the GIL.
  PyObject* take_exception() { return std::exchange(exception_, nullptr); }
  // Whether that exception is a KeyboardInterrupt, which needs special treatment if the caller is not Python code.
  bool was_interrupted() const { return was_interrupted_; }

 private:
  // Stores the exception that is set, and its text. Needs the GIL. Returns false.
  bool keep_exception() {
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

  // Calls f() with the GIL. Throws SourceError if f() returns false, which must have called keep_exception(), or if the
  // interpreter is being finalized.
  template <class F>
  void call(F f) {
    if (!with_gil_of_any_thread(f))
      throw data::SourceError(error_.empty() ? "the interpreter is being finalized" : error_);
  }

  PyObject* const object_;
  PyObject* exception_ = nullptr;
  std::string error_;
  bool was_interrupted_ = false;
};

// ---- The pipeline.

struct Running {
  Running(std::shared_ptr<const Plan> p, PyObject* object, const data::PipelineOptions& options) : plan(std::move(p)) {
    auto owned = std::make_unique<PythonSource>(object);
    source = owned.get();
    pipeline = std::make_unique<Pipeline>(plan, std::move(owned), options);
  }

  std::shared_ptr<const Plan> plan;
  PythonSource* source;  // owned by the pipeline
  std::unique_ptr<Pipeline> pipeline;
  std::mutex mutex;                     // one batch at a time
  std::atomic<std::thread::id> reader;  // the thread that holds the mutex
};

// Holds the right to read the next batch, for which other threads wait. A thread that already holds it and requests
// another batch, in its source's read() or in a finalizer, would deadlock, so it gets an error, as from a generator.
class Turn {
 public:
  explicit Turn(Running& running) : running_(running) {
    if (running.reader.load() == std::this_thread::get_id())
      throw py::value_error("the scan is already being read by this thread");
    running.mutex.lock();
    running.reader.store(std::this_thread::get_id());
  }
  Turn(const Turn&) = delete;
  ~Turn() {
    running_.reader.store({});
    running_.mutex.unlock();
  }

 private:
  Running& running_;
};

// `Read` is Pipeline::next or Pipeline::rest. Returns None at the end.
template <auto Read>
py::object read(Running& running) {
  std::shared_ptr<data::Table> rows;
  try {
    const ReleasedGil released;
    const Turn turn(running);
    rows = (running.pipeline.get()->*Read)();
  } catch (const data::SourceError& error) {
    PyObject* exception = running.source->take_exception();
    if (!exception) throw py::value_error(error.what());  // it has already been raised
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception)), exception);
    Py_DECREF(exception);
    throw py::error_already_set();
  }
  if (!rows) return py::none();
  return py::cast(TableObject{std::move(rows)});
}

struct BatchesObject {
  std::shared_ptr<Running> running;
};

BatchesObject new_batches(const PlanObject& plan, const py::object& source, unsigned threads, std::size_t batch_size,
                          const std::optional<std::uint64_t>& limit) {
  data::PipelineOptions options{.threads = threads, .batch_size = batch_size};
  if (limit) options.limit = *limit;
  return {std::make_shared<Running>(plan.plan, source.ptr(), options)};
}

// The producer of a stream of batches.
struct PgnStream {
  std::shared_ptr<Running> running;
  data::Dialect dialect;

  void schema(ArrowSchema* out) const { data::export_schema(running->plan->fields, dialect, out); }

  void next(ArrowArray* out) const {
    std::shared_ptr<data::Table> batch;
    try {
      const Turn turn(*running);
      batch = running->pipeline->next();
    } catch (const data::SourceError&) {
      if (!running->source->was_interrupted()) throw;
      // Ctrl-C: the consumer raises its own error, and Python raises KeyboardInterrupt as soon as it runs again.
      PyErr_SetInterrupt();
      throw std::system_error(EINTR, std::generic_category());
    }
    if (!batch) return;
    const std::size_t rows = batch->rows();
    data::export_batch(batch, 0, rows, dialect, out);
  }
};

py::object new_pgn_stream(const BatchesObject& batches, const std::string& dialect) {
  return StreamCallbacks<PgnStream>::capsule({batches.running, dialect_of(dialect)});
}

py::list plan_fields(const PlanObject& p) { return names_of(p.plan->fields); }
py::object next_batch(const BatchesObject& b) { return read<&Pipeline::next>(*b.running); }
py::object remaining(const BatchesObject& b) { return read<&Pipeline::rest>(*b.running); }

}  // namespace

void define_data_scan(py::module_& m) {
  py::class_<PlanObject>(m, "_PgnPlan", py::is_final(), not_instantiable).def_property_readonly("fields", &plan_fields);

  py::class_<BatchesObject>(m, "_PgnBatches", py::is_final(), not_instantiable)
      .def("next", &next_batch)
      .def("rest", &remaining);

  m.def("_pgn_plan", &new_plan, "columns"_a, py::kw_only(), "positions"_a = false, "filters"_a = py::list(),
        "on_error"_a = "column", "every"_a = 1, "skip_first"_a = 0, "letters"_a = py::none(), "of_games"_a = py::none(),
        "of_rows"_a = py::none());
  m.def("_line_plan", &new_line_plan, "columns"_a, py::kw_only(), "format"_a, "all_evaluations"_a, "filters"_a,
        "on_error"_a);
  m.def("_pgn_batches", &new_batches, "plan"_a, "source"_a, "threads"_a, "batch_size"_a, "limit"_a);
  m.def("_pgn_stream", &new_pgn_stream, "batches"_a, "dialect"_a);
}

}  // namespace bitrook::bindings
