// The extension module: a list of its concepts. Each define_*() adds one of them and throws if that fails.
//
// Everything that loops do not call is bound with plain pybind11. The types and functions of hot_path/ are C heap types
// and vectorcall functions instead, because a call then costs 7 to 10 ns less than through nanobind 3 (is_check 4.3 ns
// against 13.0, turn 8.4 against 15.6, attacks_mask 14 against 24) and about 60 ns less than through pybind11.
#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace bitrook::bindings {

void define_errors(py::module_& m);   // support/errors.cpp
void guard_pybind11(py::module_& m);  // support/pybind11_memory.cpp

// hot_path/
void define_move(py::module_& m);
void define_piece(py::module_& m);
void define_iterators(py::module_& m);
void define_square_set(py::module_& m);
void define_bitboard(py::module_& m);
void define_functions(py::module_& m);
void define_boards(py::module_& m);
void define_move_generators(py::module_& m);
void define_move_stack(py::module_& m);
void define_pawns(py::module_& m);    // board/
void define_history(py::module_& m);  // search/
void define_move_picker(py::module_& m);
void define_piece_square_tables(py::module_& m);
void define_default_evaluation(py::module_& m);
void define_transposition_table(py::module_& m);

// Plain pybind11.
void define_layouts(py::module_& m);
void define_tables(py::module_& m);
void define_show(py::module_& m);
void define_perft(py::module_& m);
void define_uci_info(py::module_& m);    // notation/
void define_search(py::module_& m);      // search/
void define_game_tree(py::module_& m);   // pgn/
void define_data_table(py::module_& m);  // data/
void define_data_scan(py::module_& m);
void define_data_bulk(py::module_& m);
void define_pgn(py::module_& m);           // pgn/
void define_batch(py::module_& m);         // batch/
void define_batch_codecs(py::module_& m);  // batch/encodings/
void define_batch_planes(py::module_& m);
void define_batch_tokens(py::module_& m);
void define_batch_records(py::module_& m);
void define_build_info(py::module_& m);
void define_extension_api(py::module_& m);

}  // namespace bitrook::bindings

PYBIND11_MODULE(BITROOK_MODULE, m, py::mod_gil_not_used()) {
  using namespace bitrook::bindings;
  m.attr("__module__") = "bitrook";  // classes are named bitrook.Move, whatever the build

  define_errors(m);
  define_move(m);
  define_piece(m);
  define_iterators(m);
  define_square_set(m);
  define_bitboard(m);
  define_functions(m);
  define_boards(m);
  define_move_generators(m);
  define_move_stack(m);
  define_pawns(m);
  define_history(m);
  define_move_picker(m);
  define_piece_square_tables(m);
  define_default_evaluation(m);
  define_transposition_table(m);
  define_layouts(m);
  define_tables(m);
  define_show(m);
  define_perft(m);
  define_uci_info(m);
  define_search(m);
  define_data_table(m);
  define_data_scan(m);
  define_data_bulk(m);
  define_pgn(m);
  define_batch(m);
  define_game_tree(m);
  define_batch_codecs(m);
  define_batch_planes(m);
  define_batch_tokens(m);
  define_batch_records(m);
  define_build_info(m);
  define_extension_api(m);
  guard_pybind11(m);  // last
}
