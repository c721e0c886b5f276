// .binpack: chunks of chains of positions. In a chain, each position follows from the previous one by its move.
//
//   chunk  "BINP" | size u32, little-endian | chains
//   chain  first entry, 32 bytes | number of further entries u16 | their moves and scores as bits, padded to a byte
//   entry  position, 24 bytes: Binary FEN | move u16 | score u16 | result and ply u16 | half-move clock u16
//
// The numbers in entries are big-endian; scores and results are from the point of view of the side to move. A further
// entry consists of the move and the change of the score, from the point of view of the same side.
// https://github.com/official-stockfish/Stockfish/blob/tools/docs/binpack.md
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/batch/records/decoders.hpp"
#include "bitrook/data/packed.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch {

// --- The encoding of moves in .binpack, and of the bits and scores around them.
//
// A move is stored as the index of the piece among the pieces of its side, and the index of the target among the
// targets of that piece, both in ascending order of squares. Each takes as few bits as its largest possible value
// needs, and no bits if there is only one value.
//   pawn    targets: pushes, and captures including legal en passant; for a promotion, times 4 plus the piece
//   king    attacked squares without own pieces; then castling, a-side first, for each right, legal now or not
//   others  attacked squares without own pieces

namespace {

// Folds negative numbers onto the odd numbers, so that numbers close to 0 have few bits.
constexpr std::uint16_t folded(std::int16_t n) {
  return std::uint16_t(n < 0 ? (std::uint16_t(n) ^ 0x7FFF) << 1 | 1 : n << 1);
}
constexpr std::int16_t unfolded(std::uint16_t n) { return std::int16_t(n & 1 ? (n >> 1 ^ 0x7FFF) | 0x8000 : n >> 1); }
static_assert(folded(1) == 2 && folded(-1) == 1 && unfolded(folded(-32768)) == -32768);

constexpr unsigned bits_for(unsigned count) { return count < 2 ? 0 : unsigned(std::bit_width(count - 1)); }

// A window of 64 bits, which are read from the highest bit of each byte to the lowest.
class BitWindow {
 public:
  // Starts at `bit` of the first byte, counted from the highest. Bits past the end are zeros. Precondition: bit < 8.
  BitWindow(Bytes bytes, unsigned bit) : used_(bit) {
    if (bytes.size() >= 8) {
      word_ = byte_swapped(little_endian<std::uint64_t>(bytes.data()));
    } else {
      for (std::size_t i = 0; i < 8; ++i) word_ = word_ << 8 | (i < bytes.size() ? bytes[i] : 0u);
    }
    word_ <<= bit;
  }
  unsigned read(unsigned count) {
    const auto value = count == 0 ? 0 : unsigned(word_ >> (64 - count));
    word_ <<= count;
    used_ += count;
    return value;
  }
  unsigned used() const { return used_; }  // bits, including those before the start

 private:
  std::uint64_t word_ = 0;
  unsigned used_;
};

// Collects bits, filling each byte from the highest bit to the lowest.
class BitText {
 public:
  void write(unsigned value, unsigned count) {
    for (unsigned left = count; left > 0;) {
      if (free_ == 0) {
        bytes_.push_back(0);
        free_ = 8;
      }
      const unsigned n = left < free_ ? left : free_;
      left -= n;
      free_ -= n;
      bytes_.back() = std::uint8_t(bytes_.back() | (value >> left & ((1u << n) - 1)) << free_);
    }
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  void clear() {
    bytes_.clear();
    free_ = 0;
  }

 private:
  std::vector<std::uint8_t> bytes_;
  unsigned free_ = 0;  // unused bits of the last byte
};

// A number of 16 bits in blocks of five bits, low blocks first. The highest bit of a block is 1 if more blocks follow.
inline void write_number(BitText& text, unsigned value) {
  for (; value > 15; value >>= 4) text.write(16 | (value & 15), 5);
  text.write(value, 5);
}
inline std::optional<std::uint16_t> read_number(BitWindow& bits) {
  unsigned value = 0;
  for (unsigned shift = 0; shift < 16; shift += 4) {
    const unsigned block = bits.read(5);
    value |= (block & 15) << shift;
    if (block < 16) return std::uint16_t(value);
  }
  return std::nullopt;
}

// The square with index `number` in a set. Precondition: number < squares.count().
inline Square nth(Bitboard squares, unsigned number) {
#if BITROOK_HAS_PEXT
  return Square(lowest_bit(deposited_bits(std::uint64_t{1} << number, squares.word())));
#else
  std::uint64_t word = squares.word();
  for (; number > 0; --number) word &= word - 1;
  return Square(lowest_bit(word));
#endif
}
inline unsigned number_of(Square s, Bitboard squares) {
  return (squares & Bitboard((std::uint64_t{1} << index(s)) - 1)).count();
}

inline Bitboard targets(const Position& p, Square from) {
  const Color us = p.turn();
  if (p.type_at(from) != PieceType::Pawn) return p.attacks_from(from) - p.of(us);
  const Bitboard push = forward(us, Bitboard(from)) - p.occupied();
  Bitboard captures = p.of(~us);
  if (p.en_passant() != Square::None && pawn_attacks(us, from).contains(p.en_passant()) && p.has_legal_en_passant()) {
    captures |= Bitboard(p.en_passant());
  }
  return push | ((forward(us, push) & double_push_ranks(us)) - p.occupied()) | (pawn_attacks(us, from) & captures);
}

// The rooks of the side to move that may castle, as the format counts them.
inline Bitboard castling_rooks(const Position& p) { return p.castling_rights() & Corners & p.of(p.turn()); }

inline bool promotes(const Position& p, Square from) {
  return p.type_at(from) == PieceType::Pawn && rank_of(from) == relative(Rank::R7, p.turn());
}

// Precondition: the move is legal, and the castling rights are those of standard chess.
inline void write_move(BitText& text, const Position& p, Move m) {
  const Bitboard own = p.of(p.turn()), to = targets(p, m.from());
  unsigned count = to.count(), number = number_of(m.to(), to);
  if (p.type_at(m.from()) == PieceType::King) {
    const Bitboard rooks = castling_rooks(p);
    if (is_castling(p, m)) number = count + (m.to() > m.from() && rooks.many() ? 1 : 0);
    count += rooks.count();
  } else if (promotes(p, m.from())) {
    number = 4 * number + index(m.promotion()) - index(PieceType::Knight);
    count *= 4;
  }
  text.write(number_of(m.from(), own), bits_for(own.count()));
  text.write(number, bits_for(count));
}

// Returns the null move if the bits do not encode a move. The move may be illegal.
inline Move read_move(BitWindow& bits, const Position& p) {
  const Bitboard own = p.of(p.turn());
  const unsigned piece = bits.read(bits_for(own.count()));
  if (piece >= own.count()) return Move::null();
  const Square from = nth(own, piece);
  const Bitboard to = targets(p, from);
  const unsigned count = to.count();
  if (p.type_at(from) == PieceType::King) {
    const Bitboard rooks = castling_rooks(p);
    const unsigned number = bits.read(bits_for(count + rooks.count()));
    if (number < count) return Move::normal(from, nth(to, number));
    if (number - count >= rooks.count()) return Move::null();
    return with_castling_encoding(p, Move::normal(from, nth(rooks, number - count)), p.chess960());
  }
  if (promotes(p, from)) {
    const unsigned number = bits.read(bits_for(4 * count));
    if (number >= 4 * count) return Move::null();
    return Move::promotion(from, nth(to, number / 4), PieceType(index(PieceType::Knight) + number % 4));
  }
  const unsigned number = bits.read(bits_for(count));
  return number < count ? Move::normal(from, nth(to, number)) : Move::null();
}

// --- Entries and chunks.

constexpr std::size_t HeaderSize = 8, EntrySize = 32, ChainStart = EntrySize + 2;
constexpr std::size_t ChunkSize = 1 << 20;  // a chunk ends with the chain that fills it
constexpr std::size_t LargestChunk = 100 * 1 << 20;
constexpr std::size_t LongestMove = 5;  // in bytes: 5 + 5 + 20 bits that may start within a byte
constexpr unsigned MaxPly = (1 << 14) - 1, MaxPlies = 0xFFFF;
constexpr std::uint8_t Magic[4] = {'B', 'I', 'N', 'P'};

unsigned ply_of(const Position& p) { return 2 * (std::max(p.fullmove_number(), 1u) - 1) + index(p.turn()); }
std::int16_t own_score(const Record& r) { return seen_by(r.position.turn(), r.score); }

// The move of an entry has its kind in bits 14-15, as in other formats, but the promotion in bits 0-1.
constexpr MoveKinds Kinds{1, 3, 2, true};

Move entry_move(const Position& p, unsigned word) {
  return move_of_kind(p, std::uint16_t((word & 0xC000) | (word & 3) << 12 | (word >> 2 & 0xFFF)), Kinds);
}

unsigned entry_word(const Position& p, Move m) {
  if (m.is_null()) return 0;
  const unsigned word = move_with_kind(p, m, Kinds);
  return (word & 0xC000) | (word & 0xFFF) << 2 | (word >> 12 & 3);
}

const char* read_entry(Bytes bytes, Record& r) {
  Setup setup;
  const data::PackedError failed = data::unpack(bytes.first<24>(), setup);
  if (failed != data::PackedError::None) return data::description(failed);
  if (const char* error = check_kings(setup.placement)) return error;
  const unsigned black = index(setup.turn), word = big_endian<std::uint16_t>(&bytes[28]), ply = word & MaxPly;
  setup.fullmove_number = (std::max(ply, black) - black) / 2 + 1;
  setup.halfmove_clock = big_endian<std::uint16_t>(&bytes[30]);
  r.position = position_of(setup);
  r.move = entry_move(r.position, big_endian<std::uint16_t>(&bytes[24]));
  if (!r.move.is_null() && !is_legal(r.position, r.move)) return "a move is illegal";
  const int result = unfolded(std::uint16_t(word >> 14));
  if (result < -1) return "the result is not -1, 0 or 1";
  r.score = seen_by(setup.turn, unfolded(std::uint16_t(big_endian<std::uint16_t>(&bytes[26]))));
  r.result = seen_by(setup.turn, std::int8_t(result));
  return nullptr;
}

const char* write_entry(const Record& r, std::span<std::uint8_t, EntrySize> out) {
  const Position& p = r.position;
  data::Packed packed;
  if (const char* error = check_kings(p.placement())) return error;
  if (p.chess960() && p.castling_rights().any()) return "it has castling rights of Chess960";
  const data::PackedError failed = data::pack(p, packed);
  if (failed != data::PackedError::None) return data::description(failed);
  if (ply_of(p) > MaxPly) return "its move number is above 8192";
  std::ranges::copy(packed, out.begin());
  store_big_endian(&out[24], std::uint16_t(entry_word(p, r.move)));
  store_big_endian(&out[26], std::uint16_t(folded(own_score(r))));
  store_big_endian(&out[28], std::uint16_t(ply_of(p) | unsigned(folded(seen_by(p.turn(), r.result)) & 3) << 14));
  store_big_endian(&out[30], std::uint16_t(std::min(p.halfmove_clock(), 0xFFFFu)));
  return nullptr;
}

class BinpackDecoder final : public RecordDecoder {
 public:
  bool next(Bytes bytes, std::size_t& used, Record& r, const char*& error) override {
    error = nullptr;
    if (may_end() && !read_header(bytes, used, error)) return false;
    const Bytes rest = bytes.subspan(used);
    const std::optional<std::size_t> size = plies_left_ ? read_ply(rest, r, error) : read_first(rest, r, error);
    used += size.value_or(0);
    chunk_left_ -= size.value_or(0);
    return size.has_value();
  }
  bool may_end() const override { return chunk_left_ == 0 && plies_left_ == 0; }

 private:
  // Skips empty chunks.
  bool read_header(Bytes bytes, std::size_t& used, const char*& error) {
    do {
      const Bytes header = bytes.subspan(used);
      if (header.size() < HeaderSize) return false;
      if (!std::equal(Magic, Magic + 4, header.begin())) error = "a chunk does not begin with BINP";
      chunk_left_ = little_endian<std::uint32_t>(&header[4]);
      if (!error && chunk_left_ > LargestChunk) error = "a chunk is larger than 100 MiB";
      if (error) return false;
      used += HeaderSize;
    } while (chunk_left_ == 0);
    return true;
  }

  // These two functions return the number of bytes they have read, or nothing without a record.
  std::optional<std::size_t> read_first(Bytes bytes, Record& r, const char*& error) {
    if (chunk_left_ < ChainStart) error = "the chunk ends within an entry";
    if (error || bytes.size() < ChainStart) return std::nullopt;
    error = read_entry(bytes, r);
    const unsigned plies = big_endian<std::uint16_t>(&bytes[EntrySize]);
    if (!error && plies > 0 && r.move.is_null()) error = "an entry without a move is followed by others";
    if (error) return std::nullopt;
    plies_left_ = plies;
    if (plies > 0) {
      next_ = r;
      score_ = own_score(r);
      next_.position.play_unchecked(r.move);
    }
    return ChainStart;
  }

  std::optional<std::size_t> read_ply(Bytes bytes, Record& r, const char*& error) {
    if (bytes.size() < std::min(LongestMove, chunk_left_)) return std::nullopt;
    const Bytes chunk = bytes.first(std::min(bytes.size(), chunk_left_));
    BitWindow bits(chunk, bit_);
    const Move move = read_move(bits, next_.position);
    const std::optional<std::uint16_t> change = read_number(bits);
    if (bits.used() > 8 * chunk.size()) {
      error = "the entries extend past the end of the chunk";
    } else if (move.is_null()) {
      error = "the encoded move does not exist";
    } else if (!is_legal(next_.position, move)) {
      error = "a move is illegal";
    } else if (!change) {
      error = "a score has more than 16 bits";
    }
    if (error) return std::nullopt;
    score_ = std::int16_t(unfolded(*change) - score_);
    next_.move = move;
    next_.score = seen_by(next_.position.turn(), score_);
    r = next_;
    bit_ = bits.used() % 8;
    const std::size_t whole = bits.used() / 8;
    if (--plies_left_) {
      next_.position.play_unchecked(move);
      return whole;
    }
    return whole + (std::exchange(bit_, 0) != 0);
  }

  std::size_t chunk_left_ = 0;  // bytes
  unsigned plies_left_ = 0;     // of the chain
  unsigned bit_ = 0;            // the first unread bit of the next byte
  Record next_;                 // has the position of the next entry
  std::int16_t score_ = 0;      // the last score, from the point of view of its side to move
};

class BinpackEncoder final : public RecordEncoder {
 public:
  const char* add(const Record& r, std::vector<std::uint8_t>& out) override {
    if (!r.move.is_null() && !is_legal(r.position, r.move)) return "its move is illegal";
    if (r.position.fullmove_number() == 0) {  // cannot be expressed by a ply, which is counted from 0
      Record first = r;
      first.position.set_fullmove_number(1);
      return add(first, out);
    }
    if (plies_ < MaxPlies && !r.move.is_null() && !last_.move.is_null() && follows(last_, r)) {
      write_move(text_, r.position, r.move);
      write_number(text_, folded(std::int16_t(own_score(r) + own_score(last_))));
      ++plies_;
    } else {
      std::uint8_t entry[EntrySize];
      if (const char* error = write_entry(r, entry)) return error;
      end_chain();
      if (chunk_.size() >= ChunkSize) end_chunk(out);
      chunk_.insert(chunk_.end(), entry, entry + EntrySize);
      in_chain_ = true;
    }
    last_ = r;
    return nullptr;
  }
  void finish(std::vector<std::uint8_t>& out) override {
    end_chain();
    last_.move = Move::null();
    if (!chunk_.empty()) end_chunk(out);
  }

 private:
  void end_chain() {
    if (!in_chain_) return;
    chunk_.resize(chunk_.size() + 2);
    store_big_endian(&chunk_[chunk_.size() - 2], std::uint16_t(plies_));
    chunk_.insert(chunk_.end(), text_.bytes().begin(), text_.bytes().end());
    text_.clear();
    plies_ = 0;
    in_chain_ = false;
  }
  void end_chunk(std::vector<std::uint8_t>& out) {
    out.insert(out.end(), Magic, Magic + 4);
    out.resize(out.size() + 4);
    store_little_endian(&out[out.size() - 4], std::uint32_t(chunk_.size()));
    out.insert(out.end(), chunk_.begin(), chunk_.end());
    chunk_.clear();
  }

  std::vector<std::uint8_t> chunk_;  // includes the open chain, but not its plies
  BitText text_;                     // the plies of that chain
  unsigned plies_ = 0;
  bool in_chain_ = false;
  Record last_;  // has no move if the next record begins a chain
};

}  // namespace

std::unique_ptr<RecordDecoder> new_binpack_decoder() { return std::make_unique<BinpackDecoder>(); }
std::unique_ptr<RecordEncoder> new_binpack_encoder() { return std::make_unique<BinpackEncoder>(); }

}  // namespace bitrook::batch
