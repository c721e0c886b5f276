// Python's C interface, with what differs between its versions smoothed over.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include <cstdint>

namespace bitrook::bindings {

// A reference that is given back at the end of its scope.
class Owned {
 public:
  explicit Owned(PyObject* object) : object_(object) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { Py_XDECREF(object_); }
  PyObject* get() const { return object_; }
  PyObject* release() {
    PyObject* object = object_;
    object_ = nullptr;
    return object;
  }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_;
};

// Locks one object, or two, where there is no GIL to do it; nothing at all where there is.
#ifdef Py_GIL_DISABLED
class Lock {
 public:
  explicit Lock(PyObject* object) { PyCriticalSection_Begin(&one_, object); }
  Lock(PyObject* a, PyObject* b) : two_objects_(true) { PyCriticalSection2_Begin(&two_, a, b); }
  Lock(const Lock&) = delete;
  ~Lock() { two_objects_ ? PyCriticalSection2_End(&two_) : PyCriticalSection_End(&one_); }

 private:
  union {
    PyCriticalSection one_;
    PyCriticalSection2 two_;
  };
  bool two_objects_ = false;
};
#else
struct Lock {
  explicit Lock(PyObject*) {}
  Lock(PyObject*, PyObject*) {}
};
#endif

// The object is never freed and, from Python 3.12 on, its reference count never written again: threads
// and processes share its cache line. Before, it starts so high that it may go down for ever: see given().
inline void make_immortal(PyObject* object) {
#if PY_VERSION_HEX >= 0x030F0000
  PyUnstable_SetImmortal(object);
#elif defined(Py_GIL_DISABLED)
  Py_SET_REFCNT(object, PY_SSIZE_T_MAX);
#elif defined(_Py_IMMORTAL_INITIAL_REFCNT)
  Py_SET_REFCNT(object, Py_ssize_t(_Py_IMMORTAL_INITIAL_REFCNT));
#elif defined(_Py_IMMORTAL_REFCNT)
  Py_SET_REFCNT(object, _Py_IMMORTAL_REFCNT);
#elif SIZEOF_VOID_P >= 8
  Py_SET_REFCNT(object, Py_ssize_t{1} << 60);
#else
  Py_INCREF(object);
#endif
}

// A reference to an immortal object, not counted: up to Python 3.11 whoever gives it back counts it down, from 2^60,
// which a billion times a second would take 36 years. It saves a list of moves 5 % of its time.
inline PyObject* given(PyObject* immortal) {
#if PY_VERSION_HEX < 0x030C0000 && SIZEOF_VOID_P < 8
  Py_INCREF(immortal);
#endif
  return immortal;
}

// A str that is one object with its equals in a program's text. (Without the GIL, 3.13's interning races with
// itself: found by the thread sanitizer.)
inline PyObject* interned_text(const char* text) {
#if defined(Py_GIL_DISABLED) && PY_VERSION_HEX < 0x030E0000
  return PyUnicode_FromString(text);
#else
  return PyUnicode_InternFromString(text);
#endif
}

inline PyObject* incref(PyObject* object) {
  Py_INCREF(object);
  return object;
}

// What an operator returns of operands that are not its own: Python then asks the other one, and raises TypeError if
// that knows no answer either.
inline PyObject* ask_the_other() { return incref(Py_NotImplemented); }

// True, with the value, for an exact int that fits one digit (30 bits): every square, piece type and clock.
inline bool small_int(PyObject* object, long& value) {
  if (!PyLong_CheckExact(object)) return false;
#if PY_VERSION_HEX >= 0x030C0000
  const auto* number = reinterpret_cast<PyLongObject*>(object);
  if (!PyUnstable_Long_IsCompact(number)) return false;
  value = long(PyUnstable_Long_CompactValue(number));
  return true;
#else
  const Py_ssize_t size = Py_SIZE(object);
  if (size < -1 || size > 1) return false;
  value = long(size) * long(reinterpret_cast<PyLongObject*>(object)->ob_digit[0]);
  return true;
#endif
}

// The same of those that are not negative, by fewer instructions.
inline bool small_natural(PyObject* object, unsigned long& value) {
#if PY_VERSION_HEX >= 0x030C0000
  long number = 0;
  if (!small_int(object, number)) return false;
  value = (unsigned long)(number);
  return number >= 0;
#else
  if (!PyLong_CheckExact(object)) return false;
  const auto size = std::size_t(Py_SIZE(object));
  if (size > 1) return false;
  value = -size & reinterpret_cast<PyLongObject*>(object)->ob_digit[0];
  return true;
#endif
}

}  // namespace bitrook::bindings
