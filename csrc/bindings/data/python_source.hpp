// PythonSource: reads blocks of text from a Python object.
#pragma once

#include <string>

#include "bindings/support/python.hpp"
#include "bitrook/data/source.hpp"

namespace bitrook::bindings {

// The object has three methods. read() returns a tuple (bytes, offset, past_end, is_new_text, starts_at_marker), or
// None at the end. The results of skip_text() and go_on(games) are ignored. See python/bitrook/data/_source.py. Each
// call acquires the GIL.
class PythonSource final : public data::Source {
 public:
  // Creates a new reference to the object.
  explicit PythonSource(PyObject* object) : object_(incref(object)) {}
  ~PythonSource() override;

  bool read(data::Block& block) override;
  void skip_text() override;
  bool rewrite(const std::string& line, std::string& out) override;
  void go_on(std::uint64_t games) override;

  // Returns the exception that a method raised, as a new reference, or null. Needs the GIL.
  PyObject* take_exception();
  // Whether that exception is a KeyboardInterrupt, which needs special treatment if the caller is not Python code.
  bool was_interrupted() const { return was_interrupted_; }

 private:
  bool keep_exception();  // always false
  // Calls f() with the GIL. Throws SourceError if f() returns false, which must have called keep_exception(), or if the
  // interpreter is being finalized.
  template <class F>
  void call(F f);

  PyObject* const object_;
  PyObject* exception_ = nullptr;
  std::string error_;
  bool was_interrupted_ = false;
};

}  // namespace bitrook::bindings
