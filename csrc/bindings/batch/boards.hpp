// The Python object of a batch, and how a call uses it: one thread at a time, without the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <utility>

#include "bindings/support/buffer.hpp"
#include "bindings/support/casters.hpp"
#include "bindings/support/gil.hpp"
#include "bindings/support/in_use.hpp"
#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/moves.hpp"
#include "bitrook/batch/step.hpp"

namespace bitrook::bindings {

// The class _Boards of the extension module, which bitrook.batch.Boards wraps.
struct BoardsObject {
  batch::Boards boards;
  batch::Finished finished;  // the boards that Autoreset::Same reset in the last step
  batch::LegalMoves legal;
  std::uint32_t draws = 0;  // the number of calls of random_moves() and playout() without a seed
  unsigned threads = 1;
  std::atomic<bool> in_use = false;

  explicit BoardsObject(batch::Boards made, unsigned threads = 1) : boards(std::move(made)), threads(threads) {}
  BoardsObject(BoardsObject&& other) noexcept : boards(std::move(other.boards)), threads(other.threads) {}
};

// Reserves a batch for the duration of a call. Throws RuntimeError if another thread is using it. Needs the GIL.
class Using {
 public:
  explicit Using(BoardsObject& object) : object_(object), in_use_(object.in_use, "these boards are") {}

  batch::Boards& boards() const { return object_.boards; }

  // Returns work(threads), called without the GIL. If a signal handler raises, its exception is thrown.
  template <class Work>
  auto run(Work work) const {
    return run_interruptible([&](const GoOn& go_on) { return work(batch::Threads{object_.threads, go_on}); });
  }

 private:
  BoardsObject& object_;
  const InUse in_use_;
};

// A buffer with one item per board.
template <class Buffer>
struct PerBoard : Buffer {
  PerBoard(const Using& use, const pybind11::object& object, const char* name = "out") : Buffer(object.ptr(), name) {
    this->require_shape({use.boards().size()});
  }
};
template <class T>
using PerBoardIn = PerBoard<ReadableBuffer<T>>;
template <class T>
using PerBoardOut = PerBoard<WritableBuffer<T>>;

}  // namespace bitrook::bindings
