// The object of the Python class _Tablebase.
#pragma once

#include <memory>

#include "bitrook/tablebase/tablebase.hpp"

namespace bitrook::bindings {

// The tables are shared, because a search may outlive the object.
struct TablebaseObject {
  std::shared_ptr<tablebase::Tablebase> tables = std::make_shared<tablebase::Tablebase>();
};

}  // namespace bitrook::bindings
