# bitrook_group_sources(DIRECTORY SOURCE...): groups up to twelve files of a folder into one translation unit.
#
# This saves time because compiling the headers takes longer than the rest of a file. Names in anonymous namespaces must
# be unique within a group. The files of bindings/hot_path are compiled separately, because each defines a Python type with
# its own `make`, `repr` and so on, and includes few headers.
function(bitrook_group_sources directory)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    if(NOT folder MATCHES "/bindings/hot_path")
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${directory})
      if(NOT folder MATCHES "^bindings/(batch|data|pgn)")  # small folders are compiled with their parent
        string(REGEX REPLACE "^bindings/.*" "bindings" folder "${folder}")
      endif()
      string(MAKE_C_IDENTIFIER "${folder}" group)
      math(EXPR files_${group} "0${files_${group}} + 1")
      math(EXPR number "(${files_${group}} + 11) / 12")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${number})
    endif()
  endforeach()
endfunction()
