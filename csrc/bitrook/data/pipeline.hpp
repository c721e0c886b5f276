// Pipeline: converts a source of bytes to batches of rows, in order, with several threads.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "bitrook/data/column.hpp"
#include "bitrook/data/plan.hpp"
#include "bitrook/data/source.hpp"

namespace bitrook::data {

struct PipelineOptions {
  unsigned threads = 1;  // including the calling thread
  std::size_t batch_size = 8192;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();  // rows
  std::size_t chunk_size = std::size_t{1} << 19;  // bytes, at least; blocks of the source are not split
};

// The thread that requests a batch reads the source and cuts the text. Helpers of the thread pool parse the chunks, and
// the calling thread does so, too, while it waits. Only the calling thread uses the source, so helpers do not need its
// lock. At most two chunks per thread are in memory. The rows and batches do not depend on the number of threads.
//
// Throws SourceError, std::invalid_argument for a game with an error (OnError::Raise) and after a fork, and
// std::length_error or std::bad_alloc from the readers. A pipeline that has failed throws the same exception again.
class Pipeline {
 public:
  // `plan` is shared with the reader of each chunk. Helpers start when the first batch is requested.
  Pipeline(std::shared_ptr<const Plan> plan, std::unique_ptr<Source> source, const PipelineOptions& options);
  ~Pipeline();

  // Returns the next rows, or null at the end. A batch has batch_size rows, except for the last one, the first one,
  // which has at most 1,024 rows so that it is available soon, and batches of more than 256 MiB. Rows that were read
  // before an error are returned before the exception is thrown. Two threads must not call this at the same time.
  std::shared_ptr<Table> next();
  // Returns all remaining rows as one table.
  std::shared_ptr<Table> rest();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bitrook::data
