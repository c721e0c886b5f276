# find_package(bitrook) defines the target bitrook::bitrook, the C++ core, and a target for each of its parts, such as
# bitrook::board; see parts.cmake.
#
# After `cmake --install`, the targets are the compiled library. In a Python wheel and in the source tree, the parts that
# you link are compiled from their sources with your compiler and your flags: add -march=x86-64-v3 (or -march=native) to
# use the PEXT and population count instructions.
include(CMakeFindDependencyMacro)
include("${CMAKE_CURRENT_LIST_DIR}/parts.cmake")
find_dependency(Threads)

get_property(_bitrook_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
get_property(_bitrook_warned GLOBAL PROPERTY BITROOK_WARNED SET)
if(NOT _bitrook_multi AND NOT _bitrook_warned AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CXX_FLAGS MATCHES "[-/]O")
  set_property(GLOBAL PROPERTY BITROOK_WARNED ON)
  message(WARNING "bitrook: CMAKE_BUILD_TYPE is not set, so the compiler does not optimize. Use -DCMAKE_BUILD_TYPE=Release.")
endif()

if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/bitrookTargets.cmake")
  include("${CMAKE_CURRENT_LIST_DIR}/bitrookTargets.cmake")
  bitrook_for_each_part(bitrook_alias_part)
elseif(NOT TARGET bitrook::bitrook)
  if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../include/bitrook/position/position.hpp")
    get_filename_component(_bitrook_include "${CMAKE_CURRENT_LIST_DIR}/../include" ABSOLUTE)  # a wheel
  else()
    get_filename_component(_bitrook_include "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)  # the source tree
  endif()
  include("${CMAKE_CURRENT_LIST_DIR}/unity.cmake")

  # Defines a static library of the sources in some folders of the core, or an interface library without folders.
  function(bitrook_add_part part folders needs)
    set(target bitrook_${part})
    list(TRANSFORM needs PREPEND bitrook::)
    if(NOT folders)
      add_library(${target} INTERFACE)
      target_link_libraries(${target} INTERFACE ${needs})
    else()
      list(TRANSFORM folders REPLACE "(.+)" "${_bitrook_include}/bitrook/\\1/*.cpp")
      file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folders})
      bitrook_group_sources("${_bitrook_include}" ${sources})
      if(part STREQUAL "board")  # these folders take 7 seconds together, and 11 alone
        list(FILTER sources INCLUDE REGEX "/(base|position|movegen)/")
        set_source_files_properties(${sources} PROPERTIES UNITY_GROUP bitrook_board)
        file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folders})
      endif()
      add_library(${target} STATIC EXCLUDE_FROM_ALL ${sources})
      target_include_directories(${target} SYSTEM PUBLIC "${_bitrook_include}")
      if(EXISTS "${_bitrook_include}/bindings/include")
        target_include_directories(${target} SYSTEM INTERFACE "${_bitrook_include}/bindings/include")
      endif()
      target_compile_features(${target} PUBLIC cxx_std_20)
      target_compile_options(${target} PUBLIC $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-ra>)  # see csrc/CMakeLists.txt
      target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:MSVC>:/bigobj>)
      target_link_libraries(${target} PUBLIC ${needs} Threads::Threads)
      set_target_properties(${target} PROPERTIES
        UNITY_BUILD ON UNITY_BUILD_MODE GROUP POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON CXX_SCAN_FOR_MODULES OFF)
    endif()
    add_library(bitrook::${part} ALIAS ${target})
  endfunction()
  bitrook_for_each_part(bitrook_add_part)
endif()
