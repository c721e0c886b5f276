# bitrook_group_sources(DIRECTORY SOURCE...): lets unity builds compile up to twelve files of a folder together.
#
# Most of the time of compiling a file goes into its headers. A name in an anonymous namespace must be unique in its
# group. Files that define a Python type each have their own `make`, `repr` and so on, and are compiled alone.
function(bitrook_group_sources directory)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    if(NOT folder MATCHES "/bindings/hot_path(/moves|/search|/sets)?$" AND NOT source MATCHES "/move_stack.cpp$")
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${directory})
      if(NOT folder MATCHES "^bindings/(batch|data|hot_path|pgn)")  # small folders are compiled with their parent
        string(REGEX REPLACE "^bindings/.*" "bindings" folder "${folder}")
      endif()
      string(MAKE_C_IDENTIFIER "${folder}" group)
      math(EXPR files_${group} "0${files_${group}} + 1")
      math(EXPR number "(${files_${group}} + 11) / 12")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${number})
    endif()
  endforeach()
endfunction()
