// The base of bitrook.tables.LookupTable: a wrapper of a memoryview whose indexing and buffer are as fast as the
// original's. Python classes cannot export a buffer before 3.12, and memoryview cannot be subclassed.
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

namespace {

struct TableObject {
  PyObject_HEAD PyObject* view;
};

PyObject* view_of(PyObject* self) { return reinterpret_cast<TableObject*>(self)->view; }

PyObject* make(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* view = nullptr;
  if (!PyArg_ParseTuple(args, "O!:Table", &PyMemoryView_Type, &view)) return nullptr;
  PyObject* self = type->tp_alloc(type, 0);
  if (self) reinterpret_cast<TableObject*>(self)->view = incref(view);
  return self;
}

void dealloc(PyObject* self) {
  Py_XDECREF(view_of(self));
  free_object(self);
}

PyObject* item(PyObject* self, PyObject* key) { return PyObject_GetItem(view_of(self), key); }
Py_ssize_t length(PyObject* self) { return PyObject_Size(view_of(self)); }
PyObject* iterate(PyObject* self) { return PyObject_GetIter(view_of(self)); }
int export_buffer(PyObject* self, Py_buffer* buffer, int flags) {
  return PyObject_GetBuffer(view_of(self), buffer, flags);  // the buffer then belongs to the memoryview
}

}  // namespace

void define_table_type(PyObject* module) {
  TypeBuilder("bitrook._TableView", sizeof(TableObject), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)
      .doc("_TableView(view, /)", "The base of bitrook.tables.LookupTable: a memoryview that can be subclassed.")
      .slot<make>(Py_tp_new)
      .slot<dealloc>(Py_tp_dealloc)
      .slot<item>(Py_mp_subscript)
      .slot<length>(Py_mp_length)
      .slot<iterate>(Py_tp_iter)
      .slot<export_buffer>(Py_bf_getbuffer)
      .build(module);
}

}  // namespace bitrook::bindings
