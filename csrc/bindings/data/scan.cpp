// Scanning PGN for Python: a plan of the columns, the pipeline, and the stream that other libraries read.
#include <pybind11/stl.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "bindings/data/capsules.hpp"
#include "bindings/data/python_source.hpp"
#include "bindings/data/table.hpp"
#include "bindings/pgn/line_reader.hpp"
#include "bitrook/data/lines.hpp"
#include "bitrook/data/pipeline.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using data::Pipeline;
using data::Plan;

// ---- Filters: a list of lists of (subject, tag, comparison, values). python/bitrook/data/_filters.py checks them.

data::Condition condition_of(const py::tuple& given, data::TagNumbers& tags) {
  data::Condition c;
  c.subject = data::Subject(given[0].cast<int>());
  c.tag = tags.add(given[1].cast<std::string>());
  c.comparison = data::Comparison(given[2].cast<int>());
  for (const py::handle value : given[3].cast<py::list>()) {
    if (c.subject == data::Subject::Text) {
      c.texts.push_back(value.cast<std::string>());
    } else {
      c.numbers.push_back(value.cast<std::int64_t>());
    }
  }
  return c;
}

PlanObject new_plan(bool positions, const std::vector<std::string>& columns, const py::list& filters, int on_error,
                    std::uint32_t every, std::uint32_t skip_first, const py::object& letters) {
  data::Filter filter;
  data::TagNumbers tags;
  for (const py::handle all : filters) {
    filter.any.emplace_back();
    for (const py::handle one : all.cast<py::list>()) {
      filter.any.back().push_back(condition_of(one.cast<py::tuple>(), tags));
    }
  }
  auto plan = Plan::of(positions ? Plan::Kind::Positions : Plan::Kind::Games, columns, data::OnError(on_error),
                       std::move(filter), std::move(tags));
  if (!plan) throw py::value_error("columns contains a column of lists, which a table of positions cannot have");
  plan->every = every;
  plan->skip_first = skip_first;
  plan->letters = letters_of(letters);
  return {std::make_shared<const Plan>(std::move(*plan))};
}

// `format` is 0 for evaluations and 1 for puzzles. Filters are as for games; instead of tags, they name columns.
PlanObject new_line_plan(int format, bool all_evaluations, const std::vector<std::string>& columns,
                         const py::list& filters, int on_error) {
  const auto kind = data::LinePlan::Format(format != 0);
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
  auto plan = data::plan_of_lines(kind, all_evaluations, columns, data::OnError(on_error), std::move(filter), bad);
  if (!plan) throw py::value_error("columns: there is no column '" + bad + "'");
  return {std::make_shared<const Plan>(std::move(*plan))};
}

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
  return new_object(TableObject{std::move(rows)});
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
  ObjectType<PlanObject> plan("bitrook._PgnPlan");
  plan.attributes({bound_attribute<"fields", plan_fields>()});
  plan.build(m);
  ObjectType<BatchesObject> batches("bitrook._PgnBatches");
  batches.methods({
      bound<"next()", next_batch>(),
      bound<"rest()", remaining>(),
  });
  batches.build(m);
  add_functions(m.ptr(),
                {
                    bound<"_pgn_plan(positions, columns, filters, on_error, every, skip_first, letters)", new_plan>(),
                    bound<"_line_plan(format, all_evaluations, columns, filters, on_error)", new_line_plan>(),
                    bound<"_pgn_batches(plan, source, threads, batch_size, limit)", new_batches>(),
                    bound<"_pgn_stream(batches, dialect)", new_pgn_stream>(),
                });
}

}  // namespace bitrook::bindings
