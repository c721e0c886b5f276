// Reading the boards of a batch from Python objects, and running encoders on them.
#include "bindings/batch/encodings/source.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "bindings/hot_path/board/board.hpp"
#include "bitrook/batch/encodings/sources.hpp"
#include "bitrook/batch/parts.hpp"
#include "bitrook/util/threads.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

unsigned repetitions(const Game& game) {
  constexpr unsigned Most = 4;  // a fifth occurrence ends the game
  unsigned n = 0;
  while (n < Most && game.is_repetition(n + 2)) ++n;
  return n;
}

// Returns the mark of the first occurrence of the current position, which is `f`.
batch::EnPassantMark earlier_mark(Game game, const batch::Frame& f) {
  batch::EnPassantMark mark = batch::EnPassantMark::None;
  for (unsigned back = 1; back <= f.halfmove_clock && game.ply_count() != 0; ++back) {
    game.pop();
    if (back % 2 != 0 || back < 4) continue;
    const Position& p = game.position();
    if (batch::Frame(p).same_position(f)) mark = f.mark_of(p.en_passant(), game.ply_count() == 0);
  }
  return mark;
}

batch::Frame frame_of(const Game& game) {
  batch::Frame f(game.position(), repetitions(game), game.ply_count() == 0);
  if (f.repetitions != 0) f.earlier_mark = earlier_mark(game, f);
  return f;
}

// Adds the last positions of a game, up to `depth`.
void add_frames(std::vector<batch::Frame>& frames, Game game, unsigned depth) {
  for (unsigned age = 0; age < depth; ++age) {
    frames.push_back(frame_of(game));
    if (game.ply_count() == 0) break;
    game.pop();
  }
}

// Boards that were copied from Python objects.
class CopiedBoards : public batch::BoardSource {
 public:
  explicit CopiedBoards(unsigned depth) : depth_(depth) {}

  std::size_t size() const override { return positions_.size(); }
  bool load(std::size_t i, std::span<batch::Frame> frames) const override {
    for (std::size_t age = 0; age < frames.size(); ++age) {
      frames[age] = age < depth_ ? frames_[i * depth_ + age] : batch::Frame();
    }
    return true;
  }
  const Position* position(std::size_t i, Position&) const override { return &positions_[i]; }

  // Adds the last positions of a game.
  void add(Game game) {
    positions_.push_back(game.position());
    add_frames(frames_, std::move(game), depth_);
    frames_.resize(positions_.size() * depth_);
  }
  // Adds a game of which only these positions are known, the newest first.
  void add(std::span<const Position> line) {
    positions_.push_back(line[0]);
    std::vector<batch::Frame> frames(line.begin(), line.end());
    frames.back().is_first = true;
    for (std::size_t age = 0; age < frames.size(); ++age) {
      for (std::size_t before = age + 2; before < frames.size(); before += 2) {
        if (!frames[age].same_position(frames[before])) continue;
        ++frames[age].repetitions;
        frames[age].earlier_mark = frames[before].mark();
      }
    }
    frames.resize(depth_);
    frames_.insert(frames_.end(), frames.begin(), frames.end());
  }

 private:
  const unsigned depth_;
  std::vector<batch::Frame> frames_;  // depth_ for each board
  std::vector<Position> positions_;
};

Game game_of(const py::handle& object, bool chess960) {
  if (is_board(object.ptr())) {
    [[maybe_unused]] const Lock lock(object.ptr());
    return board_of(object.ptr()).game;
  }
  Game game;
  if (!load_fen(game, py::cast<std::string_view>(object), chess960)) throw py::error_already_set();
  return game;
}

bool is_game(const py::handle& object) { return is_board(object.ptr()) || PyUnicode_Check(object.ptr()); }

[[noreturn]] void raise_item(std::size_t i, const py::handle& item) {
  throw py::type_error("boards[" + std::to_string(i) + "] must be a Board, a FEN or a sequence of these, not " +
                       Py_TYPE(item.ptr())->tp_name);
}

std::unique_ptr<CopiedBoards> copied_boards(const py::object& boards, unsigned depth, bool chess960) {
  auto copied = std::make_unique<CopiedBoards>(depth);
  const py::iterator items = py::iter(boards);
  for (std::size_t i = 0; const py::object item = next_item(items); ++i) {
    if (is_game(item)) {
      copied->add(game_of(item, chess960));
    } else if (PyList_Check(item.ptr()) || PyTuple_Check(item.ptr())) {
      std::vector<Position> line;
      for (const py::handle position : py::iter(item)) {
        if (!is_game(position)) raise_item(i, item);
        line.push_back(game_of(position, chess960).position());
      }
      if (line.empty()) throw py::value_error("boards[" + std::to_string(i) + "] has no positions");
      copied->add(line);
    } else {
      raise_item(i, item);
    }
  }
  return copied;
}

}  // namespace

SourceObject::SourceObject(const py::object& boards, unsigned depth, unsigned packed_depth, bool chess960)
    : owner_(boards), batch_(py::isinstance<BoardsObject>(boards) ? boards.cast<BoardsObject*>() : nullptr) {
  if (batch_) {
    source_ = std::make_unique<batch::BatchSource>(batch_->boards);
  } else if (is_game(boards)) {
    source_ = copied_boards(py::make_tuple(boards), depth, chess960);
  } else if (PyObject_CheckBuffer(boards.ptr())) {
    buffer_ = std::make_unique<ReadableBuffer<std::uint8_t>>(boards.ptr(), "boards");
    const auto bytes = buffer_->items();
    if (bytes.size() % (24 * packed_depth) != 0) {
      throw py::value_error("boards must contain a multiple of " + std::to_string(24 * packed_depth) + " bytes, not " +
                            std::to_string(bytes.size()));
    }
    source_ = std::make_unique<batch::PackedSource>(bytes, packed_depth, chess960);
  } else {
    source_ = copied_boards(boards, depth, chess960);
  }
  size_ = source_->size();
}

void for_boards(const SourceObject& boards, unsigned threads,
                const std::function<std::size_t(std::size_t first, std::size_t last)>& work) {
  constexpr std::size_t PartSize = 256;
  const auto use = boards.batch() ? std::make_unique<Using>(*boards.batch()) : nullptr;
  const batch::BoardSource& source = boards.source();
  if (source.size() != boards.size()) throw std::runtime_error("the number of boards changed during the call");
  const std::size_t n = source.size(), parts = (n + PartSize - 1) / PartSize;
  batch::FirstError bad(n);
  const auto part = [&](std::size_t k, Worker&) {
    const std::size_t last = std::min(n, (k + 1) * PartSize), end = work(k * PartSize, last);
    if (end != last) bad.add(end);
  };
  run_interruptible([&](const GoOn& go_on) { return run_parts(parts, threads, part, go_on); });
  if (!bad.any()) return;
  throw py::value_error("boards[" + std::to_string(bad.at()) + "] is not a position: " + source.error(bad.at()));
}

bool is_plain(const py::array& array, std::span<const py::ssize_t> shape) {
  const char order = array.dtype().byteorder();
  return (order == '=' || order == '|') && array.writeable() && (array.flags() & py::array::c_style) != 0 &&
         std::ranges::equal(std::span(array.shape(), std::size_t(array.ndim())), shape) &&
         reinterpret_cast<std::uintptr_t>(array.data()) % std::size_t(array.itemsize()) == 0;
}

void read_frames(PyObject* board, unsigned depth, std::vector<batch::Frame>& frames) {
  frames.clear();
  [[maybe_unused]] const Lock lock(board);
  const Game& game = board_of(board).game;
  if (depth == 1) {
    frames.push_back(frame_of(game));
  } else {
    add_frames(frames, game, depth);
    frames.resize(depth);
  }
}

}  // namespace bitrook::bindings
