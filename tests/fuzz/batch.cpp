// Fuzzes sequences of calls on batches of boards (steps, undo, resets, copies and encodings), and compares each board
// with a game.
#include "bitrook/batch/boards.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "batch_encodings.hpp"
#include "bitrook/batch/moves.hpp"
#include "bitrook/batch/queries.hpp"
#include "bitrook/batch/step.hpp"
#include "bitrook/game/game.hpp"
#include "bitrook/search/default_evaluation.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using batch::Boards;
using batch::Reason;
using fuzz::check;

namespace {

constexpr std::size_t MostBoards = 6;
constexpr std::size_t MostPlies = 150;  // of all games, so that an input takes milliseconds

// The expected state of a board.
struct Model {
  Position start;
  Game game;
  std::uint32_t plies = 0;
  bool illegal = false;

  explicit Model(const Position& p) : start(p), game(p) {}
  void restart() { *this = Model(start); }
};

Reason expected_reason(const Model& m, const batch::Options& o) {
  const bool claim = o.adjudication == batch::Adjudication::Claim;
  const Position& p = m.game.position();
  if (m.illegal) return Reason::Illegal;
  if (is_checkmate(p)) return Reason::Checkmate;
  if (is_insufficient_material(p)) return Reason::Material;
  if (!has_legal(p)) return Reason::Stalemate;
  if (p.halfmove_clock() >= (claim ? 100u : 150u)) return Reason::FiftyMoves;
  if (o.history != 0 && m.game.is_repetition(claim ? 3 : 5)) return Reason::Repetition;
  return o.max_plies != 0 && m.plies >= o.max_plies ? Reason::Limit : Reason::None;
}

unsigned expected_repetitions(const Model& m, const batch::Options& o) {
  unsigned n = 0;
  while (o.history != 0 && n < 5 && m.game.is_repetition(n + 2)) ++n;
  return n;
}

class Machine {
 public:
  Machine(const Position& first, const batch::Options& options, std::size_t n) : boards_(n, options) {
    models_.assign(n, Model(Position::start()));
    set_start(0, first);
  }

  void act(unsigned which, fuzz::Bytes& bytes) {
    const std::size_t i = bytes.byte() % models_.size();
    switch (which % 16) {
      case 0:
      case 1:
      case 2:
      case 3:
        return step(bytes, false);
      case 4:
        return step(bytes, true);
      case 5:
        return undo(bytes.byte());
      case 6:
        return restart(bytes.byte());
      case 7:
        return set_start(i, models_[bytes.byte() % models_.size()].game.position());
      case 8:
        return set_packed(i, bytes);
      case 9:
        return set_game(i, models_[bytes.byte() % models_.size()].game);
      case 10:
        return select(bytes);
      case 11:
        return append();
      case 12:
        return copy(i, bytes.byte() % models_.size());
      case 13:
        return mirror();
      case 14:
        return fuzz::check_encodings(batch::BatchSource(boards_));
      default:
        return list(bytes);
    }
  }

  void check_all() const {
    check(boards_.size() == models_.size(), "the number of boards");
    for (std::size_t i = 0; i < models_.size(); ++i) check_board(i);
  }
  void check_past() const {
    for (std::size_t i = 0; i < models_.size(); ++i) check_past(i);
  }

 private:
  const batch::Options& options() const { return boards_.options(); }
  bool keeps_history() const { return options().history != 0; }

  void check_board(std::size_t i) const {
    const Model& m = models_[i];
    const Position& p = boards_.position(i);
    p.check_invariant();
    check(fuzz::text(p) == fuzz::text(m.game.position()), "the position");
    check(p.chess960() == m.game.position().chess960(), "the castling encoding");
    check(boards_.reason(i) == expected_reason(m, options()), "the reason");
    check(boards_.repetitions(i) == expected_repetitions(m, options()), "the repetitions");
    check(boards_.plies(i) == m.plies, "the plies");
    check(fuzz::text(boards_.start(i)) == fuzz::text(m.start), "the start position");
    check(boards_.can_undo(i) == (keeps_history() && m.game.ply_count() != 0), "whether a move can be undone");
  }

  void check_past(std::size_t i) const {
    const Model& m = models_[i];
    Model before = m;
    const std::size_t kept = keeps_history() ? std::min<std::size_t>(options().history, m.game.ply_count() + 1) : 0;
    check(boards_.past_size(i) == kept, "the number of past positions");
    for (unsigned age = 0; age < kept; ++age) {
      const batch::Frame& past = boards_.past(i, age);
      const Position& q = before.game.position();
      check(past.placement == q.placement() && past.turn == q.turn(), "a past position");
      check(past.castling == q.castling_rights(), "the castling rights of a past position");
      check(past.en_passant == q.en_passant(), "the en-passant square of a past position");
      check(past.repetitions == expected_repetitions(before, options()), "the repetitions of a past position");
      if (age + 1u < kept) before.game.pop();
    }
  }

  // --- Changes.

  void step(fuzz::Bytes& bytes, bool any) {
    std::size_t plies = 0;
    for (const Model& m : models_) plies += m.game.ply_count();
    if (plies > MostPlies) return restart(0xFF);
    std::vector<Move> moves;
    for (const Model& m : models_) {
      const unsigned chosen = bytes.byte();
      MoveList list;
      generate_legal(m.game.position(), list);
      const bool legal = !list.empty() && !(any && (chosen & 1));
      moves.push_back(legal ? list[chosen % list.size()] : fuzz::any_move(bytes.number(2)));
    }
    const auto illegal = batch::IllegalMoves(bytes.byte() % 3);
    const auto bad = batch::first_illegal(boards_, moves, {});
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bool is_bad = !boards_.is_over(i) && !is_legal(models_[i].game.position(), moves[i]);
      check((bad && *bad == i) == (is_bad && i <= *bad), "the first illegal move");
    }
    if (illegal == batch::IllegalMoves::Raise && bad) return;
    const std::size_t n = models_.size();
    std::vector<float> rewards(n);
    std::vector<std::uint8_t> terminated(n), truncated(n), reasons(n);
    batch::Finished finished;
    batch::step(boards_, moves, illegal, {rewards, terminated, truncated, reasons}, finished, {});
    std::size_t ended = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const float reward = step_model(models_[i], moves[i], illegal);
      const Reason reason = expected_reason(models_[i], options());
      check(rewards[i] == reward && reasons[i] == std::uint8_t(reason), "reward and reason");
      check((truncated[i] != 0) == (reason == Reason::Limit), "truncated");
      check((terminated[i] != 0) == (reason != Reason::None && reason != Reason::Limit), "terminated");
      if (options().autoreset != batch::Autoreset::Same || reason == Reason::None) continue;
      check(ended < finished.indices.size() && finished.indices[ended] == std::int64_t(i), "the games that have ended");
      const Position& last = finished.boards.position(ended++);
      check(fuzz::text(last) == fuzz::text(models_[i].game.position()), "the last position of a game");
      models_[i].restart();
    }
    check(ended == finished.indices.size(), "the number of games that have ended");
  }

  float step_model(Model& m, Move move, batch::IllegalMoves illegal) const {
    if (expected_reason(m, options()) != Reason::None) {
      if (options().autoreset != batch::Autoreset::Off) m.restart();
      return 0;
    }
    if (!is_legal(m.game.position(), move)) {
      m.illegal = illegal == batch::IllegalMoves::Terminate;
      return m.illegal ? -1 : 0;
    }
    m.game.push(move);
    if (!keeps_history()) m.game.clear_history();
    ++m.plies;
    return is_checkmate(m.game.position()) ? 1 : 0;
  }

  void undo(unsigned mask) {
    for (std::size_t i = 0; i < models_.size(); ++i) {
      if (!(mask >> i & 1) || !boards_.can_undo(i)) continue;
      boards_.undo(i);
      Model& m = models_[i];
      if (!m.illegal) {
        m.game.pop();
        --m.plies;
      }
      m.illegal = false;
    }
  }

  void restart(unsigned mask) {
    for (std::size_t i = 0; i < models_.size(); ++i) {
      if (!(mask >> i & 1)) continue;
      boards_.restart(i);
      models_[i].restart();
    }
  }

  void set_start(std::size_t i, Position p) {
    boards_.set_start(i, p);
    models_[i] = Model(boards_.start(i));
    check(boards_.start(i).placement() == p.placement() && boards_.start(i).turn() == p.turn(), "the start is kept");
  }

  void set_packed(std::size_t i, fuzz::Bytes& bytes) {
    data::Packed packed;
    for (std::uint8_t& b : packed) b = bytes.byte();
    Setup setup;
    setup.chess960 = bytes.byte() & 1;
    if (data::unpack(packed, setup) != data::PackedError::None) return;
    set_start(i, Position(setup));
  }

  // Assigns the game of another board, which may have been over earlier under these rules.
  void set_game(std::size_t i, Game game) {
    boards_.set_game(i, game);
    if (!keeps_history()) {
      models_[i] = Model(game.position());
      return;
    }
    models_[i] = Model(game.root().position());
    for (std::size_t k = 0; k < game.ply_count(); ++k) models_[i].game.push(game.move(k));
    models_[i].plies = std::uint32_t(game.ply_count());
  }

  void copy(std::size_t i, std::size_t j) {
    const Boards from = boards_;
    boards_.copy_to(i, from, j);
    models_[i] = Model(models_[j]);
  }

  void select(fuzz::Bytes& bytes) {
    std::vector<std::int64_t> indices;
    std::vector<Model> chosen;
    for (std::size_t k = 1 + bytes.byte() % MostBoards; k > 0; --k) {
      indices.push_back(std::int64_t(bytes.byte() % models_.size()));
      chosen.push_back(models_[std::size_t(indices.back())]);
    }
    boards_ = boards_.select(indices);
    models_ = std::move(chosen);
  }

  void append() {
    if (2 * models_.size() > MostBoards) return;
    boards_.append(Boards(boards_));
    const std::vector<Model> more = models_;
    models_.insert(models_.end(), more.begin(), more.end());
  }

  // --- Calls that do not change the boards.

  void mirror() const {
    const Boards mirrored = batch::mirrored(boards_), flipped = batch::flipped(boards_);
    const Boards back = batch::mirrored(mirrored);
    for (std::size_t i = 0; i < models_.size(); ++i) {
      for (const Boards* b : {&mirrored, &flipped, &back}) b->position(i).check_invariant();
      check(back.position(i).placement() == boards_.position(i).placement(), "mirrored twice");
      check(back.position(i).castling_rights() == boards_.position(i).castling_rights(), "rights mirrored twice");
      if (fuzz::one_king_each(boards_.position(i))) {  // python-chess chooses one of several kings by its square
        check(count_legal(mirrored.position(i)) == count_legal(boards_.position(i)),
              "the moves of a mirrored position");
      }
      check(flipped.position(i).castling_rights().empty(), "a flipped position has no castling rights");
    }
  }

  // Checks that lists, counts and random moves of many boards are those of each board, for any number of threads.
  void list(fuzz::Bytes& bytes) const {
    std::vector<std::int64_t> indices;
    for (std::size_t k = 0; k < 150; ++k) indices.push_back(std::int64_t(k % models_.size()));
    const Boards many = boards_.select(indices);
    const batch::Threads threads{1 + bytes.byte() % 3u, {}};
    std::vector<std::int32_t> offsets(many.size() + 1), counts(many.size());
    batch::LegalMoves legal;
    check(legal.list(many, offsets, threads), "the moves can be counted");
    batch::count_legal_moves(many, counts, threads);
    std::vector<Move> random(many.size()), again(many.size());
    const std::uint64_t seed = bytes.byte();
    batch::random_moves(many, seed, 0, random, threads);
    batch::random_moves(many, seed, 0, again, {});
    check(random == again, "threads do not change random moves");
    for (std::size_t i = 0; i < many.size(); ++i) {
      MoveList moves;
      if (!many.is_over(i)) generate_legal(many.position(i), moves);
      check(std::size_t(counts[i]) == moves.size(), "the number of legal moves");
      check(std::ranges::equal(std::span(legal.moves).subspan(std::size_t(offsets[i]), std::size_t(counts[i])), moves),
            "the legal moves");
      check(moves.empty() ? random[i].is_null() : std::ranges::find(moves, random[i]) != moves.end(), "a random move");
    }
    std::vector<std::int8_t> results(boards_.size());
    std::vector<std::int32_t> plies(boards_.size());
    std::vector<std::uint8_t> reasons(boards_.size()), packed(24 * boards_.size());
    check(batch::playout(boards_, seed, 0, 20, {results, plies, reasons}, threads), "a playout ends");
    (void)batch::pack(boards_, packed, threads);
    std::vector<std::int32_t> scores(boards_.size());
    batch::evaluate(boards_, search::DefaultEvaluation::standard(), scores, threads);
    for (const batch::Query* query : batch::all_queries()) {
      const auto out = std::make_unique<std::uint8_t[]>(boards_.size() * query->items * query->item_size);
      batch::answer(boards_, *query, out.get(), threads);
    }
  }

  Boards boards_;
  std::vector<Model> models_;
};

}  // namespace

// A FEN, a line end, four bytes of options, the number of boards, and calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest;
  const Position first = fuzz::first_line({reinterpret_cast<const char*>(data), size}, rest);
  fuzz::Bytes bytes(reinterpret_cast<const std::uint8_t*>(rest.data()), rest.size());
  batch::Options options;
  options.history = std::array{0u, 1u, 3u, 8u}[bytes.byte() % 4];
  options.autoreset = batch::Autoreset(bytes.byte() % 3);
  options.adjudication = batch::Adjudication(bytes.byte() % 2);
  options.max_plies = bytes.byte() % 32;
  Machine machine(first, options, 1 + bytes.byte() % 3);
  for (int calls = 1; calls <= 60 && !bytes.empty(); ++calls) {
    machine.act(bytes.byte(), bytes);
    machine.check_all();
    if (calls % 10 == 0) machine.check_past();
  }
  machine.check_past();
  return 0;
}
