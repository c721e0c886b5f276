// The extension module. Each define_*() function adds the types and functions of one concept, or throws.
//
// The type builder makes all types and functions. In hot_path/ it also converts arguments and results, because a call
// then takes 7 to 10 ns less than through nanobind 3 (is_check 4.3 ns instead of 13.0, turn 8.4 instead of 15.6,
// attacks_mask 14 instead of 24) and about 60 ns less than through pybind11. Everywhere else, pybind11 converts them
// (support/object.hpp).
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace bitrook::bindings {

void define_errors(py::module_& m);  // support/
void define_python_parts(PyObject* module);

// hot_path/, without pybind11.
void define_move(PyObject* module);
void define_piece(PyObject* module);
void define_iterators(PyObject* module);
void define_square_set(PyObject* module);
void define_bitboard(PyObject* module);
void define_functions(PyObject* module);
void define_boards(PyObject* module);
void define_move_generators(PyObject* module);
void define_move_stack(PyObject* module);
void define_pawns(PyObject* module);    // board/
void define_history(PyObject* module);  // search/
void define_move_picker(PyObject* module);
void define_piece_square_tables(PyObject* module);
void define_default_evaluation(PyObject* module);
void define_transposition_table(PyObject* module);

// Converted by pybind11.
void define_layouts(py::module_& m);
void define_tables(py::module_& m);
void define_show(py::module_& m);
void define_perft(py::module_& m);
void define_uci_info(py::module_& m);   // notation/
void define_search(py::module_& m);     // search/
void define_selfplay(py::module_& m);   // selfplay/
void define_game_tree(py::module_& m);  // pgn/
void define_pgn_readers(py::module_& m);
void define_pgn(py::module_& m);
void define_data_table(py::module_& m);  // data/
void define_data_scan(py::module_& m);
void define_data_bulk(py::module_& m);
void define_batch(py::module_& m);         // batch/
void define_batch_codecs(py::module_& m);  // batch/encodings/
void define_batch_planes(py::module_& m);
void define_batch_tokens(py::module_& m);
void define_batch_records(py::module_& m);
void define_book(py::module_& m);  // book/
void define_book_maker(py::module_& m);
void define_tablebase(py::module_& m);  // tablebase/
void define_network(py::module_& m);    // nnue/
void define_build_info(py::module_& m);
void define_extension_api(py::module_& m);

}  // namespace bitrook::bindings

PYBIND11_MODULE(BITROOK_MODULE, m, py::mod_gil_not_used()) {
  using namespace bitrook::bindings;
  m.attr("__module__") = "bitrook";  // classes are named bitrook.Move in every build

  define_errors(m);
  for (auto* define :
       {define_python_parts, define_move, define_piece, define_iterators, define_square_set, define_bitboard,
        define_functions, define_boards, define_move_generators, define_move_stack, define_pawns, define_history,
        define_move_picker, define_piece_square_tables, define_default_evaluation, define_transposition_table}) {
    define(m.ptr());
  }
  define_layouts(m);
  define_tables(m);
  define_show(m);
  define_perft(m);
  define_uci_info(m);
  define_selfplay(m);
  define_data_table(m);
  define_data_scan(m);
  define_data_bulk(m);
  define_pgn(m);
  define_batch(m);
  define_game_tree(m);
  define_pgn_readers(m);
  define_batch_codecs(m);
  define_batch_planes(m);
  define_batch_tokens(m);
  define_batch_records(m);
  define_tablebase(m);
  define_search(m);  // has a parameter of type _Tablebase
  define_network(m);
  define_book(m);
  define_book_maker(m);
  define_build_info(m);
  define_extension_api(m);
}
