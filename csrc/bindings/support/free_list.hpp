// The memory of the last few objects of a type whose objects live for one expression, kept for the next.
#pragma once

#include "bindings/support/python.hpp"

namespace bitrook::bindings {

// Only under the GIL; without it the allocator's own lists, one a thread, do it.
template <class Object>
class Spares {
#ifdef Py_GIL_DISABLED
 public:
  Object* take() { return nullptr; }
  bool keep(Object*) { return false; }
#else
 public:
  Object* take() { return count_ ? kept_[--count_] : nullptr; }
  bool keep(Object* object) {
    if (count_ == Max) return false;
    kept_[count_++] = object;
    return true;
  }

 private:
  static constexpr int Max = 8;
  Object* kept_[Max];
  int count_ = 0;
#endif
};

}  // namespace bitrook::bindings
