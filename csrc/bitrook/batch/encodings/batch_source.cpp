// Building frames from the positions that a batch stores.
#include "bitrook/batch/encodings/batch_source.hpp"

#include <algorithm>
#include <memory>

#include "bitrook/base/intrinsics.hpp"

namespace bitrook::batch {

namespace {

// Whether a legal move captures en passant. Rarely called, because a pawn must be next to the one just pushed.
bool has_legal_en_passant(const Frame& f) {
  Setup setup;
  setup.placement = f.placement;
  setup.turn = f.turn;
  setup.en_passant = f.en_passant;
  setup.chess960 = f.chess960;
  return Position(setup).has_legal_en_passant();
}

// Writes the fields in place, because copying a frame would have to wait for the stores of its bytes.
void read_past(const PastPosition& past, const Frame& now, unsigned age, Frame& f) {
  f.placement = past.placement;
  f.castling = past.castling_rights();
  f.halfmove_clock = past.halfmove_clock();
  f.fullmove_number = (now.ply() - std::min(age, now.ply())) / 2 + 1;
  f.turn = past.turn;
  f.en_passant = past.en_passant();
  f.repetitions = past.repetitions;
  f.chess960 = now.chess960;
  f.exists = true;
  f.en_passant_is_legal = f.en_passant_is_pseudo_legal() && has_legal_en_passant(f);
}

}  // namespace

bool BatchSource::load(std::size_t i, std::span<Frame> frames) const {
  std::construct_at(&frames[0], boards_.position(i), boards_.repetitions(i));
  if (frames.size() == 1) return true;
  PastPosition scratch;
  const Past past = boards_.past(i, scratch);
  const std::size_t known = std::min<std::size_t>(past.size(), frames.size());
  for (unsigned age = 1; age < known; ++age) read_past(past[age], frames[0], age, frames[age]);
  for (std::size_t age = known; age < frames.size(); ++age) frames[age] = Frame();
  if (i + 1 < boards_.size()) {  // the positions of all boards do not fit in the cache
    const Past next = boards_.past(i + 1, scratch);
    for (unsigned age = 0; age < next.size(); ++age) prefetch(&next[age]);
  }
  return true;
}

}  // namespace bitrook::batch
