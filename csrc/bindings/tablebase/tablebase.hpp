// The object of the Python class _Tablebase.
#pragma once

#include <memory>

#include "bitrook/tablebase/tablebase.hpp"

namespace bitrook::bindings {

// pybind11 moves what a function returns. (With a constructor it would terminate if it ran out of memory.) Shared,
// because a search may outlive the object.
struct TablebaseObject {
  std::shared_ptr<tablebase::Tablebase> tables = std::make_shared<tablebase::Tablebase>();
};

}  // namespace bitrook::bindings
