// Pipeline: from a source of bytes to batches of rows, in order, with several threads.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>

#include "bitrook/data/column.hpp"
#include "bitrook/data/plan.hpp"
#include "bitrook/data/source.hpp"

namespace bitrook::data {

struct PipelineOptions {
  unsigned threads = 1;  // the calling thread included
  std::size_t batch_size = 8192;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();  // rows
  std::size_t chunk_size = std::size_t{1} << 19;                    // bytes, at least; a block of the source is a chunk
};

// The source failed; what() is its error().
struct SourceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The thread that asks for a batch reads the source and cuts the text; helpers of the thread pool parse, and so does
// the calling thread while it waits. Only the calling thread uses the source, so helpers do not need its lock. At most
// two chunks for each thread are held. The rows and the batches are the same for every number of threads.
//
// Throws SourceError, std::invalid_argument for a game with an error (OnError::Raise) and after a fork, and what the
// readers throw: std::length_error, std::bad_alloc. A pipeline that has failed stays so.
class Pipeline {
 public:
  // `plan` is shared with the reader of each chunk. Helpers start with the first batch.
  Pipeline(std::shared_ptr<const Plan> plan, std::unique_ptr<Source> source, const PipelineOptions& options);
  ~Pipeline();

  // The next rows; null at the end. A batch has batch_size rows, except the first, which has at most 1,024 so that it
  // comes soon, and the last. What could be read before an error comes before the exception. Not for two threads at
  // once.
  std::shared_ptr<Table> next();
  // All rows that are left, as one table.
  std::shared_ptr<Table> rest();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bitrook::data
