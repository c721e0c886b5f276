// Text signatures, parsed at compile time: the text that help() shows also defines how arguments are sorted.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "bindings/support/python.hpp"

namespace bitrook::bindings {

// A string literal as a template argument.
template <std::size_t N>
struct Text {
  char characters[N];
  // NOLINTNEXTLINE: implicit, so that method<"name(a, b=None)", f> can be written
  consteval Text(const char (&literal)[N]) {
    for (std::size_t i = 0; i < N; ++i) characters[i] = literal[i];
  }
  constexpr std::string_view view() const { return {characters, N - 1}; }
};

// For example "piece_at(square)", "copy(*, stack=True)", "push(move, /)", "update(*others)".
struct Signature {
  static constexpr std::size_t MaxParameters = 17;

  std::string_view function;
  std::string_view parameters;  // the text between the parentheses
  std::array<std::string_view, MaxParameters> names{};
  std::array<bool, MaxParameters> optional{};
  std::size_t count = 0;
  std::size_t required = 0;         // parameters without a default
  bool required_first = true;       // no parameter without a default follows one that has a default
  std::size_t positional_only = 0;  // the first parameters, which have no keyword
  std::size_t positional = 0;       // the first parameters, which can be passed by position
  bool variadic = false;            // *others: the function takes the raw arguments
};

constexpr Signature parse_signature(std::string_view text) {
  Signature s;
  const std::size_t open = text.find('(');
  s.function = text.substr(0, open);
  s.parameters = text.substr(open + 1, text.size() - open - 2);
  std::string_view rest = s.parameters;
  bool keyword_only = false;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    std::string_view item = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    while (item.front() == ' ') item.remove_prefix(1);
    if (item == "/") {
      s.positional_only = s.count;
    } else if (item == "*") {
      keyword_only = true;
    } else if (item.front() == '*') {
      s.variadic = true;
    } else {
      const std::size_t equals = item.find('=');
      s.names[s.count] = item.substr(0, equals);
      s.optional[s.count] = equals != std::string_view::npos;
      s.required_first &= s.optional[s.count] || s.required == s.count;
      s.required += !s.optional[s.count];
      ++s.count;
      if (!keyword_only) s.positional = s.count;
    }
  }
  return s;
}

// Sorts the arguments of a vectorcall into `slots`, one for each parameter; missing optional arguments are null. If an
// argument is wrong, returns false and sets a TypeError that identifies it. May throw std::bad_alloc.
bool bind(const Signature& signature, PyObject* const* args, Py_ssize_t positional, PyObject* keywords,
          PyObject** slots);

}  // namespace bitrook::bindings
