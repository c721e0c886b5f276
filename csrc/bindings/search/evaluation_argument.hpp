// The evaluation argument of a search: native tables, or a Python callable.
#pragma once

#include <atomic>

#include "bindings/support/gil.hpp"
#include "bindings/support/python.hpp"
#include "bitrook/search/evaluation.hpp"

namespace bitrook::bindings {

// Calls a Python callable with a new Board, in the thread that made this object. After an exception it calls nothing
// more and sets `stop`; the exception stays set.
class PythonEvaluation : public search::Evaluation {
 public:
  PythonEvaluation(PyObject* callable, std::atomic<bool>& stop) : callable_(callable), stop_(stop) {}

  // The GIL that was released, if it was. Otherwise the caller holds it.
  void released(ReleasedGil* gil) { gil_ = gil; }
  bool failed() const { return failed_; }

  int operator()(const Position& p) const override;
  bool is_slow() const override { return true; }

 private:
  bool call(const Position& p, int& score) const;

  PyObject* const callable_;
  std::atomic<bool>& stop_;
  ReleasedGil* gil_ = nullptr;
  mutable bool failed_ = false;
};

}  // namespace bitrook::bindings
