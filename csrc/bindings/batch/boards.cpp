// Registers the class of batches.
#include "bindings/batch/boards.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

void define_batch(py::module_& m) {
  BoardsType type("bitrook._Boards");
  add_batch_construct(m, type);
  add_batch_step(type);
  add_batch_queries(type);
  add_batch_texts(type);
  type.build(m);
}

}  // namespace bitrook::bindings
