// The search of one thread: principal variation search with a transposition table, pruning and a quiescence search.
#include "bitrook/search/searcher.hpp"

#include <algorithm>

#include "bitrook/game/outcome.hpp"
#include "bitrook/search/exchange.hpp"
#include "bitrook/search/properties.hpp"
#include "bitrook/search/pruning.hpp"

namespace bitrook::search {

namespace {

constexpr std::uint64_t NodesBetweenChecks = 1024, NodesBetweenSlowChecks = 8;
constexpr std::uint64_t ChecksOfFirstDepth = 20;  // until depth 1 is finished, limits are ignored for this many

bool is_quiet(const Position& p, Move m) { return !m.is_promotion() && !is_capture(p, m); }

bool has_pieces(const Position& p) {
  using enum PieceType;
  return (p.of(p.turn()) - p.of(Pawn) - p.of(King)).any();
}

}  // namespace

Searcher::Searcher(Shared& shared, const Game& game, std::function<bool()> go_on)
    : shared_(shared),
      go_on_(std::move(go_on)),
      nodes_between_checks_(shared.evaluation.is_slow() ? NodesBetweenSlowChecks : NodesBetweenChecks),
      line_evaluation_(shared.evaluation.for_line()),
      quiets_(uses(Technique::History) ? std::make_unique<QuietScores>() : nullptr) {
  add_frame(0);
  restart(game);
}

bool Searcher::search_root(int depth, std::vector<Line>& lines) {
  std::vector<Line> found;
  root_depth_ = depth;
  excluded_.clear();
  for (unsigned i = 0; i < shared_.limits.multi_pv; ++i) {
    const bool has_previous = i < lines.size();
    root_move_ = has_previous ? lines[i].moves[0] : Move::null();
    best_at_root_.reset();
    const int score = aspirate(depth, has_previous ? lines[i].score : 0);
    if (stopped_) {
      // The best move of the previous depth was searched first, so a different best move is better.
      if (i == 0 && has_previous && best_at_root_) lines[0] = *best_at_root_;
      return false;
    }
    const std::vector<Move>& line = frame(0).line;
    if (line.empty()) break;  // no more moves
    excluded_.push_back(line[0]);
    found.insert(std::ranges::upper_bound(found, score, std::ranges::greater(), &Line::score), {score, line});
  }
  lines = std::move(found);
  finished_depth_ = depth;
  return true;
}

// Aspiration windows: the score will probably be close to that of the previous depth, so a narrow window is tried
// first.
int Searcher::aspirate(int depth, int previous) {
  int alpha = -Infinite, beta = Infinite;
  if (uses(Technique::Aspiration) && depth >= 5 && !is_decided(previous)) {
    alpha = previous - 25;
    beta = previous + 25;
  }
  for (int width = 50;; width *= 4) {
    const int score = search(0, depth, alpha, beta);
    if (stopped_ || (score > alpha && score < beta)) return score;
    if (score <= alpha) {
      if (alpha == -Infinite) return score;
      alpha = width > 1000 ? -Infinite : std::max(score - width, -Infinite);
    } else {
      if (beta == Infinite) return score;
      beta = width > 1000 ? Infinite : std::min(score + width, Infinite);
    }
  }
}

// Returns the score of the position in frame `ply`: exact if it is between alpha and beta, otherwise a bound.
int Searcher::search(int ply, int depth, int alpha, int beta, bool may_null) {
  const Position& p = frame(ply).position;
  const bool in_check = p.is_check();
  if (in_check && uses(Technique::CheckExtensions) && ply < 2 * root_depth_) ++depth;
  if (depth <= 0 || ply == MaxPly) return horizon(ply, alpha, beta);

  frame(ply).line.clear();
  if (!count_node(ply)) return Draw;
  const bool is_root = ply == 0, is_pv = beta - alpha > 1;
  if (!is_root) {
    if (is_draw(ply)) return Draw;
    if (uses(Technique::MateDistance)) {  // only a mate shorter than the known one is of interest
      alpha = std::max(alpha, mated_in(ply));
      beta = std::min(beta, mate_in(ply + 1));
      if (alpha >= beta) return alpha;
    }
  }

  // A fast evaluation comes first, to give the processor time to load the table entry. A network is slower than that,
  // so it is evaluated only if the entry does not decide the node.
  const bool evaluates_first = !line_evaluation_;
  int evaluation = in_check ? -Infinite : evaluates_first ? evaluate(ply) : 0;
  const auto entry = probe(ply);
  if (entry && !is_pv && entry->depth >= depth)
    if (const auto score = hash_cutoff(*entry, ply, alpha, beta)) return *score;
  if (!in_check && !evaluates_first) evaluation = evaluate(ply);
  frame(ply).evaluation = evaluation;
  if (const auto score = tablebase_score(ply, depth, alpha, beta)) return *score;
  if (uses(Technique::InternalIterativeReductions) && !is_root && is_unknown(entry, depth)) --depth;

  if (!is_pv && !in_check) {
    if (uses(Technique::ReverseFutility) && reverse_futility(depth, evaluation, beta, is_improving(ply)))
      return evaluation;
    if (uses(Technique::NullMove) && may_null)
      if (const auto score = null_move_score(ply, depth, beta, evaluation)) return *score;
  }
  return search_moves(ply, depth, alpha, beta, entry ? entry->move : Move::null());
}

// Searches the moves of a position that was not decided without searching them.
int Searcher::search_moves(int ply, int depth, int alpha, int beta, Move hash_move) {
  StackFrame& f = frame(ply);
  const Position& p = f.position;
  const bool is_root = ply == 0, is_pv = beta - alpha > 1, in_check = f.evaluation == -Infinite;
  const int first_alpha = alpha;
  int best_score = -Infinite, number = 0;
  int pruned_score = -Infinite;  // the highest score that pruned moves are assumed to reach
  Move best;
  f.tried.clear();
  f.line.clear();
  MovePicker& picker = f.picker.emplace(p, hints(ply, hash_move));
  for (Move m; !(m = picker.next()).is_null();) {
    if (is_root && !is_searched_at_root(m)) continue;
    ++number;
    const bool quiet = is_quiet(p, m);
    if (!is_root && !in_check && best_score > -MaxEvaluation) {
      if (const auto most = score_if_pruned(ply, depth, alpha, is_pv, m, number)) {
        pruned_score = std::max(pruned_score, *most);
        continue;
      }
    }
    if (quiet) f.tried.add(m);

    make(ply, m);
    const bool may_reduce =
        uses(Technique::LateMoveReductions) && quiet && !in_check && !frame(ply + 1).position.is_check();
    const int reduction =
        may_reduce ? late_move_reduction(depth, number, is_pv, is_improving(ply), history_score(ply, m)) : 0;
    const int score = search_move(ply, depth, alpha, beta, number, reduction);
    unmake();
    if (stopped_) return Draw;
    if (number == 1 && score < beta) prepare_other_moves(ply, depth, std::max(alpha, score), is_pv);
    if (score <= best_score) continue;
    best_score = score;
    if (score <= alpha) continue;
    best = m;
    alpha = score;
    set_line(ply, m);
    if (is_root) best_at_root_ = {score, f.line};
    if (score >= beta) {
      if (quiet && uses(Technique::History)) reward(ply, depth, m);
      break;
    }
  }

  if (number == 0) return is_root ? Draw : in_check ? mated_in(ply) : Draw;
  best_score = std::max(best_score, pruned_score);
  store(ply, depth, best_score,
        best_score >= beta         ? Bound::Lower
        : best_score > first_alpha ? Bound::Exact
                                   : Bound::Upper,
        best);
  return best_score;
}

// Decides whether to prune a move near the leaves because it will hardly raise the score above alpha. Returns the
// highest score that the pruned move is assumed to reach, or nothing if the move must be searched.
std::optional<int> Searcher::score_if_pruned(int ply, int depth, int alpha, bool is_pv, Move m, int number) {
  StackFrame& f = frame(ply);
  if (is_quiet(f.position, m)) {
    if (uses(Technique::LateMovePruning) && !is_pv && number > late_move_limit(depth, is_improving(ply))) {
      f.picker->skip_quiets();
      return alpha;
    }
    if (!uses(Technique::Futility) || !futility(depth, f.evaluation, alpha)) return std::nullopt;
    if (gives_check(f.position, m)) return std::nullopt;
    return futility_score(depth, f.evaluation);
  }
  const bool loses = uses(Technique::SeePruning) && f.picker->may_lose() && !see_ge(f.position, m, see_limit(depth));
  return loses && !gives_check(f.position, m) ? std::optional(alpha) : std::nullopt;
}

// Principal variation search: the first move is probably the best one. The others are searched with a null window,
// which only shows whether they are better, and late moves at a reduced depth. A move that turns out to be better is
// searched again without the restriction.
int Searcher::search_move(int ply, int depth, int alpha, int beta, int number, int reduction) {
  const int next = depth - 1;
  reduction = std::clamp(reduction, 0, std::max(next - 1, 0));
  const int narrow = uses(Technique::PrincipalVariation) && number > 1 ? alpha + 1 : beta;
  if (reduction > 0) {
    const int score = -search(ply + 1, next - reduction, -narrow, -alpha);
    if (score <= alpha || stopped_) return score;
  }
  if (narrow < beta) {
    const int score = -search(ply + 1, next, -narrow, -alpha);
    if (score <= alpha || score >= beta || stopped_) return score;
  }
  return -search(ply + 1, next, -beta, -alpha);
}

int Searcher::horizon(int ply, int alpha, int beta) {
  if (uses(Technique::Quiescence) && ply < MaxPly) return quiescence(ply, alpha, beta);
  frame(ply).line.clear();
  if (!count_node(ply) || is_draw(ply)) return Draw;
  const Position& p = frame(ply).position;
  if (!has_legal(p)) return p.is_check() ? mated_in(ply) : Draw;
  return evaluate(ply);
}

// Null move pruning: if the score stays above beta even after a pass, a real move almost certainly keeps it there, too.
// This fails in zugzwang, where passing would be better than any legal move. So null moves are skipped in pawn endings,
// and at higher depths a search of the real moves, at the same reduced depth, must confirm the cutoff.
std::optional<int> Searcher::null_move_score(int ply, int depth, int beta, int evaluation) {
  const Position& p = frame(ply).position;
  if (depth < 3 || evaluation < beta || is_decided(beta) || !has_pieces(p)) return std::nullopt;
  const int reduced = depth - 1 - null_move_reduction(depth, evaluation, beta);
  make(ply, Move::null());
  const int score = -search(ply + 1, reduced, -beta, -beta + 1, false);
  unmake();
  if (stopped_ || score < beta) return std::nullopt;
  if (depth >= VerifiedNullMoveDepth && search(ply, reduced, beta - 1, beta, false) < beta) return std::nullopt;
  return is_decided(score) ? beta : score;  // a mate after a null move proves nothing
}

// Also prefetches the table entry of the new position, which is needed after the evaluation.
void Searcher::make(int ply, Move m) {
  frame(ply).move = m;
  add_frame(ply + 1);
  Position& next = frame(ply + 1).position;
  next = frame(ply).position;
  next.play_unchecked(m);
  frame(ply + 1).since_null = m.is_null() ? 0 : frame(ply).since_null + 1;
  keys_.push_back(next.repetition_key());
  if (shared_.table) shared_.table->prefetch(keys_.back());
}

bool Searcher::is_draw(int ply) const {
  const Position& p = frame(ply).position;
  if (p.halfmove_clock() >= 100 && (!p.is_check() || has_legal(p))) return true;
  return is_repetition(keys_, std::size_t(ply), p.halfmove_clock(), std::size_t(frame(ply).since_null)) ||
         is_insufficient_material(p);
}

bool is_repetition(std::span<const std::uint64_t> keys, std::size_t ply, std::size_t halfmove_clock,
                   std::size_t since_null) {
  const std::size_t last = keys.size() - 1;
  std::size_t reach = std::min(last, halfmove_clock);
  if (since_null < ply) reach = std::min(reach, since_null);
  unsigned before_root = 0;
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (keys[last - back] != keys[last]) continue;
    if (back <= ply || ++before_root == 2) return true;
  }
  return false;
}

// Internal iterative reductions: a position without a hash move is searched less deeply. If it turns out to matter, the
// next iteration will find a hash move there.
bool Searcher::is_unknown(const std::optional<TableEntry>& entry, int depth) const {
  return depth >= 4 && shared_.table && uses(Technique::HashMoves) && (!entry || entry->move.is_null());
}

// Whether the static evaluation is better than it was before the side's last move. If so, pruning a move for being
// unlikely to reach alpha is riskier, and pruning a position for being above beta is safer.
bool Searcher::is_improving(int ply) const { return ply >= 2 && frame(ply).evaluation > frame(ply - 2).evaluation; }

void Searcher::set_line(int ply, Move m) {
  std::vector<Move>& line = frame(ply).line;
  const std::vector<Move>& rest = frame(ply + 1).line;
  line.assign(1, m);
  line.insert(line.end(), rest.begin(), rest.end());
}

// The stored score, if it decides a search with this window. The table ignores the half-move clock, so its scores are
// not used when the clock is high.
std::optional<int> Searcher::hash_cutoff(const TableEntry& entry, int ply, int alpha, int beta) const {
  if (!uses(Technique::HashCutoffs) || frame(ply).position.halfmove_clock() >= 90) return std::nullopt;
  const int score = from_table(entry.score, ply);
  const bool is_decisive = entry.bound == Bound::Exact || (entry.bound == Bound::Lower && score >= beta) ||
                           (entry.bound == Bound::Upper && score <= alpha);
  return is_decisive ? std::optional(score) : std::nullopt;
}

std::optional<TableEntry> Searcher::probe(int ply) const {
  if (!shared_.table || !uses(Technique::HashMoves) || (ply == 0 && !excluded_.empty())) return std::nullopt;
  return shared_.table->probe(keys_.back());
}

void Searcher::store(int ply, int depth, int score, Bound bound, Move best) {
  if (!shared_.table || !uses(Technique::HashMoves)) return;
  if (ply == 0 && (!excluded_.empty() || !shared_.limits.moves.empty())) return;
  shared_.table->store(keys_.back(), {best, to_table(score, ply), depth, bound});
}

bool Searcher::is_searched_at_root(Move m) const {
  const auto& moves = shared_.limits.moves;
  return std::ranges::find(excluded_, m) == excluded_.end() &&
         (moves.empty() || std::ranges::find(moves, m) != moves.end());
}

// Returns false once the search is stopped.
bool Searcher::count_node(int ply) {
  selective_depth_ = std::max(selective_depth_, ply);
  if (++nodes_ >= nodes_between_checks_ && !stopped_) {
    add_table_hits();
    shared_.nodes.fetch_add(nodes_, std::memory_order_relaxed);
    all_nodes_ += nodes_;
    nodes_ = 0;
    const bool may_stop = finished_depth_ > 0 || all_nodes_ >= ChecksOfFirstDepth * nodes_between_checks_;
    stopped_ = is_stopped() || (may_stop && is_out_of_limits());
  }
  return !stopped_;
}

bool Searcher::is_stopped() {
  return shared_.stop.load(std::memory_order_relaxed) || shared_.finished.load(std::memory_order_relaxed) || !go_on_();
}

bool Searcher::is_out_of_limits() const {
  const Limits& limits = shared_.limits;
  return nodes() >= limits.nodes || (limits.time && Clock::now() - shared_.start >= *limits.time);
}

// ---- The quiescence search: searches captures and promotions until the position is quiet, because the evaluation is
// not meaningful in the middle of an exchange. https://www.chessprogramming.org/Quiescence_Search

int Searcher::quiescence(int ply, int alpha, int beta) {
  frame(ply).line.clear();
  if (!count_node(ply)) return Draw;
  const Position& p = frame(ply).position;
  if (ply > 0 && is_draw(ply)) return Draw;
  const bool in_check = p.is_check();
  if (ply == MaxPly) return in_check ? Draw : evaluate(ply);

  const int first_alpha = alpha;
  // Unless it is in check, the side to move may stop capturing and accept the static evaluation.
  int best_score = -Infinite, evaluation = 0;
  if (!in_check) {
    best_score = evaluation = evaluate(ply);
    if (best_score >= beta) return best_score;
    alpha = std::max(alpha, best_score);
  }
  // Results of the quiescence search are stored in the hash table with depth 0. The probe comes after the evaluation so
  // that the prefetched entry is in the cache.
  const auto entry = probe(ply);
  if (entry && beta - alpha == 1)
    if (const auto score = hash_cutoff(*entry, ply, alpha, beta)) return *score;
  OrderingHints hints;
  if (entry) hints.hash_move = entry->move;
  hints.captures_only = !in_check;
  // Losing captures are pruned below, so the picker does not need to detect them. Losing promotions are not pruned, but
  // searched last.
  hints.see = in_check || !uses(Technique::SeePruning) || pawns_on_seventh(p).any();
  hints.history = in_check && uses(Technique::History) ? &quiets_->history : nullptr;
  MovePicker& picker = frame(ply).picker.emplace(p, hints);
  prepare_captures(ply);
  int number = 0;
  Move best;
  for (Move m; !(m = picker.next()).is_null();) {
    ++number;
    if (!in_check && uses(Technique::SeePruning) && !m.is_promotion()) {
      const int most = evaluation + PieceValues()[captured_type(p, m)] + DeltaMargin;
      if (most <= alpha) best_score = std::max(best_score, most);
      if (most <= alpha || !see_ge(p, m, 0)) continue;
    }
    make(ply, m);
    const int score = -quiescence(ply + 1, -beta, -alpha);
    unmake();
    if (stopped_) return Draw;
    if (score <= best_score) continue;
    best_score = score;
    if (score <= alpha) continue;
    alpha = score;
    best = m;
    if (ply + 1 < MaxPly) set_line(ply, m);
    if (score >= beta) break;
  }
  if (number == 0) {
    if (in_check) return mated_in(ply);
    if (!has_legal(p)) return Draw;
  }
  const Bound bound = best_score >= beta ? Bound::Lower : best_score > first_alpha ? Bound::Exact : Bound::Upper;
  store(ply, 0, best_score, bound, best);
  return best_score;
}

namespace {
const std::atomic<bool> Never{false};
}

QuiescenceResult quiescence(const Position& p, int alpha, int beta, const Evaluation& evaluation,
                            const std::function<bool()>& go_on) {
  Options options;
  options.set(Technique::History, false);  // no search has filled the history
  Shared shared{evaluation, nullptr, options, {}, Never};
  const auto searcher = std::make_unique<Searcher>(shared, Game(p), go_on ? go_on : [] { return true; });
  const int score = searcher->quiescence(0, alpha, beta);
  return {score, searcher->nodes()};
}

// ---- What a search thread remembers: the positions of the game before the root, and the scores of quiet moves.

void Searcher::restart(const Game& game) {
  // The keys of earlier positions, as far back as a repetition can reach.
  Game earlier = game;
  keys_.assign(1, game.position().repetition_key());
  for (std::size_t n = std::min<std::size_t>(game.ply_count(), game.position().halfmove_clock()); n > 0; --n) {
    earlier.pop();
    keys_.push_back(earlier.position().repetition_key());
  }
  std::ranges::reverse(keys_);
  keys_.reserve(keys_.size() + MaxPly + 1);
  frame(0).position = game.position();
  frame(0).since_null = 0;
  root_move_ = Move::null();
  selective_depth_ = finished_depth_ = 0;
  nodes_ = all_nodes_ = 0;
  stopped_ = false;
}

OrderingHints Searcher::hints(int ply, Move hash_move) {
  OrderingHints h;
  h.hash_move = ply == 0 && !root_move_.is_null() ? root_move_ : hash_move;
  if (uses(Technique::History)) {
    h.killers = frame(ply).killers;
    h.history = &quiets_->history;
    h.answers = answers(ply);
    if (ply > 0) {
      const Move before = frame(ply - 1).move;
      h.counter_move = quiets_->counter_moves[index(frame(ply).position.turn())][before.word() & 0xFFF];
    }
  }
  return h;
}

// Records that a quiet move was best. It will be tried earlier in other positions, and the quiet moves tried before it
// will be tried later.
void Searcher::reward(int ply, int depth, Move best) {
  const Color us = frame(ply).position.turn();
  auto& killers = frame(ply).killers;
  if (killers[0] != best) killers = {best, killers[0]};
  if (ply > 0) quiets_->counter_moves[index(us)][frame(ply - 1).move.word() & 0xFFF] = best;
  const Position& p = frame(ply).position;
  ContinuationHistory::Answers* const to_move_before = answers(ply);
  const auto add = [&](Move m, int bonus) {
    quiets_->history.add(us, m, bonus);
    if (to_move_before) to_move_before->add(p.piece_at(m.from()), m.to(), bonus);
  };
  const int bonus = HistoryTable::bonus(depth);
  add(best, bonus);
  for (const Move m : frame(ply).tried)
    if (m != best) add(m, -bonus);
}

// The history of replies to the move that led to this frame; null if there is no such move or the technique is off.
ContinuationHistory::Answers* Searcher::answers(int ply) {
  if (!uses(Technique::ContinuationHistory) || ply == 0 || frame(ply - 1).move.is_null()) return nullptr;
  const Square target = frame(ply - 1).move.to();
  return &quiets_->continuation(frame(ply).position.piece_at(target), target);
}

// How good a quiet move has been elsewhere, from -2 to 2 times HistoryTable::Max.
int Searcher::history_score(int ply, Move m) {
  if (!uses(Technique::History)) return 0;
  const Position& p = frame(ply).position;
  const int score = quiets_->history(p.turn(), m);
  const ContinuationHistory::Answers* const to_move_before = answers(ply);
  return to_move_before ? score + (*to_move_before)(p.piece_at(m.from()), m.to()) : 2 * score;
}

// ---- Tablebases in the search tree.

// Returns the tablebase score of a position below the root, if it decides a search with this window. Tables ignore the
// half-move clock, so only positions right after a capture or a pawn move are looked up.
std::optional<int> Searcher::tablebase_score(int ply, int depth, int alpha, int beta) {
  const TablebaseUse& use = shared_.options.tablebase;
  if (ply == 0 || !use.files) return std::nullopt;
  const Position& p = frame(ply).position;
  const unsigned pieces = p.occupied().count(), largest = use.files->largest();
  if (p.halfmove_clock() != 0 || pieces > largest || (pieces == largest && depth < use.min_depth)) return std::nullopt;
  const tablebase::Probe probe = use.files->wdl(p);
  if (!probe.ok()) return std::nullopt;
  ++table_hits_;

  const int drawn = use.fifty_move_rule ? 1 : 0;  // the highest value that counts as a draw
  const Bound bound = probe.value > drawn ? Bound::Lower : probe.value < -drawn ? Bound::Upper : Bound::Exact;
  const int score = bound == Bound::Lower ? TableScore - ply : bound == Bound::Upper ? ply - TableScore : Draw;
  // A win may turn out to be a mate, which scores more, so it is a lower bound, and a loss is an upper bound. Such a
  // bound is useless on the wrong side of the window.
  if ((bound == Bound::Lower && score <= alpha) || (bound == Bound::Upper && score >= beta)) return std::nullopt;
  store(ply, std::min(depth + 6, MaxPly), score, bound, Move::null());
  return score;
}

// ---- Announcing positions to evaluations that are faster in batches. This does not affect the scores.

// Announces the positions after up to `most` of the picker's next moves, so that they are evaluated in one batch. Skips
// positions in check, which are not evaluated, and losing captures, most of which are pruned.
void Searcher::prepare(int ply, MovePicker& rest, int most) {
  const Position& p = frame(ply).position;
  const bool without_losing = uses(Technique::SeePruning) && !p.is_check();
  upcoming_.clear();
  for (Move m; int(upcoming_.size()) < most && !(m = rest.next()).is_null();) {
    if (without_losing && is_capture(p, m) && !see_ge(p, m, 0)) continue;
    Position next = p;
    next.play_unchecked(m);
    if (!next.is_check()) upcoming_.push_back(next);
  }
  shared_.evaluation.prepare(upcoming_);
}

// Called after the first move if it did not cause a cutoff. The other moves probably will not either, so the positions
// after all of them are prepared, except for moves that are pruned.
void Searcher::prepare_other_moves(int ply, int depth, int alpha, bool is_pv) {
  if (!shared_.evaluation.is_batched()) return;
  const StackFrame& f = frame(ply);
  MovePicker& rest = upcoming_picker_.emplace(*f.picker);
  int most = MaxMoves;
  if (ply > 0 && !f.position.is_check()) {
    if (uses(Technique::Futility) && futility(depth, f.evaluation, alpha)) rest.skip_quiets();
    if (uses(Technique::LateMovePruning) && !is_pv) most = late_move_limit(depth, is_improving(ply));
  }
  prepare(ply, rest, most);
}

// Called before the first move of the quiescence search. All moves are prepared, because there are few.
void Searcher::prepare_captures(int ply) {
  if (shared_.evaluation.is_batched()) prepare(ply, upcoming_picker_.emplace(*frame(ply).picker), MaxMoves);
}

}  // namespace bitrook::search
