// A board whose methods do nothing, so calling them takes only the interpreter's time. Like bitrook's and
// python-chess's boards, it accepts attributes. Compiled by calls.py.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

typedef struct {
  PyObject_HEAD PyObject* attributes;
} Object;

static PyObject* keywords(PyObject* self, PyObject* const* args, Py_ssize_t n, PyObject* names) {
  return Py_NewRef(self);
}
static PyObject* one(PyObject* self, PyObject* arg) { return Py_NewRef(arg); }
static PyObject* no_arguments(PyObject* self, PyObject* unused) { return Py_NewRef(self); }
static PyObject* get(PyObject* self, void* unused) { return Py_NewRef(self); }
static PyObject* compare(PyObject* a, PyObject* b, int operator) { return Py_NewRef(Py_True); }
static Py_hash_t hash(PyObject* self) { return 1 << 20; }
static int true(PyObject* self) { return 1; }
static PyObject* item(PyObject* self, Py_ssize_t index) { return Py_NewRef(self); }
static Py_ssize_t length(PyObject* self) { return 1; }

#define KEYWORDS(name) {name, (PyCFunction)(void (*)(void))keywords, METH_FASTCALL | METH_KEYWORDS, NULL}
static PyMethodDef methods[] = {KEYWORDS("copy"),
                                KEYWORDS("push"),
                                KEYWORDS("piece_at"),
                                KEYWORDS("encode"),
                                KEYWORDS("legal_mask"),
                                {"pop", no_arguments, METH_NOARGS, NULL},
                                {"is_check", no_arguments, METH_NOARGS, NULL},
                                {"from_uci", one, METH_O | METH_STATIC, NULL},
                                {NULL, NULL, 0, NULL}};
static PyGetSetDef getters[] = {{"turn", get, NULL, NULL, NULL},
                                {"move_stack", get, NULL, NULL, NULL},
                                {"key", get, NULL, NULL, NULL},
                                {NULL, NULL, NULL, NULL, NULL}};
static PyMemberDef members[] = {{"__dictoffset__", T_PYSSIZET, offsetof(Object, attributes), READONLY, NULL},
                                {NULL, 0, 0, 0, NULL}};
static PyType_Slot slots[] = {{Py_tp_methods, methods},     {Py_tp_getset, getters}, {Py_tp_members, members},
                              {Py_tp_richcompare, compare}, {Py_tp_hash, hash},      {Py_nb_bool, true},
                              {Py_sq_item, item},           {Py_sq_length, length},  {0, NULL}};
static PyType_Spec spec = {"nothing.Object", sizeof(Object), 0, Py_TPFLAGS_DEFAULT, slots};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "nothing", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_nothing(void) {
  PyObject* m = PyModule_Create(&module);
  PyObject* type = PyType_FromSpec(&spec);
  return m && type && !PyModule_AddObject(m, "Object", type) ? m : NULL;
}
