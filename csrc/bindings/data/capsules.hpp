// Arrow's C structures in capsules, as the Arrow PyCapsule interface defines them, and streams made from C++ objects.
#pragma once

#include <pybind11/pybind11.h>

#include <cerrno>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "bindings/support/gil.hpp"
#include "bitrook/data/arrow.hpp"

namespace bitrook::bindings {

// Returns a capsule that owns and releases `structure`, which is empty until the caller fills it.
template <class Structure>
pybind11::object new_capsule(const char* name, Structure*& structure) {
  using Owned = data::Owned<Structure>;
  auto owned = std::make_unique<Owned>();
  structure = owned.get();
  PyObject* capsule = PyCapsule_New(structure, name, [](PyObject* self) {
    delete static_cast<Owned*>(static_cast<Structure*>(PyCapsule_GetPointer(self, PyCapsule_GetName(self))));
  });
  if (!capsule) throw pybind11::error_already_set();
  owned.release();
  return pybind11::reinterpret_steal<pybind11::object>(capsule);
}

inline pybind11::object new_schema(ArrowSchema*& s) { return new_capsule("arrow_schema", s); }
inline pybind11::object new_array(ArrowArray*& a) { return new_capsule("arrow_array", a); }

// Calls f() without the GIL, whether or not the caller holds it.
template <class F>
void without_gil(F f) {
  std::optional<ReleasedGil> released;
  if (holds_gil()) released.emplace();
  f();
}

// The callbacks of an Arrow stream. The data comes from a producer with two functions, which may throw:
//   void schema(ArrowSchema* out)   fills `out`
//   void next(ArrowArray* out)      fills `out`, or leaves it empty at the end
// Any thread may call them, with or without the GIL. An exception is reported as an error code and a text, as the
// interface requires. The code is that of a std::system_error, ENOMEM for std::bad_alloc, and otherwise EIO.
template <class Producer>
class StreamCallbacks {
 public:
  // Returns a capsule with a stream.
  static pybind11::object capsule(Producer producer) {
    auto owned = std::make_unique<StreamCallbacks>(std::move(producer));
    ArrowArrayStream* out = nullptr;
    pybind11::object made = new_capsule("arrow_array_stream", out);
    *out = {
        .get_schema = [](ArrowArrayStream* s, ArrowSchema* schema) { return of(s).fill(&Producer::schema, schema); },
        .get_next = [](ArrowArrayStream* s, ArrowArray* array) { return of(s).fill(&Producer::next, array); },
        .get_last_error = [](ArrowArrayStream* s) { return of(s).what_; },
        .release = release,
        .private_data = owned.release(),
    };
    return made;
  }

  explicit StreamCallbacks(Producer&& producer) : producer_(std::move(producer)) {}

 private:
  static StreamCallbacks& of(ArrowArrayStream* stream) { return *static_cast<StreamCallbacks*>(stream->private_data); }

  static void release(ArrowArrayStream* stream) {
    StreamCallbacks* self = &of(stream);
    stream->release = nullptr;
    without_gil([self] { delete self; });
  }

  // Calls a function of the producer and stores its result in `out`, which is empty after an error.
  template <class Function, class Structure>
  int fill(Function function, Structure* out) {
    *out = Structure{};
    what_ = nullptr;
    try {
      data::Owned<Structure> made;
      without_gil([&] { (producer_.*function)(&made); });
      std::swap(*out, static_cast<Structure&>(made));
      return 0;
    } catch (const std::bad_alloc&) {
      what_ = "not enough memory";
      return ENOMEM;
    } catch (const std::system_error& e) {
      keep(e);
      return e.code().value();
    } catch (const std::exception& e) {
      keep(e);
      return EIO;
    }
  }
  void keep(const std::exception& e) {  // does not allocate
    error_ = std::current_exception();
    what_ = e.what();
  }

  Producer producer_;
  std::exception_ptr error_;    // owns the text
  const char* what_ = nullptr;  // the error of the last call, or null
};

}  // namespace bitrook::bindings
