// The Python object of a network, for other bindings.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <vector>

#include "bitrook/nnue/evaluator.hpp"
#include "bitrook/search/network_evaluation.hpp"

namespace bitrook::bindings {

// The class _Network of the extension module, which bitrook.nnue.Network wraps. It is immutable, except that it keeps
// evaluators for reuse, because their accumulators speed up the next call.
class NetworkObject {
 public:
  explicit NetworkObject(std::shared_ptr<const nnue::Network> network)
      : network_(std::move(network)), evaluation_(*network_) {}
  NetworkObject(NetworkObject&& other) noexcept : NetworkObject(other.network_) {}

  const nnue::Network& network() const { return *network_; }
  const search::NetworkEvaluation& evaluation() const { return evaluation_; }

  // Calls work(evaluator) with an evaluator that no other thread uses.
  template <class Work>
  auto with_evaluator(Work work) const {
    auto evaluator = taken();
    const auto result = work(*evaluator);
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(evaluator));
    return result;
  }

 private:
  std::unique_ptr<nnue::Evaluator> taken() const {
    {
      const std::lock_guard lock(mutex_);
      if (!waiting_.empty()) {
        auto evaluator = std::move(waiting_.back());
        waiting_.pop_back();
        return evaluator;
      }
    }
    return std::make_unique<nnue::Evaluator>(*network_);
  }

  const std::shared_ptr<const nnue::Network> network_;
  const search::NetworkEvaluation evaluation_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<nnue::Evaluator>> waiting_;
};

// Returns the object of a _Network, or null without an exception if `object` is something else.
const NetworkObject* network_of(const pybind11::object& object);

// Throws ValueError if the network cannot evaluate the position.
void require_valid(const nnue::Network& network, const Position& p);

}  // namespace bitrook::bindings
