// Pawn structure: methods of boards, and functions on sets of pawns.
#include "bitrook/search/pawns.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/buffer.hpp"
#include "bindings/support/python_method.hpp"

namespace bitrook::bindings {

namespace {

Bitboard pawns_of(const Position& p, Color c) { return p.of(PieceType::Pawn, c); }

Bitboard passed_pawns(const Position& p, Color c) { return pawns::passed(c, pawns_of(p, c), pawns_of(p, ~c)); }
Bitboard isolated_pawns(const Position& p, Color c) { return pawns::isolated(pawns_of(p, c)); }
Bitboard doubled_pawns(const Position& p, Color c) { return pawns::doubled(c, pawns_of(p, c)); }
Bitboard backward_pawns(const Position& p, Color c) { return pawns::backward(c, pawns_of(p, c), pawns_of(p, ~c)); }
Bitboard connected_pawns(const Position& p, Color c) { return pawns::connected(c, pawns_of(p, c)); }
Bitboard pawn_front_span(const Position& p, Color c) { return pawns::front_span(c, pawns_of(p, c)); }
Bitboard pawn_attack_span(const Position& p, Color c) { return pawns::attack_span(c, pawns_of(p, c)); }
Bitboard outposts(const Position& p, Color c) { return pawns::outposts(c, pawns_of(p, c), pawns_of(p, ~c)); }
Bitboard open_files(const Position& p) { return pawns::open_files(p.of(PieceType::Pawn), {}); }
Bitboard half_open_files(const Position& p, Color c) { return pawns::half_open_files(pawns_of(p, c), pawns_of(p, ~c)); }
Bitboard king_zone(const Position& p, Color c) {
  const Square king = p.king(c);
  return king == Square::None ? Bitboard() : pawns::king_zone(c, Bitboard(king));
}

// The king zone of a single square.
Bitboard king_zone_of(Color color, Square square) { return pawns::king_zone(color, Bitboard(square)); }

// An argument that is a set or an array of sets.
struct Sets {
  PyObject* object = nullptr;
  Bitboard set;
  bool is_array = false;
};
// Accepts an array after an int was expected; keeps the exception that is set for anything else.
bool load_array(PyObject* object, Sets& sets) {
  if (!PyErr_ExceptionMatches(PyExc_TypeError)) return false;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  sets.is_array = PyObject_HasAttrString(object, "__array__") != 0;
  if (!sets.is_array) {
    PyErr_Restore(type, value, traceback);
    return false;
  }
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
  return true;
}
inline bool load(PyObject* object, Sets& sets, std::string_view name) {
  sets.object = object;
  if (bindings::load(object, sets.set, name)) [[likely]]
    return true;
  return load_array(object, sets);
}

// Calls f with each pair of sets, by NumPy's rules of broadcasting, and returns the array of the results.
template <class F>
PyObject* over_arrays(const Sets& own, const Sets& enemy, F f) {
  // Contiguous arrays of one shape: both operands, and the result.
  const Ref arrays(call_python_part<"set_arrays">(own.object, enemy.object));
  if (!arrays) return nullptr;
  PyObject* result = PyTuple_GetItem(arrays.get(), 2);
  const ReadableBuffer<std::uint64_t> a(PyTuple_GetItem(arrays.get(), 0), "own");
  const ReadableBuffer<std::uint64_t> b(PyTuple_GetItem(arrays.get(), 1), "enemy");
  const WritableBuffer<std::uint64_t> out(result, "the result");
  for (std::size_t i = 0; i < out.size(); ++i)
    out.items()[i] = f(Bitboard(a.items()[i]), Bitboard(b.items()[i])).word();
  return incref(result);
}

// A function of sets that also accepts arrays.
template <auto F, class = decltype(F)>
struct OfSets;
template <auto F>
struct OfSets<F, Bitboard (*)(Bitboard)> {
  static PyObject* call(const Sets& own) {
    if (!own.is_array) return to_python(F(own.set));
    return over_arrays(own, own, [](Bitboard a, Bitboard) { return F(a); });
  }
};
template <auto F>
struct OfSets<F, Bitboard (*)(Bitboard, Bitboard)> {
  static PyObject* call(const Sets& own, const Sets& enemy) {
    if (!own.is_array && !enemy.is_array) return to_python(F(own.set, enemy.set));
    return over_arrays(own, enemy, F);
  }
};
template <auto F>
struct OfSets<F, Bitboard (*)(Color, Bitboard)> {
  static PyObject* call(Color c, const Sets& own) {
    if (!own.is_array) return to_python(F(c, own.set));
    return over_arrays(own, own, [c](Bitboard a, Bitboard) { return F(c, a); });
  }
};
template <auto F>
struct OfSets<F, Bitboard (*)(Color, Bitboard, Bitboard)> {
  static PyObject* call(Color c, const Sets& own, const Sets& enemy) {
    if (!own.is_array && !enemy.is_array) return to_python(F(c, own.set, enemy.set));
    return over_arrays(own, enemy, [c](Bitboard a, Bitboard b) { return F(c, a, b); });
  }
};
template <auto F>
inline constexpr auto of_sets = OfSets<F>::call;

}  // namespace

// Both forms of a method.
#define PAIR(name, parameters, doc)                                                                            \
  method<#name "_mask(" parameters ")", name>("Return " #name "(" parameters ") as an int. See " #name "()."), \
      method<#name "(" parameters ")", set_of<name>>(doc)

void add_board_pawns(TypeBuilder& base_board, TypeBuilder&, TypeBuilder&) {
  base_board.methods({
      PAIR(passed_pawns, "color",
           R"(Return the pawns of *color* with no enemy pawn ahead of them, on their own file or a neighboring one.

           >>> from bitrook import WHITE, Bitboard, Board
           >>> Bitboard(Board("4k3/p6p/8/3P4/8/8/P6P/4K3 w - - 0 1").passed_pawns(WHITE)).names()
           ['d5'])"),
      PAIR(isolated_pawns, "color", "Return the pawns of *color* without a pawn of their color on a neighboring file."),
      PAIR(doubled_pawns, "color",
           "Return the pawns of *color* with a pawn of their color ahead of them on the same file."),
      PAIR(backward_pawns, "color",
           R"(Return the backward pawns of *color*.

           The square in front of such a pawn is attacked by an enemy pawn, and no pawn of its own color can ever
           defend it.)"),
      PAIR(connected_pawns, "color",
           "Return the pawns of *color* that have a pawn of their color next to them or defending them."),
      PAIR(pawn_front_span, "color", "Return the squares in front of the pawns of *color*, on their files."),
      PAIR(pawn_attack_span, "color",
           "Return the squares that the pawns of *color* attack now or after they have advanced."),
      PAIR(outposts, "color",
           R"(Return the outposts of *color*.

           These are the squares on the fourth to sixth rank, as seen from *color*, that a pawn of *color* defends and
           no enemy pawn can ever attack.)"),
      PAIR(open_files, "", "Return the squares of the files without pawns."),
      PAIR(half_open_files, "color", "Return the squares of the files that have enemy pawns but no pawns of *color*."),
      PAIR(king_zone, "color",
           R"(Return the square of the king of *color*, its neighbors, and the squares in front of those.

           The set is empty if there is no king.)"),
  });
}

#undef PAIR

void define_pawns(PyObject* module) {
  add_functions(
      module, {
                  function<"front_span(color, own)", of_sets<pawns::front_span>>(
                      "Return the squares in front of the pawns *own* of *color*, on their files."),
                  function<"attack_span(color, own)", of_sets<pawns::attack_span>>(
                      "Return the squares that the pawns *own* of *color* attack now or after advancing."),
                  function<"passed(color, own, enemy)", of_sets<pawns::passed>>(
                      R"(Return the passed pawns among *own*. *color* is the color of *own*.

              No pawn of *enemy* is ahead of such a pawn, on its own file or a neighboring one.)"),
                  function<"isolated(own)", of_sets<pawns::isolated>>(
                      "Return the pawns of *own* without another pawn of *own* on a neighboring file."),
                  function<"doubled(color, own)", of_sets<pawns::doubled>>(
                      R"(Return the pawns of *own* with another one ahead on their file. *color* is the color of *own*.

              Of n pawns on a file, n - 1 are doubled.)"),
                  function<"backward(color, own, enemy)", of_sets<pawns::backward>>(
                      R"(Return the backward pawns among *own*. *color* is the color of *own*.

              The square in front of such a pawn is attacked by a pawn of *enemy*, and no pawn of *own* can ever
              defend it.)"),
                  function<"connected(color, own)", of_sets<pawns::connected>>(
                      "Return the pawns of *own* that have another one next to "
                      "them or defending them. *color* is the color of *own*."),
                  function<"open_files(own, enemy)", of_sets<pawns::open_files>>(
                      "Return the squares of the files without pawns of *own* or *enemy*."),
                  function<"half_open_files(own, enemy)", of_sets<pawns::half_open_files>>(
                      "Return the squares of the files that have pawns of *enemy* but none of *own*."),
                  function<"outposts(color, own, enemy)", of_sets<pawns::outposts>>(
                      R"(Return the outposts of *color*, whose pawns are *own*.

              These are the squares on the fourth to sixth rank, as seen from *color*, that a pawn of *own* defends
              and no pawn of *enemy* can ever attack.)"),
                  function<"king_zone(color, square)", king_zone_of>(
                      "Return *square*, its neighbors, and the squares in front of those, for a king of *color*."),
              });
}

}  // namespace bitrook::bindings
