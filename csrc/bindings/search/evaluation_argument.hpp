// The evaluation argument of a search: native, a network, or a Python callable that takes one board or many.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>

#include "bindings/support/gil.hpp"
#include "bindings/support/python.hpp"
#include "bitrook/search/batched_evaluation.hpp"

namespace bitrook::bindings {

// Calls a Python callable, in the thread that created this object. After an exception, it sets `stop` and makes no
// further calls; the exception stays set.
class PythonCallable {
 public:
  PythonCallable(PyObject* callable, std::atomic<bool>& stop) : callable_(callable), stop_(stop) {}

  // Sets the object that released the GIL. Without one, the caller must hold the GIL.
  void released(ReleasedGil* gil) { gil_ = gil; }
  bool failed() const { return failed_; }

  // Calls the callable with the result of `make_argument`, and then `read` with its result. `read` returns false with
  // an exception set on failure. Returns false if one of these or an earlier call has failed.
  template <class MakeArgument, class Read>
  bool call(MakeArgument make_argument, Read read) {
    if (failed_) return false;
    const auto called = [&] { return call_with_gil(make_argument, read); };
    if (gil_ ? gil_->with_gil(called) : called()) return true;
    failed_ = true;
    stop_ = true;
    return false;
  }

 private:
  // Returns false with an exception set on failure.
  template <class MakeArgument, class Read>
  bool call_with_gil(MakeArgument& make_argument, Read& read) {
    return in_python([&] {
      PyObject* argument = make_argument();
      PyObject* result = argument ? PyObject_CallOneArg(callable_, argument) : nullptr;
      Py_XDECREF(argument);
      const bool done = result && read(result);
      Py_XDECREF(result);
      return done;
    });
  }

  PyObject* const callable_;
  std::atomic<bool>& stop_;
  ReleasedGil* gil_ = nullptr;
  bool failed_ = false;
};

// A callable that takes a Board and returns a number, which is rounded.
class PythonEvaluation : public search::Evaluation {
 public:
  explicit PythonEvaluation(PythonCallable& callable) : callable_(callable) {}

  int operator()(const Position& p) const override;
  bool is_slow() const override { return true; }

 private:
  PythonCallable& callable_;
};

// A callable that takes _Boards and returns bytes: an int32 for each board.
class PythonBatchedEvaluation : public search::BatchedEvaluation {
 public:
  explicit PythonBatchedEvaluation(PythonCallable& callable) : callable_(callable) {}

 private:
  bool evaluate(std::span<const Position> positions, std::span<std::int32_t> scores) const override;

  PythonCallable& callable_;
};

// The evaluation that is passed as an argument: a native one, or a Python callable.
class EvaluationArgument {
 public:
  // `given` must outlive this object. Throws TypeError if it is not an evaluation.
  EvaluationArgument(const pybind11::object& given, bool batched, std::atomic<bool>& stop)
      : callable_(given.ptr(), stop), single_(callable_), batched_(callable_), chosen_(choose(given, batched)) {}

  const search::Evaluation& evaluation() const { return chosen_; }
  bool is_python() const { return &chosen_ == &single_ || &chosen_ == &batched_; }
  PythonCallable& callable() { return callable_; }
  // Throws ValueError if the evaluation is a network and cannot evaluate the position.
  void require_valid(const Position& p) const;

 private:
  const search::Evaluation& choose(const pybind11::object& given, bool batched) const;

  PythonCallable callable_;
  const PythonEvaluation single_;
  const PythonBatchedEvaluation batched_;
  const search::Evaluation& chosen_;
};

}  // namespace bitrook::bindings
