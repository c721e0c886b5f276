// Fuzzes opening books. The first line is a FEN, and the rest is the book; the entries in its first half get the key of
// this position. All entries are decoded and looked up.
#include <vector>

#include "bitrook/book/book.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest;
  const Position p = fuzz::first_line({reinterpret_cast<const char*>(data), size}, rest);
  std::vector<std::uint8_t> file(rest.begin(), rest.end());
  for (std::size_t at = 0; at + book::Entry::Size <= file.size() / 2; at += book::Entry::Size) {
    book::Entry entry = book::Entry::read(&file[at]);
    entry.key = p.key();
    entry.write(&file[at]);
    check(book::Entry::read(&file[at]) == entry, "an entry is read as it was written");
  }
  file.shrink_to_fit();
  const book::Book book(file);
  check(book.is_whole() == (file.size() % book::Entry::Size == 0), "whole");
  for (std::size_t i = 0; i < book.size(); ++i) {
    const book::Entry entry = book[i];
    check(book.lower_bound(entry.key) <= book.size(), "an index");
    const Move m = book::decode_move(entry.move, p);
    if (fuzz::one_king_each(p) && is_legal(p, m))
      check(book::decode_move(book::encode_move(m, p), p) == m, "a legal move is read as it was written");
  }
  return 0;
}
