// Writing moves in UCI notation.
#include "bitrook/base/names.hpp"

namespace bitrook {

std::size_t write_uci(Move m, char* out) {
  if (m.is_null()) return std::size_t(write_text("0000", out) - out);
  if (m.is_drop()) {
    out[0] = to_upper(letter_of(m.dropped()));
    out[1] = '@';
    write_square(m.to(), out + 2);
    return 4;
  }
  write_square(m.to(), write_square(m.from(), out));
  if (!m.is_promotion()) return 4;
  out[4] = letter_of(m.promotion());
  return 5;
}

}  // namespace bitrook
