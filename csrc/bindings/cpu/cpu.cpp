// The module _cpu: reports which features the processor has and the operating system supports.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstring>

#include "features.hpp"

// This module is compiled for the baseline of the architecture, so it runs on every processor. It only reports the
// features; _core.py compares them with the requirements of each build, which csrc/CMakeLists.txt lists.

namespace {

using namespace bitrook::cpu;

// Appends a text to a list. Returns false with an exception set if that fails.
bool append(PyObject* list, const char* name) {
  PyObject* text = PyUnicode_FromString(name);
  const bool ok = text && PyList_Append(list, text) == 0;
  Py_XDECREF(text);
  return ok;
}

#if BITROOK_CPU_X86_64

PyObject* brand() {
  char text[49] = {};
  for (unsigned i = 0; i < 3; ++i) {
    const Registers r = cpuid(0x80000002 + i);
    std::memcpy(text + 16 * i, &r, 16);
  }
  const char* start = text;
  while (*start == ' ') ++start;
  return PyUnicode_DecodeASCII(start, Py_ssize_t(std::strlen(start)), "replace");
}

#else

PyObject* brand() { return PyUnicode_FromString(""); }

#endif

PyObject* features(PyObject*, PyObject*) {
  PyObject* list = PyList_New(0);
  if (!list) return nullptr;
  const bool done = each_feature([list](const char* name) { return append(list, name); });
  PyObject* result = done ? PyList_AsTuple(list) : nullptr;
  Py_DECREF(list);
  return result;
}

PyObject* processor(PyObject*, PyObject*) { return brand(); }

PyObject* in_main_interpreter(PyObject*, PyObject*) {
  return PyBool_FromLong(PyInterpreterState_Get() == PyInterpreterState_Main());
}

// Set when the process's first interpreter ends. The core's objects outlive it, but other interpreters cannot use them.
bool interpreter_has_ended = false;

PyObject* in_first_interpreter(PyObject*, PyObject*) { return PyBool_FromLong(!interpreter_has_ended); }

PyMethodDef Methods[] = {
    {"features", features, METH_NOARGS,
     "features($module, /)\n--\n\nReturn the names of the features that the processor has and the operating system "
     "supports."},
    {"processor", processor, METH_NOARGS,
     "processor($module, /)\n--\n\nReturn the name that the processor reports, or an empty string."},
    {"in_main_interpreter", in_main_interpreter, METH_NOARGS,
     "in_main_interpreter($module, /)\n--\n\nReturn True in the main interpreter of the process, False in a "
     "subinterpreter."},
    {"in_first_interpreter", in_first_interpreter, METH_NOARGS,
     "in_first_interpreter($module, /)\n--\n\nReturn False if the process has ended an interpreter that had this "
     "module."},
    {},
};

int execute(PyObject* module) {
  static const int registered = Py_AtExit([] { interpreter_has_ended = true; });  // at most once in a process
  if (registered < 0) {
    PyErr_SetString(PyExc_ImportError, "bitrook cannot register an exit function: the interpreter allows only 32");
    return -1;
  }
  return PyModule_AddStringConstant(module, "architecture", BITROOK_ARCHITECTURE) ||
                 PyModule_AddStringConstant(module, "table", BITROOK_TABLE)
             ? -1
             : 0;
}

PyModuleDef_Slot Slots[] = {
    {Py_mod_exec, reinterpret_cast<void*>(execute)},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {},
};

PyModuleDef Definition = {PyModuleDef_HEAD_INIT,
                          "_cpu",
                          "Reports the features of the processor.",
                          0,
                          Methods,
                          Slots,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() { return PyModuleDef_Init(&Definition); }
