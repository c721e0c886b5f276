// Building frames from positions and from packed positions.
#include "bitrook/batch/encodings/frame.hpp"

#include <algorithm>

namespace bitrook::batch {

namespace {

bool is_zero(std::span<const std::uint8_t, 24> bytes) {
  return std::ranges::all_of(bytes, [](std::uint8_t b) { return b == 0; });
}

// The usable castling rights: the king is on its first rank and, outside Chess960, on the e-file with the rook in the
// corner.
Bitboard usable(const Frame& f, bool chess960) {
  Bitboard rights;
  for (const Color c : Colors) {
    const Bitboard rooks = f.castling & f.of(PieceType::Rook, c);
    const Square king = f.king(c);
    if (rooks.empty() || king == Square::None || relative(rank_of(king), c) != Rank::R1) continue;
    if (chess960) {
      rights |= rooks & Bitboard(rank_of(king));
    } else if (file_of(king) == File::E) {
      rights |= rooks & Bitboard(rank_of(king)) & (Bitboard(File::A) | Bitboard(File::H));
    }
  }
  return rights;
}

}  // namespace

Frame::Frame(const Position& p, unsigned repetitions)
    : placement(p.placement()),
      castling(p.castling_rights()),
      halfmove_clock(p.halfmove_clock()),
      fullmove_number(p.fullmove_number()),
      turn(p.turn()),
      en_passant(p.en_passant()),
      en_passant_is_legal(p.en_passant() != Square::None && p.has_legal_en_passant()),
      repetitions(std::uint8_t(std::min(repetitions, 255u))),
      chess960(p.chess960()),
      exists(true) {}

data::PackedError read_frame(std::span<const std::uint8_t, 24> bytes, Frame& frame) {
  Setup setup;
  const data::PackedError error = data::unpack(bytes, setup);
  if (error != data::PackedError::None) return error;
  const bool chess960 = frame.chess960;
  frame = Frame();
  frame.placement = setup.placement;
  frame.castling = setup.castling;
  frame.turn = setup.turn;
  frame.en_passant = setup.en_passant;
  frame.en_passant_is_legal = setup.en_passant != Square::None;
  frame.chess960 = chess960;
  frame.exists = true;
  if (frame.castling.any()) frame.castling = usable(frame, chess960);
  return error;
}

bool PackedSource::load(std::size_t i, std::span<Frame> frames) const {
  for (std::size_t age = 0; age < frames.size(); ++age) {
    frames[age] = Frame();
    if (age >= depth_ || (age > 0 && is_zero(bytes(i, age)))) continue;
    frames[age].chess960 = chess960_;
    if (read_frame(bytes(i, age), frames[age]) != data::PackedError::None) return false;
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
