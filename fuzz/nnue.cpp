// Fuzzes network files and evaluations. The first bytes choose the shape of a plain file, and the rest is the file. It
// may instead fill a file in bitrook's format with a correct header and checksum, which mutations would not find. A
// network that was read evaluates the positions of a random game, where updated accumulators must equal new ones.
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
  Network network(shape);
  for (std::size_t i = 0; i < network.writable_block().size(); ++i)
    network.writable_block()[i] = std::byte(pattern[i % pattern.size()]);
  network.description() = pattern.substr(0, 100);
  return write(network);
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
    check(Network::is_valid(p), "a legal position can be evaluated");
    if (random() % 4 != 0) check(evaluator.evaluate(p, ply) == network.evaluate(p), "an updated accumulator");
    if (random() % 4 == 0) p = before;  // unmake
  }
}

void use(const Loaded& loaded, std::mt19937_64& random) {
  check(bool(loaded.network) == loaded.error.empty(), "an error has a reason");
  if (!loaded.network) return;
  const Network& network = *loaded.network;
  check(network.shape().problem() == nullptr, "a valid shape");
  play(network, random);
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
  const bool makes_file = bytes.byte() & 1;
  const Shape shape = chosen_shape(bytes);
  const std::string_view rest = bytes.rest();
  const std::string file = makes_file ? made_file(shape, rest) : std::string(rest);
  const std::vector<std::uint8_t> exact(file.begin(), file.end());  // so that reading past the end is detected
  use(read(exact, shape), random);
  return 0;
}
