// viriformat: games, each a record of marlinformat, then 4 bytes for each move and 4 zero bytes.
#include "bitrook/batch/records/decoders.hpp"
#include "bitrook/movegen/movegen.hpp"

namespace bitrook::batch {

namespace {

constexpr std::size_t MoveSize = 4;

class ViriDecoder final : public RecordDecoder {
 public:
  bool next(Bytes bytes, std::size_t& used, Record& r, const char*& error) override {
    for (;;) {
      const Bytes rest = bytes.subspan(used);
      if (!in_game_) {
        if (rest.size() < MarlinSize) return false;
        error = read_marlin(rest.first(MarlinSize), record_);
        if (error) return false;
        used += MarlinSize;
        in_game_ = true;
      } else if (rest.size() < MoveSize) {
        return false;
      } else if (little_endian<std::uint32_t>(rest.data()) != 0) {
        return read_move(rest, used, r, error);
      } else {
        used += MoveSize;
        in_game_ = false;
      }
    }
  }
  bool may_end() const override { return !in_game_; }

 private:
  bool read_move(Bytes bytes, std::size_t& used, Record& r, const char*& error) {
    const Move m = move_of_kind(record_.position, little_endian<std::uint16_t>(bytes.data()), ViriKinds);
    if (!is_legal(record_.position, m)) {
      error = "a move is illegal";
      return false;
    }
    r = record_;
    r.move = m;
    r.score = little_endian<std::int16_t>(&bytes[2]);
    record_.position.play_unchecked(m);
    used += MoveSize;
    return true;
  }

  Record record_;  // the position of the next move and the result
  bool in_game_ = false;
};

class ViriEncoder final : public RecordEncoder {
 public:
  const char* add(const Record& r, std::vector<std::uint8_t>& out) override {
    if (!is_legal(r.position, r.move)) return "its move is illegal, and viriformat can store only legal moves";
    if (!in_game_ || !follows(last_, r)) {
      std::uint8_t header[MarlinSize] = {};
      if (const char* error = write_marlin(r, header)) return error;
      finish(out);
      out.insert(out.end(), header, header + MarlinSize);
      in_game_ = true;
    }
    const auto score = std::uint32_t(std::uint16_t(r.score));
    add_word(move_with_kind(r.position, r.move, ViriKinds) | score << 16, out);
    last_ = r;
    return nullptr;
  }
  void finish(std::vector<std::uint8_t>& out) override {
    if (in_game_) add_word(0, out);
    in_game_ = false;
  }

 private:
  static void add_word(std::uint32_t word, std::vector<std::uint8_t>& out) {
    out.resize(out.size() + MoveSize);
    store_little_endian(&out[out.size() - MoveSize], word);
  }

  Record last_;
  bool in_game_ = false;
};

}  // namespace

std::unique_ptr<RecordDecoder> new_viri_decoder() { return std::make_unique<ViriDecoder>(); }
std::unique_ptr<RecordEncoder> new_viri_encoder() { return std::make_unique<ViriEncoder>(); }

}  // namespace bitrook::batch
