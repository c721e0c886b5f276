// Probing: captures are searched, and all other positions are looked up.
#include "bitrook/tablebase/tablebase.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "bitrook/movegen/movegen.hpp"

namespace bitrook::tablebase {

namespace {

constexpr int Win = 2;
constexpr int Loss = -2;

constexpr int sign(int n) { return (n > 0) - (n < 0); }

// The DTZ of a position whose best move is a capture or a pawn move.
constexpr int dtz_before_zeroing(int wdl) { return std::abs(wdl) == 1 ? 101 * sign(wdl) : sign(wdl); }

// The value of a position in which a variant's rules end the game.
std::optional<int> final_value(const Position&) { return std::nullopt; }
std::optional<int> final_value(const VariantPosition& p) {
  const auto result = p.result();
  if (!result) return std::nullopt;
  return *result == VariantResult::Win ? Win : *result == VariantResult::Loss ? Loss : 0;
}

template <class P>
bool is_probeable(const P& p, const Family& family) {
  if (p.occupied().count() > MaxPieces || p.castling_rights().any() || p.of(PieceType::Pawn).meets(Backranks))
    return false;
  if (final_value(p)) return true;
  return (!family.one_king || has_one_king_each(p.placement())) && !p.was_into_check();
}

template <class P>
P after(const P& p, Move m) {
  P child = p;
  child.play_unchecked(m);
  return child;
}

}  // namespace

struct Tablebase::File {
  std::string path;
  Material material;
  Metric metric;
  const Family* family;
  std::once_flag once;
  std::unique_ptr<const Table> table;  // null before the first probe, or if the file cannot be used
  std::string error;

  const Table* open() {
    std::call_once(once, [this] { table = Table::open(path, material, metric, *family, error); });
    return table.get();
  }
};

Tablebase::Tablebase(const Family& family) : family_(&family) {}
Tablebase::~Tablebase() = default;

bool Tablebase::add(std::string path, std::string_view name, Metric metric) {
  const auto material = Material::parse(name, family_->one_king);
  if (!material) return false;
  auto file = std::make_shared<File>();
  file->path = std::move(path);
  file->material = *material;
  file->metric = metric;
  file->family = family_;
  const std::unique_lock lock(mutex_);
  auto& files = files_[std::size_t(metric)];
  files[material->key()] = file;
  files[material->mirrored().key()] = file;
  if (metric == Metric::Wdl) largest_ = std::max(largest_.load(), material->pieces());
  return true;
}

std::size_t Tablebase::size() const {
  const std::shared_lock lock(mutex_);
  std::size_t n = 0;
  for (const auto& files : files_)
    for (const auto& [key, file] : files) n += key == file->material.key();
  return n;
}

// One probe. `failure` is Ok until a file is missing or unreadable; after that, all values are meaningless.
struct Tablebase::Search {
  const Tablebase& tables;
  Probe failure;

  const Table* table(const Material& material, Metric metric) {
    const auto& files = tables.files_[std::size_t(metric)];
    const auto found = files.find(material.key());
    if (found == files.end()) {
      failure = {Probe::Status::Missing, 0, metric, material};
      return nullptr;
    }
    File& file = *found->second;
    const Table* table = file.open();
    if (!table) failure = {Probe::Status::Unreadable, 0, metric, material, file.path + ": " + file.error};
    return table;
  }
  void fail_damaged(const Material& material, Metric metric) {
    const File& file = *tables.files_[std::size_t(metric)].at(material.key());
    failure = {Probe::Status::Unreadable, 0, metric, material, file.path + ": damaged data"};
  }
  Probe result(int value) const { return failure.ok() ? Probe{Probe::Status::Ok, value, {}, {}} : failure; }

  template <class P>
  int wdl_from_table(const P& p) {
    if (const auto value = final_value(p)) return *value;
    const Material material = Material::of(p);
    if (material.pieces() == 2 && tables.family_->one_king) return 0;
    const Table* wdl = table(material, Metric::Wdl);
    if (!wdl) return 0;
    const Table::Answer answer = wdl->wdl(p);
    if (answer.kind == Table::Answer::Kind::Damaged) fail_damaged(material, Metric::Wdl);
    return answer.value;
  }

  // Where a capture is at least as good as any other move, a table may hold any value that is not better, and tables
  // ignore en-passant captures. Captures are therefore searched first. A position in which only captures are legal, one
  // of them en passant, is not looked up, because the table may treat it as stalemate.
  template <class P>
  int wdl(const P& p) {
    if (tables.family_->compulsory_captures) {
      Source source;
      return compulsory_wdl(p, false, source);
    }
    MoveList captures;
    generate_legal_captures(p, captures);
    int best = Loss;
    for (const Move m : captures) {
      best = std::max(best, -wdl(after(p, m)));
      if (best == Win || !failure.ok()) return best;
    }
    if (p.has_legal_en_passant() && captures.size() == count_legal(p)) return best;
    return std::max(best, wdl_from_table(p));
  }

  // The same. `zeroing` is set if a capture or pawn move has that value and wins (a cursed win counts), or if there are
  // no other moves. DTZ files do not have values for such positions.
  template <class P>
  int wdl(const P& p, bool& zeroing) {
    MoveList moves;
    generate_legal(p, moves);
    int best = Loss;
    std::size_t tried = 0;
    for (const Move m : moves) {
      if (!is_zeroing(p, m)) continue;
      ++tried;
      best = std::max(best, -wdl(after(p, m)));
      if (!failure.ok()) return 0;
      if (best == Win) break;
    }
    const bool no_others = tried != 0 && tried == moves.size();
    zeroing = best == Win || no_others;
    if (zeroing) return best;
    const int value = wdl_from_table(p);
    zeroing = best >= value && best > 0;
    return std::max(best, value);
  }

  // The value where captures are compulsory. Tables have no values of positions with captures. Where a move forces the
  // other side to capture (a threat), those of six pieces may hold any value that is not better, and DTZ files any
  // distance.
  enum class Source : std::uint8_t { Zeroing, Threat, File };
  template <class P>
  int compulsory_wdl(const P& p, bool threats, Source& source) {
    source = Source::Zeroing;
    if (const auto value = final_value(p)) return *value;
    MoveList moves;
    generate_legal(p, moves);
    const bool captures = !moves.empty() && is_capture(p, moves[0]);
    if (!captures && !threats && p.occupied().count() < 6) {
      source = Source::File;
      return wdl_from_table(p);
    }
    int best = Loss;
    for (const Move m : moves) {
      if (!captures && is_zeroing(p, m)) continue;
      const P child = after(p, m);
      if (!captures && !has_capture(child)) continue;
      best = std::max(best, -wdl(child));
      if (best == Win || !failure.ok()) break;
    }
    if (captures) return best;
    const int value = best == Win || !failure.ok() ? best : wdl_from_table(p);
    source = value > best || best == Loss ? Source::File : Source::Threat;
    return std::max(best, value);
  }
  template <class P>
  static bool has_capture(const P& p) {
    MoveList captures;
    generate_legal_captures(p, captures);
    return !captures.empty();
  }

  // The DTZ where captures are compulsory, or nothing if it must be looked up.
  template <class P>
  std::optional<int> compulsory_dtz(const P& p, int& wdl) {
    Source source;
    wdl = compulsory_wdl(p, true, source);
    const bool only_pawns = p.of(p.turn()).subset_of(p.of(PieceType::Pawn));
    if (wdl == 0 || !failure.ok()) return 0;
    if (source == Source::Zeroing || only_pawns) return dtz_before_zeroing(wdl);
    if (wdl < 0) return std::nullopt;
    if (source == Source::Threat) return dtz_before_zeroing(wdl) + 1;
    MoveList moves;
    generate_legal(p, moves, {p.of(PieceType::Pawn), Bitboard::all()});
    for (const Move m : moves)
      if (-this->wdl(after(p, m)) == wdl) return dtz_before_zeroing(wdl);
    return std::nullopt;
  }

  template <class P>
  int dtz(const P& p) {
    int wdl;
    if (tables.family_->compulsory_captures) {
      if (const auto known = compulsory_dtz(p, wdl)) return *known;
    } else {
      bool zeroing = false;
      wdl = this->wdl(p, zeroing);
      if (wdl == 0 || !failure.ok()) return 0;
      if (zeroing) return dtz_before_zeroing(wdl);
    }
    const Material material = Material::of(p);
    const Table* table = this->table(material, Metric::Dtz);
    if (!table) return 0;
    const Table::Answer answer = table->dtz(p, wdl);
    switch (answer.kind) {
      case Table::Answer::Kind::Value:
        return (answer.value + (std::abs(wdl) == 1 ? 100 : 0)) * sign(wdl);
      case Table::Answer::Kind::OtherSide:
        return dtz_by_moves(p, wdl);
      case Table::Answer::Kind::Damaged:
        break;
    }
    fail_damaged(material, Metric::Dtz);
    return 0;
  }

  // Searches one ply: returns the least distance among the moves that keep the value.
  template <class P>
  int dtz_by_moves(const P& p, int wdl) {
    MoveList moves;
    generate_legal(p, moves);
    std::optional<int> least;
    for (const Move m : moves) {
      const int distance = dtz_of_move(p, m).second;
      if (!failure.ok()) return 0;
      if (sign(distance) == sign(wdl) && (!least || distance < *least)) least = distance;
    }
    return least.value_or(-1);
  }

  // The WDL and DTZ of a move, from the point of view of the side that makes it.
  template <class P>
  std::pair<int, int> dtz_of_move(const P& p, Move m) {
    const P child = after(p, m);
    if (is_zeroing(p, m)) {
      const int wdl = -this->wdl(child);
      return {wdl, dtz_before_zeroing(wdl)};
    }
    const int distance = -dtz(child);
    const int wdl = sign(distance) * (std::abs(distance) > 100 ? 1 : 2);
    const bool mate = distance == 1 && child.is_check() && !has_legal(child);
    return {wdl, mate ? 1 : distance + sign(distance)};
  }
};

template <class P, class Find>
Probe Tablebase::probe(const P& p, Find find) const {
  if (!is_probeable(p, *family_)) return {Probe::Status::NotProbeable, 0, {}, {}};
  const std::shared_lock lock(mutex_);
  Search search{*this, {}};
  const int value = find(search);
  return search.result(value);
}

Probe Tablebase::wdl(const Position& p) const {
  return probe(p, [&](Search& search) { return search.wdl(p); });
}
Probe Tablebase::wdl(const VariantPosition& p) const {
  return probe(p, [&](Search& search) { return search.wdl(p); });
}

Probe Tablebase::dtz(const Position& p) const {
  return probe(p, [&](Search& search) { return search.dtz(p); });
}
Probe Tablebase::dtz(const VariantPosition& p) const {
  return probe(p, [&](Search& search) { return search.dtz(p); });
}

template <class P>
Probe Tablebase::find(const P& p, Metric metric, int wdl, Table::Answer& answer) const {
  return probe(p, [&](Search& search) {
    if (const auto value = final_value(p); value && metric == Metric::Wdl) {
      answer.value = *value;
      return 0;
    }
    const Material material = Material::of(p);
    const bool bare_kings = material.pieces() == 2 && family_->one_king;
    const Table* table = bare_kings ? nullptr : search.table(material, metric);
    if (!table) return 0;
    answer = metric == Metric::Wdl ? table->wdl(p) : table->dtz(p, wdl);
    if (answer.kind == Table::Answer::Kind::Damaged) search.fail_damaged(material, metric);
    return 0;
  });
}

Probe Tablebase::look_up(const Position& p, Metric metric, int wdl, Table::Answer& answer) const {
  return find(p, metric, wdl, answer);
}
Probe Tablebase::look_up(const VariantPosition& p, Metric metric, int wdl, Table::Answer& answer) const {
  return find(p, metric, wdl, answer);
}

template <class P, class Rank>
Probe Tablebase::rank_each(const P& p, std::vector<RankedMove>& moves, Rank rank) const {
  moves.clear();
  const Probe result = probe(p, [&](Search& search) {
    MoveList legal;
    generate_legal(p, legal);
    for (std::size_t i = 0; i < legal.size() && search.failure.ok(); ++i) moves.push_back(rank(search, legal[i]));
    return 0;
  });
  if (!result.ok()) moves.clear();
  std::stable_sort(moves.begin(), moves.end(), [](const RankedMove& a, const RankedMove& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.dtz < b.dtz;
  });
  return result;
}

template <class G>
Probe Tablebase::rank_all(const G& game, std::vector<RankedMove>& moves) const {
  // Without repetitions, all winning moves that the fifty-move rule leaves enough plies for are equally good. After a
  // repetition, faster progress ranks higher.
  const auto& p = game.position();
  const int clock = int(p.halfmove_clock());
  G earlier = game;
  bool repeated = earlier.is_repetition(2);
  for (int i = 0; i < clock && earlier.ply_count() != 0 && !repeated; ++i) {
    earlier.pop();
    repeated = earlier.is_repetition(2);
  }
  return rank_each(p, moves, [&](Search& search, Move m) {
    auto [wdl, dtz] = search.dtz_of_move(p, m);
    G next = game;
    next.push(m);
    if (!is_zeroing(p, m) && next.is_repetition(3)) wdl = dtz = 0;
    return RankedMove{m, rank_of_dtz(dtz, clock, repeated), wdl, dtz};
  });
}

Probe Tablebase::rank_moves(const Game& game, std::vector<RankedMove>& moves) const { return rank_all(game, moves); }
Probe Tablebase::rank_moves(const VariantGame& game, std::vector<RankedMove>& moves) const {
  return rank_all(game, moves);
}

Probe Tablebase::rank_moves_by_wdl(const Position& p, std::vector<RankedMove>& moves) const {
  return rank_each(p, moves, [&](Search& search, Move m) {
    const int wdl = -search.wdl(after(p, m));
    return RankedMove{m, wdl * MaxRank / 2, wdl, 0};
  });
}

int rank_of_dtz(int dtz, int clock, bool repeated) {
  if (dtz > 0) return dtz + clock <= 99 && !repeated ? MaxRank : MaxRank - (dtz + clock);
  if (dtz < 0) return -dtz * 2 + clock < 100 ? -MaxRank : -MaxRank + (-dtz + clock);
  return 0;
}

}  // namespace bitrook::tablebase
