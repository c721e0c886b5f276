// Helpers for Python's C API: references, locks, immortal objects and small integers, for every supported version.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace bitrook::bindings {

inline PyObject* incref(PyObject* object) {
  Py_INCREF(object);
  return object;
}

// An owned reference, which is released at the end of its scope. Steals the reference passed to it, which may be null.
// Use Ref(incref(object)) to keep a borrowed object alive while Python code runs.
class Ref {
 public:
  explicit Ref(PyObject* owned) : object_(owned) {}
  Ref(Ref&& other) noexcept : object_(other.release()) {}
  Ref(const Ref&) = delete;
  Ref& operator=(const Ref&) = delete;
  ~Ref() { Py_XDECREF(object_); }
  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_;
};

// The return value of a function that has set an exception: null, false or -1.
struct Failure {
  template <class T>
    requires std::is_pointer_v<T> || std::integral<T>
  // NOLINTNEXTLINE: implicit, so that functions with any of these results can `return fail(...)`
  operator T() const {
    if constexpr (std::signed_integral<T>) {
      return T(-1);
    } else {
      return T();
    }
  }
};

// Sets an exception. The format is that of PyErr_Format().
template <class... Values>
Failure fail(PyObject* error, const char* format, Values... values) {
  PyErr_Format(error, format, values...);
  return {};
}

// Returns a new list of the objects make(0) to make(size - 1), or null with an exception set if one of them is null.
template <class Make>
PyObject* new_list(std::size_t size, Make make) {
  Ref list(PyList_New(Py_ssize_t(size)));
  if (!list) return nullptr;
  for (std::size_t i = 0; i < size; ++i) {
    PyObject* item = make(i);
    if (!item) return nullptr;
    PyList_SET_ITEM(list.get(), Py_ssize_t(i), item);
  }
  return list.release();
}
// The same for a tuple.
template <class Make>
PyObject* new_tuple(std::size_t size, Make make) {
  const Ref list(new_list(size, make));
  return list ? PyList_AsTuple(list.get()) : nullptr;
}

// Calls use(item) for each item of an iterable. If use() or the iteration fails, returns false with an exception set.
template <class Use>
bool for_each_item(PyObject* iterable, Use use) {
  const Ref iterator(PyObject_GetIter(iterable));
  if (!iterator) return false;
  while (const Ref item{PyIter_Next(iterator.get())}) {
    if (!use(item.get())) return false;
  }
  return !PyErr_Occurred();
}

// Frees the memory of an object: the last step of a tp_dealloc, or the only one if the object owns nothing.
inline void free_object(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

// Whether an optional argument was passed and is not None.
inline bool is_given(PyObject* object) { return object && object != Py_None; }

// Returns a new reference to the type of an object, because code may assign another class to the object.
inline Ref type_ref(PyObject* object) { return Ref(incref(reinterpret_cast<PyObject*>(Py_TYPE(object)))); }
inline PyTypeObject* as_type(const Ref& type) { return reinterpret_cast<PyTypeObject*>(type.get()); }

// Locks one or two objects on free-threaded builds. Does nothing on builds with a GIL.
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

// Ensures that the object is never freed. Since Python 3.12, its reference count is never written either, so threads
// and processes can share its cache line.
inline void make_immortal(PyObject* object) {
#if PY_VERSION_HEX >= 0x030F0000
  PyUnstable_SetImmortal(object);
#elif defined(Py_GIL_DISABLED)
  Py_SET_REFCNT(object, PY_SSIZE_T_MAX);
#elif defined(_Py_IMMORTAL_INITIAL_REFCNT)
  Py_SET_REFCNT(object, Py_ssize_t(_Py_IMMORTAL_INITIAL_REFCNT));
#elif defined(_Py_IMMORTAL_REFCNT)
  Py_SET_REFCNT(object, _Py_IMMORTAL_REFCNT);
#else
  Py_INCREF(object);
#endif
}

// Returns a str that is identical to equal literals in programs. On free-threaded 3.13, where interning has a data
// race, it is not interned.
inline PyObject* interned_text(const char* text) {
#if defined(Py_GIL_DISABLED) && PY_VERSION_HEX < 0x030E0000
  return PyUnicode_FromString(text);
#else
  return PyUnicode_InternFromString(text);
#endif
}

// The result of an operator for unsupported types. Python then tries the operator of the other operand.
inline PyObject* not_implemented() { return incref(Py_NotImplemented); }

// Returns true and the value for an exact int of one digit (30 bits), which all squares, piece types and clocks are.
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

}  // namespace bitrook::bindings
