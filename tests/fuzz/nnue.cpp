// Fuzzes network files and evaluations. The first bytes choose the shape of a plain file, and the rest is the file. It
// may instead fill a file in bitrook's or Stockfish's format with a correct header and sizes, which mutations would not
// find; the fields of Stockfish's files are then damaged. A network that was read evaluates the positions of a random
// game, where updated accumulators must equal new ones.
#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "bitrook/game/game.hpp"
#include "bitrook/nnue/evaluator.hpp"
#include "bitrook/nnue/format.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using namespace bitrook::nnue;
using fuzz::check;

namespace {

Shape chosen_shape(fuzz::Bytes& bytes) {
  Shape shape;
  shape.hidden = bytes.byte() % 80;  // 0: determined by the size
  shape.output_buckets = bytes.byte() % 12;
  const unsigned flags = bytes.byte();
  shape.activation = flags & 1 ? Activation::CReLU : Activation::SCReLU;
  shape.mirrored = flags & 2;
  shape.qa = int(bytes.number(2));
  shape.qb = int(bytes.number(2));
  shape.scale = int(bytes.number(3));
  if (flags & 4)
    for (unsigned s = 0; s < 64; ++s) shape.king_buckets[s] = std::uint8_t(s * flags / 64 % 70);
  return shape;
}

// A file in bitrook's format, with a network of this shape whose parameters repeat the bytes of the input.
std::string made_file(Shape shape, std::string_view pattern) {
  if (shape.hidden == 0) shape.hidden = 1;
  if (shape.output_buckets == 0) shape.output_buckets = 1;
  if (shape.problem() || pattern.empty()) return {};
  const Layout layout(shape);
  AlignedBytes block = block_of(layout);
  for (std::size_t i = 0; i < layout.size; ++i) block[i] = std::byte(pattern[i % pattern.size()]);
  return write(Network(shape, std::string(pattern.substr(0, 100)), std::move(block)));
}

void append_word(std::string& file, std::uint32_t word) {
  for (unsigned k = 0; k < 4; ++k) file += char(word >> 8 * k);
}

// Two small architectures, and those of Stockfish 18 and 19 with only 64 columns and without king buckets: their files
// would have 100 MB.
std::array<Architecture, 4> tested_architectures() {
  const auto all = Architecture::all();
  std::array<Architecture, 4> tested{all[8], all[4], all[6], all[7]};
  for (Architecture& architecture : tested)
    if (architecture.has_relations()) architecture.hidden = 64, architecture.pieces = PieceInputs::Simple;
  return tested;
}
const std::array<Architecture, 4> Tested = tested_architectures();

// A file in Stockfish's format whose parameters repeat the bytes of the input.
std::string made_stockfish_file(fuzz::Bytes& bytes, std::string_view pattern) {
  const Architecture& architecture = Tested[bytes.byte() % 4];
  const Shape shape = Shape::of(architecture);
  if (pattern.empty()) return {};
  std::string file;
  append_word(file, architecture.word);
  append_word(file, architecture.hash());
  append_word(file, 4);
  file += "fuzz";
  append_word(file, architecture.transformer_hash());
  std::size_t at = 0;
  const auto items_of = [&](Array array) -> std::size_t {
    switch (array) {
      case Array::Biases:
        return shape.hidden;
      case Array::Rows:
        return shape.rows() * shape.hidden;
      case Array::Psqt:
        return shape.rows() * 8;
      case Array::ThreatRows:
        return architecture.threat_rows() * shape.hidden;
      case Array::ThreatPsqt:
        return architecture.threat_rows() * 8;
      case Array::PairRows:
        return architecture.pair_rows() * shape.hidden;
      case Array::PairPsqt:
        return architecture.pair_rows() * 8;
      case Array::None:
        break;
    }
    return 0;
  };
  const auto item_size = [](Array array) {
    return array == Array::ThreatRows || array == Array::PairRows ? 1u
           : array == Array::Biases || array == Array::Rows       ? 2u
                                                                  : 4u;
  };
  for (const FilePart& part : architecture.parts) {
    std::string body;
    for (const Array array : part.arrays)
      for (std::size_t i = 0, n = items_of(array) * (part.encoding == Encoding::Raw ? item_size(array) : 1); i < n;
           ++i) {
        char c = pattern[at++ % pattern.size()];
        if (part.encoding == Encoding::Leb128) {
          if (c & 0x80 && i % 16 == 0) body += c;  // an integer of two bytes
          c &= 0x7F;
        }
        body += c;
      }
    if (part.encoding == Encoding::Leb128) {
      file += "COMPRESSED_LEB128";
      append_word(file, std::uint32_t(body.size()));
    }
    file += body;
  }
  for (unsigned k = 0; k < 8; ++k) {
    append_word(file, architecture.stack_hash);
    for (std::size_t i = 4; i < architecture.stack_size(); ++i) file += pattern[at++ % pattern.size()];
  }
  const unsigned damage = bytes.byte();
  if (damage < 64) {  // anywhere, or in the headers
    const std::size_t where = bytes.number(4) % (damage < 32 ? file.size() : std::min<std::size_t>(file.size(), 300));
    file[where] = char(bytes.byte());
  } else if (damage < 80) {
    file.resize(bytes.number(4) % file.size());
  } else if (damage < 90) {
    file += pattern;
  }
  return file;
}

void play(const Network& network, std::mt19937_64& random) {
  Evaluator evaluator(network, 3 + random() % 8);
  Position p = Position::start();
  for (unsigned ply = 0; ply < 40; ++ply) {
    MoveList moves;
    generate_legal(p, moves);
    if (moves.size() == 0) return;
    const Position before = p;
    if (random() % 8 == 0 && !p.is_check()) {
      p.play_null();
    } else {
      p.play_unchecked(moves[random() % moves.size()]);
    }
    check(network.is_valid(p), "a legal position can be evaluated");
    if (random() % 4 != 0) check(evaluator.evaluate(p, ply) == network.evaluate(p), "an updated accumulator");
    if (random() % 4 == 0) p = before;  // unmake
  }
}

// `is_complete` if the architecture has a number in bitrook's format.
void use(const Loaded& loaded, std::mt19937_64& random, bool is_complete) {
  check(bool(loaded.network) == loaded.error.empty(), "an error has a reason");
  if (!loaded.network) return;
  const Network& network = *loaded.network;
  check(network.shape().problem() == nullptr, "a valid shape");
  play(network, random);
  if (!is_complete) return;
  const std::string file = write(network);
  const Loaded again = read({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}, {});
  check(again.network && write(*again.network) == file, "a file that was written is read");
  check(again.network->raw(Position::start()).outputs[0].positional ==
            network.raw(Position::start()).outputs[0].positional,
        "the same network");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  std::mt19937_64 random(size);
  const unsigned kind = bytes.byte();
  const Shape shape = chosen_shape(bytes);
  if (kind % 64 == 63) {  // rarely, because these files are large
    fuzz::Bytes choices(data, size);
    choices.byte();
    const std::string file = made_stockfish_file(choices, bytes.rest());
    const std::vector<std::uint8_t> exact(file.begin(), file.end());
    Loaded loaded = read_stockfish(exact, nullptr, Architecture::all());
    const bool is_complete = bool(loaded.network);
    if (!is_complete) loaded = read_stockfish(exact, nullptr, Tested);
    use(loaded, random, is_complete);
    return 0;
  }
  const std::string file = kind % 2 == 1 ? made_file(shape, bytes.rest()) : std::string(bytes.rest());
  const std::vector<std::uint8_t> exact(file.begin(), file.end());  // so that reading past the end is detected
  use(read(exact, shape), random, true);
  return 0;
}
