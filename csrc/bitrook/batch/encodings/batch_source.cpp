// Making frames of the positions that a batch keeps.
#include "bitrook/batch/encodings/batch_source.hpp"

#include <algorithm>

namespace bitrook::batch {

namespace {

// A legal move captures en passant. Seldom called: a pawn must stand beside the one that was pushed.
bool has_legal_en_passant(const Frame& f) {
  Setup setup;
  setup.placement = f.placement;
  setup.turn = f.turn;
  setup.en_passant = f.en_passant;
  setup.chess960 = f.chess960;
  return Position(setup).has_legal_en_passant();
}

Frame frame_of(const PastPosition& past, const Frame& now, unsigned age) {
  Frame f;
  f.placement = past.placement;
  f.castling = past.castling_rights();
  f.halfmove_clock = past.halfmove_clock();
  f.turn = past.turn;
  f.en_passant = past.en_passant();
  f.repetitions = past.repetitions;
  f.chess960 = now.chess960;
  f.exists = true;
  f.fullmove_number = (now.ply() - std::min(age, now.ply())) / 2 + 1;
  f.en_passant_is_legal = f.en_passant_is_pseudo_legal() && has_legal_en_passant(f);
  return f;
}

}  // namespace

bool BatchSource::load(std::size_t i, std::span<Frame> frames) const {
  frames[0] = Frame(boards_.position(i), boards_.repetitions(i));
  if (frames.size() == 1) return true;
  PastPosition scratch;
  const Past past = boards_.past(i, scratch);
  for (unsigned age = 1; age < frames.size(); ++age) {
    frames[age] = age < past.size() ? frame_of(past[age], frames[0], age) : Frame();
  }
  return true;
}

}  // namespace bitrook::batch
