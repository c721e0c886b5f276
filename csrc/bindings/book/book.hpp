// The object of the Python class _Book.
#pragma once

#include <memory>

#include "bitrook/book/book.hpp"

namespace bitrook::bindings {

struct BookObject {
  std::shared_ptr<book::Book> book = std::make_shared<book::Book>();
};

}  // namespace bitrook::bindings
