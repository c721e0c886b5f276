// The types of the engine kit that a search written in Python calls at every node.
#pragma once

#include "bindings/support/python.hpp"
#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/history_table.hpp"
#include "bitrook/search/move_picker.hpp"
#include "bitrook/search/transposition.hpp"

namespace bitrook::bindings {

inline PyTypeObject *history_type = nullptr, *tables_type = nullptr, *table_type = nullptr;

struct HistoryObject {
  PyObject ob_base;
  search::HistoryTable history;
};

struct TablesObject {
  PyObject ob_base;
  vectorcallfunc vectorcall;  // tables(board)
  search::PieceSquareTables tables;
};

struct TableObject {
  PyObject ob_base;
  std::unique_ptr<search::TranspositionTable> table;
  std::atomic<int> users;  // searches that run now; the table cannot be cleared or resized meanwhile
};

// The arguments of ordered_moves() and MovePicker(). False with an exception. The history is borrowed.
struct OrderingArguments {
  PyObject* hash_move;
  PyObject* killers;
  PyObject* history;
  PyObject* counter_move;
};
bool load_hints(const OrderingArguments& given, search::OrderingHints& hints);

}  // namespace bitrook::bindings
