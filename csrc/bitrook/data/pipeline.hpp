// Pipeline: from a source of bytes to batches of rows, in order, with several threads.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

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

// The error of a pipeline that lacked memory.
inline constexpr std::string_view NoMemory = "not enough memory";

// The thread that asks for a batch reads the source and cuts the text; helper threads parse, and so does the calling
// thread while it waits. Only the calling thread uses the source: helpers need no lock of its. At most two chunks for
// each thread are held. The rows and the batches are the same for every number of threads.
class Pipeline {
 public:
  enum class State : std::uint8_t { Batch, End, Failed };

  // `plan` is shared with the reader of each chunk. Helper threads start with the first batch.
  Pipeline(std::shared_ptr<const Plan> plan, std::unique_ptr<Source> source, const PipelineOptions& options);
  ~Pipeline();

  // The next rows. A batch has batch_size rows, except the first, which has at most 1,024 so that it comes soon, and
  // the last. After an error of the source, what could be read comes first, then Failed. Not for two threads at once.
  State next(std::shared_ptr<Table>& batch);
  // All rows that are left, as one table: Batch or Failed, with what could be read.
  State rest(std::shared_ptr<Table>& all);
  const std::string& error() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bitrook::data
