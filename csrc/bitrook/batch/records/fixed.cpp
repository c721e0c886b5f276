// The formats with records of a fixed size: Binary FEN, marlinformat, bulletformat and Stockfish's PackedSfenValue.
#include <algorithm>

#include "bitrook/base/flips.hpp"
#include "bitrook/batch/records/decoders.hpp"
#include "bitrook/data/nibbles.hpp"
#include "bitrook/data/packed.hpp"

namespace bitrook::batch {

namespace {

using Out = std::span<std::uint8_t>;

constexpr unsigned NoSquare = 64;

const char* finish(const Setup& setup, Record& r) {
  if (const char* error = check_kings(setup.placement)) return error;
  r.position = position_of(setup);
  return nullptr;
}

// Reads the pieces of marlinformat and bulletformat: the occupied squares, then for each of them a nibble with the type
// and color of the piece.
const char* read_pieces(Bytes bytes, Setup& setup) {
  const Bitboard occupied(little_endian<std::uint64_t>(bytes.data()));
  if (occupied.count() > 32) return "more than 32 pieces";
  auto [ones, twos, fours, colors] = data::Nibbles(bytes.subspan<8, 16>()).planes(occupied);
  setup.castling = twos & fours;  // number 6 is an unmoved rook; other rooks have number 3
  if (setup.castling.meets(ones)) return "a piece has the number 7";
  ones |= setup.castling;
  fours -= setup.castling;
  setup.placement = data::PieceNumbers{{ones, twos, fours}, colors}.placement(occupied);
  return nullptr;
}

void write_pieces(const data::PieceNumbers& numbers, Bitboard occupied, Bitboard unmoved_rooks, Out out) {
  store_little_endian(out.data(), occupied.word());
  const auto [ones, twos, fours] = numbers.types;
  const data::NibblePlanes planes{ones - unmoved_rooks, twos, fours | unmoved_rooks, numbers.colors};
  data::Nibbles::of(planes, occupied).store(out.subspan<8, 16>());
}

}  // namespace

// --- marlinformat

const char* read_marlin(Bytes bytes, Record& r) {
  Setup setup;
  if (const char* error = read_pieces(bytes, setup)) return error;
  const unsigned square = bytes[24] & 127;
  if (square > NoSquare) return "the en-passant square is not on the board";
  setup.turn = Color(bytes[24] >> 7);
  setup.en_passant = Square(square);
  setup.halfmove_clock = bytes[25];
  setup.fullmove_number = little_endian<std::uint16_t>(&bytes[26]);
  r.score = little_endian<std::int16_t>(&bytes[28]);
  if (bytes[30] > 2) return "the result is not 0, 1 or 2";
  r.result = std::int8_t(bytes[30] - 1);
  return finish(setup, r);
}

const char* write_marlin(const Record& r, std::span<std::uint8_t> out) {
  const Position& p = r.position;
  if (const char* error = check_kings(p.placement())) return error;
  if (p.occupied().count() > 32) return "more than 32 pieces";
  write_pieces(data::PieceNumbers::of(p.placement()), p.occupied(), p.castling_rights(), out);
  const Square en_passant = legal_en_passant_square(p);
  out[24] = std::uint8_t(index(p.turn()) << 7 | index(en_passant));
  out[25] = std::uint8_t(std::min(p.halfmove_clock(), 255u));
  store_little_endian(&out[26], std::uint16_t(std::min(p.fullmove_number(), 65535u)));
  store_little_endian(&out[28], r.score);
  out[30] = std::uint8_t(r.result + 1);
  out[31] = 0;
  return nullptr;
}

namespace {

// --- bulletformat: the side to move is always White

const char* read_bullet(Bytes bytes, Record& r) {
  Setup setup;
  if (const char* error = read_pieces(bytes, setup)) return error;
  if (setup.castling.any()) return "a piece has the number 6";
  r.score = little_endian<std::int16_t>(&bytes[24]);
  if (bytes[26] > 2) return "the result is not 0, 1 or 2";
  r.result = std::int8_t(bytes[26] - 1);
  return finish(setup, r);
}

const char* write_bullet(const Record& r, Out out) {
  const Position& p = r.position;
  if (const char* error = check_kings(p.placement())) return error;
  if (p.occupied().count() > 32) return "more than 32 pieces";
  const bool black = p.turn() == Color::Black;
  const unsigned flip = black ? 56 : 0;
  Bitboard occupied = p.occupied();
  data::PieceNumbers numbers = data::PieceNumbers::of(p.placement());
  if (black) {
    numbers.colors = flipped_vertical(occupied - numbers.colors);
    for (Bitboard& plane : numbers.types) plane = flipped_vertical(plane);
    occupied = flipped_vertical(occupied);
  }
  write_pieces(numbers, occupied, Bitboard(), out);
  store_little_endian(&out[24], seen_by(p.turn(), r.score));
  out[26] = std::uint8_t(seen_by(p.turn(), r.result) + 1);
  out[27] = std::uint8_t(index(p.king(p.turn())) ^ flip);
  out[28] = std::uint8_t(index(p.king(~p.turn())) ^ flip ^ 56);
  return nullptr;
}

// --- Stockfish's PackedSfenValue

constexpr Square SfenRooks[] = {Square::H1, Square::A1, Square::H8, Square::A8};

// The code of a piece: four bits, the first of which is 1, then its color. An empty square is a single 0.
constexpr unsigned piece_code(PieceType t) { return 1 | (index(t) - 1) << 1; }

// Reads the squares in the order of ranks 8 to 1. An empty square is a single 0, and kings are skipped.
const char* read_sfen_pieces(BitReader& bits, Placement& placement) {
  Bitboard kings, occupied;
  data::PieceNumbers numbers;
  for (const Color c : Colors) {
    const Bitboard king(Square(bits.read(6) ^ 56));
    if (c == Color::Black) numbers.colors = king;
    kings |= king;
  }
  if (!kings.many()) return "both kings are on one square";
  unsigned i = 0;
  for (const unsigned end : {index(kings.first()), index(kings.last()), 64u}) {
    while ((i += bits.skip_zeros(end - i)) < end) {
      const Bitboard here(Square(i++));
      const unsigned code = bits.read(5), type = code >> 1 & 7;
      if (type >= index(PieceType::Queen)) return "a piece has an invalid code";
      occupied |= here;
      for (unsigned k = 0; k < 3; ++k) numbers.types[k] |= type >> k & 1 ? here : Bitboard();
      if (code >> 4) numbers.colors |= here;
    }
    i = end + 1;
  }
  occupied |= kings;
  if (occupied.count() > 32) return "more than 32 pieces";  // there are enough bits for 40
  constexpr unsigned King = index(PieceType::King) - 1;
  for (unsigned k = 0; k < 3; ++k) {
    numbers.types[k] = flipped_vertical(numbers.types[k] | (King >> k & 1 ? kings : Bitboard()));
  }
  numbers.colors = flipped_vertical(numbers.colors);
  placement = numbers.placement(flipped_vertical(occupied));
  return nullptr;
}

const char* read_sfen(Bytes bytes, Record& r) {
  Setup setup;
  BitReader bits(bytes.first(32));
  setup.turn = Color(bits.read(1));
  if (const char* error = read_sfen_pieces(bits, setup.placement)) return error;
  for (const Square rook : SfenRooks) {
    if (bits.read(1)) setup.castling |= Bitboard(rook);
  }
  setup.en_passant = bits.read(1) ? Square(bits.read(6)) : Square::None;
  setup.halfmove_clock = bits.read(6);
  setup.fullmove_number = bits.read(16);
  setup.halfmove_clock |= bits.read(1) << 6;
  if (bits.past_end()) return "the position needs more than 256 bits";
  if (const char* error = finish(setup, r)) return error;
  r.score = seen_by(setup.turn, little_endian<std::int16_t>(&bytes[32]));
  r.move = move_of_kind(r.position, little_endian<std::uint16_t>(&bytes[34]), StockfishKinds);
  const auto result = std::int8_t(bytes[38]);
  if (result < -1 || result > 1) return "the result is not -1, 0 or 1";
  r.result = seen_by(setup.turn, result);
  return nullptr;
}

const char* write_sfen(const Record& r, Out out) {
  const Position& p = r.position;
  if (const char* error = check_kings(p.placement())) return error;
  if (p.occupied().count() > 32) return "more than 32 pieces";
  if (!p.castling_rights().subset_of(Corners)) return "it has castling rights of Chess960";
  const std::uint16_t move = move_with_kind(p, r.move, StockfishKinds);
  if (move_of_kind(p, move, StockfishKinds) != with_castling_encoding(p, r.move, p.chess960())) {
    return "its move is a drop, an invalid promotion or invalid castling";
  }
  BitWriter bits;
  bits.write(index(p.turn()), 1);
  for (const Color c : Colors) bits.write(index(p.king(c)), 6);
  // In the order of ranks 8 to 1. An empty square is a single 0, and kings are skipped.
  unsigned next = 0;
  for (const Square s : flipped_vertical(p.occupied())) {
    const Piece piece = p.piece_at(Square(index(s) ^ 56));
    bits.skip(index(s) - next);
    next = index(s) + 1;
    if (type_of(piece) != PieceType::King) bits.write(piece_code(type_of(piece)) | index(color_of(piece)) << 4, 5);
  }
  bits.skip(64 - next);
  for (const Square rook : SfenRooks) bits.write(p.castling_rights().contains(rook), 1);
  const Square en_passant = legal_en_passant_square(p);
  bits.write(en_passant != Square::None, 1);
  if (en_passant != Square::None) bits.write(index(en_passant), 6);
  const unsigned clock = std::min(p.halfmove_clock(), 127u);
  bits.write(clock & 63, 6);
  bits.write(std::min(p.fullmove_number(), 65535u), 16);
  bits.write(clock >> 6, 1);
  if (!bits.store(out.first(32))) return "the position needs more than 256 bits";
  store_little_endian(&out[32], seen_by(p.turn(), r.score));
  store_little_endian(&out[34], move);
  const unsigned ply = p.fullmove_number() == 0 ? 0 : 2 * (p.fullmove_number() - 1) + index(p.turn());
  store_little_endian(&out[36], std::uint16_t(std::min(ply, 65535u)));
  out[38] = std::uint8_t(seen_by(p.turn(), r.result));
  out[39] = 0;
  return nullptr;
}

// --- Binary FEN

const char* read_binary_fen(Bytes bytes, Record& r) {
  Setup setup;
  const data::PackedError error = data::unpack(bytes.first<24>(), setup);
  if (error != data::PackedError::None) return data::description(error);
  r.position = position_of(setup);
  return nullptr;
}

const char* write_binary_fen(const Record& r, Out out) {
  data::Packed packed;
  const data::PackedError error = data::pack(r.position, packed);
  if (error != data::PackedError::None) return data::description(error);
  std::ranges::copy(packed, out.begin());
  return nullptr;
}

constexpr FixedFormat Formats[] = {
    {24, read_binary_fen, write_binary_fen},
    {MarlinSize, read_marlin, write_marlin},
    {32, read_bullet, write_bullet},
    {40, read_sfen, write_sfen},
};

}  // namespace

const FixedFormat* fixed_format(RecordFormat format) {
  return std::size_t(format) < std::size(Formats) ? &Formats[std::size_t(format)] : nullptr;
}

}  // namespace bitrook::batch
