// Registers the class of batches.
#include "bindings/batch/boards.hpp"

#include "bindings/support/classes.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

void define_batch(py::module_& m) {
  BoardsClass cls(m, "_Boards");
  add_batch_construct(m, cls);
  add_batch_step(cls);
  add_batch_queries(cls);
  add_batch_texts(cls);
  seal(cls);
}

}  // namespace bitrook::bindings
