// Writing moves in UCI notation.
#include "bitrook/base/names.hpp"

#include <algorithm>
#include <string_view>

namespace bitrook {

std::size_t write_uci(Move m, char* out) {
  if (m.is_null()) {
    std::ranges::copy(std::string_view("0000"), out);
    return 4;
  }
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
