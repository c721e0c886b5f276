// Reading and writing the records of each format.
#include "bitrook/batch/encodings/records.hpp"

#include "bitrook/batch/encodings/record_bits.hpp"
#include "bitrook/data/packed.hpp"

namespace bitrook::batch {

namespace {

using Bytes = std::span<const std::uint8_t>;
using Out = std::span<std::uint8_t>;

constexpr unsigned UnmovedRook = 6, NoSquare = 64;

const char* check_kings(const Placement& placement) {
  for (const Color c : Colors) {
    if (placement.of(PieceType::King, c).count() != 1) return "a side does not have one king";
  }
  return nullptr;
}

const char* finish(const Setup& setup, Record& r) {
  if (const char* error = check_kings(setup.placement)) return error;
  r.position = Position(setup);
  return nullptr;
}

// The pieces of marlinformat and bulletformat: the occupied squares, then a nibble for each, the low one first.
unsigned nibble_at(Bytes nibbles, unsigned n) { return nibbles[n / 2] >> 4 * (n & 1) & 15; }
void set_nibble(Out nibbles, unsigned n, unsigned value) {
  nibbles[n / 2] = std::uint8_t(nibbles[n / 2] | value << 4 * (n & 1));
}

const char* read_pieces(Bytes bytes, Setup& setup) {
  const Bitboard occupied(load_little<std::uint64_t>(bytes.data()));
  if (occupied.count() > 32) return "more than 32 pieces";
  unsigned n = 0;
  for (const Square s : occupied) {
    const unsigned nibble = nibble_at(bytes.subspan(8), n++);
    if ((nibble & 7) > UnmovedRook) return "a piece has the number 7";
    const bool unmoved = (nibble & 7) == UnmovedRook;
    const auto type = unmoved ? PieceType::Rook : PieceType((nibble & 7) + 1);
    setup.placement.toggle(type, Color(nibble >> 3), Bitboard(s));
    if (unmoved) setup.castling |= Bitboard(s);
  }
  return nullptr;
}

// --- marlinformat

const char* read_marlin(Bytes bytes, Record& r) {
  Setup setup;
  if (const char* error = read_pieces(bytes, setup)) return error;
  const unsigned square = bytes[24] & 127;
  if (square > NoSquare) return "the en-passant square is not on the board";
  setup.turn = Color(bytes[24] >> 7);
  setup.en_passant = Square(square);
  setup.halfmove_clock = bytes[25];
  setup.fullmove_number = load_little<std::uint16_t>(&bytes[26]);
  setup.chess960 = false;
  r.score = load_little<std::int16_t>(&bytes[28]);
  if (bytes[30] > 2) return "the result is not 0, 1 or 2";
  r.result = std::int8_t(bytes[30] - 1);
  return finish(setup, r);
}

const char* write_marlin(const Record& r, Out out) {
  const Position& p = r.position;
  if (const char* error = check_kings(p.placement())) return error;
  if (p.occupied().count() > 32) return "more than 32 pieces";
  store_little(p.occupied().word(), out.data());
  unsigned n = 0;
  for (const Square s : p.occupied()) {
    const Piece piece = p.piece_at(s);
    const unsigned type = p.castling_rights().contains(s) ? UnmovedRook : index(type_of(piece)) - 1;
    set_nibble(out.subspan(8), n++, type | index(color_of(piece)) << 3);
  }
  const bool en_passant = p.en_passant() != Square::None && p.has_legal_en_passant();
  out[24] = std::uint8_t(index(p.turn()) << 7 | (en_passant ? index(p.en_passant()) : NoSquare));
  out[25] = std::uint8_t(std::min(p.halfmove_clock(), 255u));
  store_little(std::uint16_t(std::min(p.fullmove_number(), 65535u)), &out[26]);
  store_little(r.score, &out[28]);
  out[30] = std::uint8_t(r.result + 1);
  out[31] = 0;
  return nullptr;
}

// --- bulletformat: the side to move is White

const char* read_bullet(Bytes bytes, Record& r) {
  Setup setup;
  if (const char* error = read_pieces(bytes, setup)) return error;
  if (setup.castling.any()) return "a piece has the number 6";
  r.score = load_little<std::int16_t>(&bytes[24]);
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
  const Bitboard occupied(black ? byte_swapped(p.occupied().word()) : p.occupied().word());
  store_little(occupied.word(), out.data());
  unsigned n = 0;
  for (const Square s : occupied) {
    const Piece piece = p.piece_at(Square(index(s) ^ flip));
    const unsigned opponent = color_of(piece) == p.turn() ? 0 : 8;
    set_nibble(out.subspan(8), n++, (index(type_of(piece)) - 1) | opponent);
  }
  store_little(black ? negated(r.score) : r.score, &out[24]);
  out[26] = std::uint8_t((black ? -r.result : r.result) + 1);
  out[27] = std::uint8_t(index(p.king(p.turn())) ^ flip);
  out[28] = std::uint8_t(index(p.king(~p.turn())) ^ flip ^ 56);
  return nullptr;
}

// --- Stockfish's PackedSfenValue

// The code of a piece: four bits, the first of which is 1; then its color. An empty square is one 0.
constexpr unsigned piece_code(PieceType t) { return 1 | (index(t) - 1) << 1; }

const char* read_sfen(Bytes bytes, Record& r) {
  Setup setup;
  BitReader bits(bytes.first(32));
  setup.turn = Color(bits.read(1));
  for (const Color c : Colors) setup.placement.toggle(PieceType::King, c, Bitboard(Square(bits.read(6))));
  if (setup.placement.of(PieceType::King).count() != 2) return "both kings are on one square";
  for (unsigned i = 0; i < 64; ++i) {
    const Square s = Square(i ^ 56);
    if (setup.placement.of(PieceType::King).contains(s) || bits.read(1) == 0) continue;
    const unsigned type = bits.read(3) + 1;
    if (type > index(PieceType::Queen)) return "a piece has no code";
    setup.placement.toggle(PieceType(type), Color(bits.read(1)), Bitboard(s));
  }
  for (const Square rook : {Square::H1, Square::A1, Square::H8, Square::A8}) {
    if (bits.read(1)) setup.castling |= Bitboard(rook);
  }
  setup.en_passant = bits.read(1) ? Square(bits.read(6)) : Square::None;
  setup.halfmove_clock = bits.read(6);
  setup.fullmove_number = bits.read(16);
  setup.halfmove_clock |= bits.read(1) << 6;
  if (bits.past_end()) return "the position needs more than 256 bits";
  if (const char* error = finish(setup, r)) return error;
  const bool black = setup.turn == Color::Black;
  const auto score = load_little<std::int16_t>(&bytes[32]);
  r.score = black ? negated(score) : score;
  r.move = move_of_kind(r.position, load_little<std::uint16_t>(&bytes[34]), StockfishKinds);
  const auto result = std::int8_t(bytes[38]);
  if (result < -1 || result > 1) return "the result is not -1, 0 or 1";
  r.result = black ? std::int8_t(-result) : result;
  return nullptr;
}

const char* write_sfen(const Record& r, Out out) {
  const Position& p = r.position;
  if (const char* error = check_kings(p.placement())) return error;
  if (!p.castling_rights().subset_of(Bitboard(Square::A1) | Bitboard(Square::H1) | Bitboard(Square::A8) |
                                     Bitboard(Square::H8))) {
    return "a castling right of Chess960";
  }
  BitWriter bits(out.first(32));
  bits.write(index(p.turn()), 1);
  for (const Color c : Colors) bits.write(index(p.king(c)), 6);
  for (unsigned i = 0; i < 64; ++i) {
    const Piece piece = p.piece_at(Square(i ^ 56));
    if (type_of(piece) == PieceType::King) continue;
    if (piece == Piece::None) {
      bits.write(0, 1);
    } else {
      bits.write(piece_code(type_of(piece)) | index(color_of(piece)) << 4, 5);
    }
  }
  for (const Square rook : {Square::H1, Square::A1, Square::H8, Square::A8}) {
    bits.write(p.castling_rights().contains(rook), 1);
  }
  const bool en_passant = p.en_passant() != Square::None && p.has_legal_en_passant();
  bits.write(en_passant, 1);
  if (en_passant) bits.write(index(p.en_passant()), 6);
  const unsigned clock = std::min(p.halfmove_clock(), 127u);
  bits.write(clock & 63, 6);
  bits.write(std::min(p.fullmove_number(), 65535u), 16);
  bits.write(clock >> 6, 1);
  if (bits.past_end()) return "the position needs more than 256 bits";
  const bool black = p.turn() == Color::Black;
  store_little(black ? negated(r.score) : r.score, &out[32]);
  store_little(move_with_kind(p, r.move, StockfishKinds), &out[34]);
  const unsigned ply = p.fullmove_number() == 0 ? 0 : 2 * (p.fullmove_number() - 1) + index(p.turn());
  store_little(std::uint16_t(std::min(ply, 65535u)), &out[36]);
  out[38] = std::uint8_t(black ? -r.result : r.result);
  out[39] = 0;
  return nullptr;
}

// --- Binary FEN

const char* read_binary_fen(Bytes bytes, Record& r) {
  Setup setup;
  const data::PackedError error = data::unpack(bytes.first<24>(), setup);
  if (error != data::PackedError::None) return data::description(error);
  r.position = Position(setup);
  return nullptr;
}

const char* write_binary_fen(const Record& r, Out out) {
  data::Packed packed;
  const data::PackedError error = data::pack(r.position, packed);
  if (error != data::PackedError::None) return data::description(error);
  std::ranges::copy(packed, out.begin());
  return nullptr;
}

using Read = const char* (*)(Bytes, Record&);
using Write = const char* (*)(const Record&, Out);
constexpr Read Reads[] = {read_binary_fen, read_marlin, read_bullet, read_sfen};
constexpr Write Writes[] = {write_binary_fen, write_marlin, write_bullet, write_sfen};

// --- viriformat: games

constexpr std::size_t HeaderSize = 32, MoveSize = 4;

// The size of the game at the start, the four zero bytes behind its moves included; 0 if it is not whole.
std::size_t game_size(Bytes bytes) {
  for (std::size_t at = HeaderSize; at + MoveSize <= bytes.size(); at += MoveSize) {
    if (load_little<std::uint32_t>(&bytes[at]) == 0) return at + MoveSize;
  }
  return 0;
}

const char* read_game(Bytes game, std::vector<Record>& records) {
  Record r;
  if (const char* error = read_marlin(game, r)) return error;
  for (std::size_t at = HeaderSize; at + MoveSize < game.size(); at += MoveSize) {
    r.move = move_of_kind(r.position, load_little<std::uint16_t>(&game[at]), ViriKinds);
    r.score = load_little<std::int16_t>(&game[at + 2]);
    if (!is_legal(r.position, r.move)) return "a move is illegal";
    records.push_back(r);
    r.position.play_unchecked(r.move);
  }
  return nullptr;
}

bool follows(const Record& before, const Record& r) {
  if (before.result != r.result || !is_legal(before.position, before.move)) return false;
  Position p = before.position;
  p.play_unchecked(before.move);
  return p.placement() == r.position.placement() && p.turn() == r.position.turn() &&
         p.castling_rights() == r.position.castling_rights() && p.fullmove_number() == r.position.fullmove_number() &&
         p.halfmove_clock() == r.position.halfmove_clock();
}

const char* write_games(std::span<const Record> records, std::vector<std::uint8_t>& bytes, std::size_t& bad) {
  const auto add_word = [&](std::uint32_t word) {
    bytes.resize(bytes.size() + 4);
    store_little(word, &bytes[bytes.size() - 4]);
  };
  for (bad = 0; bad < records.size(); ++bad) {
    const Record& r = records[bad];
    if (!is_legal(r.position, r.move)) return "its move is illegal, and viriformat needs the moves";
    if (bad == 0 || !follows(records[bad - 1], r)) {
      if (bad != 0) add_word(0);
      bytes.resize(bytes.size() + HeaderSize);
      if (const char* error = write_marlin(r, Out(bytes).last(HeaderSize))) return error;
    }
    add_word(move_with_kind(r.position, r.move, ViriKinds) | std::uint32_t(std::uint16_t(r.score)) << 16);
  }
  if (!records.empty()) add_word(0);
  return nullptr;
}

}  // namespace

std::size_t read_records(RecordFormat format, std::span<const std::uint8_t> bytes, std::vector<Record>& records,
                         const char*& error) {
  error = nullptr;
  std::size_t at = 0;
  if (format == RecordFormat::Viri) {
    while (const std::size_t size = game_size(bytes.subspan(at))) {
      error = read_game(bytes.subspan(at, size), records);
      if (error) break;
      at += size;
    }
    return at;
  }
  const std::size_t size = RecordFormats[std::size_t(format)].record_size;
  for (; at + size <= bytes.size(); at += size) {
    Record r;
    error = Reads[std::size_t(format)](bytes.subspan(at, size), r);
    if (error) break;
    records.push_back(r);
  }
  return at;
}

const char* write_records(RecordFormat format, std::span<const Record> records, std::vector<std::uint8_t>& bytes,
                          std::size_t& bad) {
  if (format == RecordFormat::Viri) return write_games(records, bytes, bad);
  const std::size_t size = RecordFormats[std::size_t(format)].record_size;
  for (bad = 0; bad < records.size(); ++bad) {
    bytes.resize(bytes.size() + size);
    if (const char* error = Writes[std::size_t(format)](records[bad], Out(bytes).last(size))) return error;
  }
  return nullptr;
}

}  // namespace bitrook::batch
