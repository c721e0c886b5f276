# The parts of the core: a program that links bitrook::board compiles only that part.
#  part      | folders                                     | parts that it needs
set(BITROOK_PARTS
  "board     | base attacks position movegen game notation |"
  "variants  | variants                                    | board"
  "util      | util                                        | board"
  "perft     | perft                                       | util variants"
  "pgn       | pgn                                         | util variants"
  "book      | book                                        | util"
  "nnue      | nnue                                        | util"
  "tablebase | tablebase                                   | util variants"
  "search    | search                                      | nnue tablebase"
  "query     | query                                       | search variants"
  "data      | data                                        | pgn query"
  "batch     | batch                                       | data perft search"
  "selfplay  | selfplay                                    | batch"
  "bitrook   |                                             | book selfplay")

# bitrook_for_each_part(FUNCTION): calls FUNCTION(part folders needs) for each part, with lists.
function(bitrook_for_each_part do)
  foreach(row IN LISTS BITROOK_PARTS)
    string(REPLACE "|" ";" row "${row};")
    list(TRANSFORM row STRIP)
    list(GET row 0 part)
    list(GET row 1 folders)
    list(GET row 2 needs)
    string(REPLACE " " ";" folders "${folders}")
    string(REPLACE " " ";" needs "${needs}")
    cmake_language(CALL ${do} ${part} "${folders}" "${needs}")
  endforeach()
endfunction()

# Defines a part as another name of the compiled library, which contains all parts.
function(bitrook_alias_part part folders needs)
  if(NOT TARGET bitrook::${part})
    add_library(bitrook_${part} INTERFACE)
    target_link_libraries(bitrook_${part} INTERFACE bitrook::bitrook)
    add_library(bitrook::${part} ALIAS bitrook_${part})
  endif()
endfunction()
