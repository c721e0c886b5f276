// The object of the Python class _Book.
#pragma once

#include <memory>

#include "bitrook/book/book.hpp"

namespace bitrook::bindings {

struct BookObject {
  std::unique_ptr<book::Book> book = std::make_unique<book::Book>();
};

}  // namespace bitrook::bindings
