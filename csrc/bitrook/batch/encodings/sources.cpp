// Building frames from the positions of a batch and from packed positions.
#include "bitrook/batch/encodings/sources.hpp"

#include <algorithm>
#include <memory>

#include "bitrook/base/intrinsics.hpp"

namespace bitrook::batch {

namespace {

bool is_zero(std::span<const std::uint8_t, 24> bytes) {
  return std::ranges::all_of(bytes, [](std::uint8_t b) { return b == 0; });
}

// The usable castling rights: the king is on its first rank and, outside Chess960, on the e-file with the rook in the
// corner.
Bitboard usable(const Frame& f) {
  Bitboard rights;
  for (const Color c : Colors) {
    const Bitboard rooks = f.castling & f.of(PieceType::Rook, c);
    const Square king = f.king(c);
    if (rooks.empty() || king == Square::None || relative(rank_of(king), c) != Rank::R1) continue;
    if (f.chess960) {
      rights |= rooks & Bitboard(rank_of(king));
    } else if (file_of(king) == File::E) {
      rights |= rooks & Bitboard(rank_of(king)) & Corners;
    }
  }
  return rights;
}

}  // namespace

bool BatchSource::load(std::size_t i, std::span<Frame> frames) const {
  const unsigned known = boards_.past_size(i);
  if (known == 0 || frames.size() == 1) {  // boards_.position() is more likely to be in the cache
    std::construct_at(&frames[0], boards_.position(i), boards_.repetitions(i), boards_.plies(i) == 0);
    if (known != 0 && frames[0].repetitions != 0) frames[0].earlier_mark = boards_.past(i, 0).earlier_mark;
    if (frames.size() == 1) return true;
  } else {
    frames[0] = boards_.past(i, 0);
  }
  for (unsigned age = 1; age < frames.size(); ++age) frames[age] = age < known ? boards_.past(i, age) : Frame();
  if (i + 1 < boards_.size()) {  // the positions of all boards do not fit in the cache
    for (unsigned age = 0; age < boards_.past_size(i + 1); ++age) prefetch(&boards_.past(i + 1, age));
  }
  return true;
}

bool PackedSource::read(std::size_t i, std::size_t age, Frame& f) const {
  Setup setup;
  if (data::unpack(bytes(i, age), setup) != data::PackedError::None) return false;
  f = Frame();
  f.placement = setup.placement;
  f.castling = setup.castling;
  f.turn = setup.turn;
  f.en_passant = setup.en_passant;
  f.en_passant_is_legal = setup.en_passant != Square::None;
  f.chess960 = chess960_;
  f.exists = true;
  if (f.castling.any()) f.castling = usable(f);
  return true;
}

bool PackedSource::load(std::size_t i, std::span<Frame> frames) const {
  for (std::size_t age = 0; age < frames.size(); ++age) {
    if (age >= depth_ || (age > 0 && is_zero(bytes(i, age)))) {
      frames[age] = Frame();
      continue;
    }
    if (!read(i, age, frames[age])) return false;
    frames[age].is_first = age + 1 == depth_ || is_zero(bytes(i, age + 1));
    for (std::size_t before = age + 2; before < depth_; before += 2) {
      frames[age].repetitions += std::ranges::equal(bytes(i, age), bytes(i, before));
    }
  }
  return true;
}

const Position* PackedSource::position(std::size_t i, Position& scratch) const {
  Setup setup;
  setup.chess960 = chess960_;
  if (data::unpack(bytes(i, 0), setup) != data::PackedError::None) return nullptr;
  scratch = Position(setup);
  return &scratch;
}

std::string PackedSource::error(std::size_t i) const {
  for (std::size_t age = 0; age < depth_; ++age) {
    Setup setup;
    if (age > 0 && is_zero(bytes(i, age))) continue;
    const data::PackedError error = data::unpack(bytes(i, age), setup);
    if (error != data::PackedError::None) return data::description(error);
  }
  return {};
}

}  // namespace bitrook::batch
