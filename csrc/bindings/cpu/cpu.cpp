// The module _cpu: reports which features the processor has and the operating system supports.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstring>

#include "cpuid.hpp"

// It is compiled for the baseline of the architecture, so that it runs on every processor. It only reports: _core.py
// compares the features with the needs of each build in the table of csrc/CMakeLists.txt.

namespace {

using namespace bitrook::cpu;

// Appends a text to a list. False with an exception.
bool append(PyObject* list, const char* name) {
  PyObject* text = PyUnicode_FromString(name);
  const bool ok = text && PyList_Append(list, text) == 0;
  Py_XDECREF(text);
  return ok;
}

#if BITROOK_CPU_X86_64

struct Feature {
  const char* name;
  unsigned Registers::* where;
  unsigned bit;
};

constexpr Feature Leaf1[] = {
    {"sse3", &Registers::ecx, 0},    {"ssse3", &Registers::ecx, 9},   {"cx16", &Registers::ecx, 13},
    {"sse4_1", &Registers::ecx, 19}, {"sse4_2", &Registers::ecx, 20}, {"movbe", &Registers::ecx, 22},
    {"popcnt", &Registers::ecx, 23},
};
constexpr Feature Leaf1Avx[] = {
    {"fma", &Registers::ecx, 12}, {"avx", &Registers::ecx, 28}, {"f16c", &Registers::ecx, 29}};
constexpr Feature Leaf7[] = {{"bmi1", &Registers::ebx, 3}, {"bmi2", &Registers::ebx, 8}};
constexpr Feature Leaf7Avx[] = {{"avx2", &Registers::ebx, 5}};
constexpr Feature Leaf7Avx512[] = {
    {"avx512f", &Registers::ebx, 16},  {"avx512dq", &Registers::ebx, 17},        {"avx512cd", &Registers::ebx, 28},
    {"avx512bw", &Registers::ebx, 30}, {"avx512vl", &Registers::ebx, 31},        {"avx512vbmi", &Registers::ecx, 1},
    {"gfni", &Registers::ecx, 8},      {"avx512vpopcntdq", &Registers::ecx, 14},
};
constexpr Feature Extended1[] = {{"lahf", &Registers::ecx, 0}, {"lzcnt", &Registers::ecx, 5}};

template <std::size_t N>
bool append(PyObject* list, const Feature (&features)[N], const Registers& r) {
  for (const Feature& f : features)
    if ((r.*f.where >> f.bit & 1) && !append(list, f.name)) return false;
  return true;
}

// True if PEXT takes one or two cycles. AMD processors before Zen 3 (family 0x19) and Hygon's, which are based on Zen
// 1, run it as microcode in up to 250 cycles; magic multiplication is much faster there.
bool has_fast_pext() {
  if (!(cpuid(7).ebx >> 8 & 1)) return false;
  const Registers vendor = cpuid(0);
  char name[13] = {};
  std::memcpy(name, &vendor.ebx, 4);
  std::memcpy(name + 4, &vendor.edx, 4);
  std::memcpy(name + 8, &vendor.ecx, 4);
  const unsigned signature = cpuid(1).eax;
  unsigned family = signature >> 8 & 15;
  if (family == 15) family += signature >> 20 & 255;
  if (std::strcmp(name, "HygonGenuine") == 0) return false;
  return std::strcmp(name, "AuthenticAMD") != 0 || family >= 0x19;
}

bool append_features(PyObject* list) {
  const Registers one = cpuid(1), seven = cpuid(7), extended = cpuid(0x80000001);
  const bool has_xgetbv = one.ecx >> 27 & 1;  // OSXSAVE
  const unsigned states = has_xgetbv ? saved_states() : 0;
  const bool avx = (states & 0x06) == 0x06;     // SSE and AVX halves of the ymm registers
  const bool avx512 = (states & 0xE6) == 0xE6;  // and the masks and both parts of the zmm registers
  return append(list, Leaf1, one) && append(list, Extended1, extended) && append(list, Leaf7, seven) &&
         (!avx || (append(list, Leaf1Avx, one) && append(list, Leaf7Avx, seven))) &&
         (!avx512 || append(list, Leaf7Avx512, seven)) && (!has_fast_pext() || append(list, "fast_pext"));
}

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

bool append_features(PyObject* list) {
#if defined(__aarch64__) || defined(_M_ARM64)
  return append(list, "neon");
#else
  return list != nullptr;
#endif
}

PyObject* brand() { return PyUnicode_FromString(""); }

#endif

PyObject* features(PyObject*, PyObject*) {
  PyObject* list = PyList_New(0);
  if (!list) return nullptr;
  PyObject* result = append_features(list) ? PyList_AsTuple(list) : nullptr;
  Py_DECREF(list);
  return result;
}

PyObject* processor(PyObject*, PyObject*) { return brand(); }

PyObject* in_main_interpreter(PyObject*, PyObject*) {
  return PyBool_FromLong(PyInterpreterState_Get() == PyInterpreterState_Main());
}

// Set at the end of the process's first interpreter. Objects of the core outlive it, and no other can use them.
bool interpreter_has_ended = false;

PyObject* in_first_interpreter(PyObject*, PyObject*) { return PyBool_FromLong(!interpreter_has_ended); }

PyMethodDef Methods[] = {
    {"features", features, METH_NOARGS,
     "features($module, /)\n--\n\nReturn the names of the features that the processor has and the operating system "
     "supports."},
    {"processor", processor, METH_NOARGS,
     "processor($module, /)\n--\n\nReturn the name that the processor reports; empty if it reports none."},
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
    PyErr_SetString(PyExc_ImportError, "bitrook needs one of the 32 exit functions of the interpreter");
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
