// Defines the functions of Python 3.13 that bulletchess 0.4.0 uses, for older versions.
#include <Python.h>
#if PY_VERSION_HEX < 0x030D0000
#define PyLong_AsInt _PyLong_AsInt
static inline PyObject* PyImport_AddModuleRef(const char* name) { return Py_XNewRef(PyImport_AddModule(name)); }
#endif
