// PythonSource: reads blocks of text from a Python object.
#pragma once

#include <string>

#include "bindings/support/python.hpp"
#include "bitrook/data/source.hpp"

namespace bitrook::bindings {

// The object has three methods. read() returns None at the end or (bytes, offset, past_end, is_new_text,
// starts_at_marker); skip_text() and go_on(games) return nothing. See python/bitrook/data/_source.py. Each call takes
// the GIL.
class PythonSource final : public data::Source {
 public:
  // Takes a new reference to the object.
  explicit PythonSource(PyObject* object) : object_(incref(object)) {}
  ~PythonSource() override;

  State read(data::Block& block) override;
  void skip_text() override;
  bool go_on(std::uint64_t games) override;
  std::string error() const override { return error_; }

  // The exception that a method raised, a new reference, or null. Needs the GIL.
  PyObject* take_exception();
  // Whether it is KeyboardInterrupt: a reader that is not Python must be told apart.
  bool was_interrupted() const { return was_interrupted_; }

 private:
  bool keep_exception();  // always false

  PyObject* const object_;
  PyObject* exception_ = nullptr;
  std::string error_;
  bool was_interrupted_ = false;
};

}  // namespace bitrook::bindings
