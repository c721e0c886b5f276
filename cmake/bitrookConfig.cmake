# find_package(bitrook) defines the target bitrook::bitrook, the C++ core.
#
# After `cmake --install`, the target is the compiled library. In a Python wheel and in the source tree, the core is
# compiled from its sources with your compiler and your flags: add -march=x86-64-v3 (or -march=native) to use the PEXT
# and population count instructions.
include(CMakeFindDependencyMacro)
find_dependency(Threads)

get_property(_bitrook_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
get_property(_bitrook_warned GLOBAL PROPERTY BITROOK_WARNED SET)
if(NOT _bitrook_multi AND NOT _bitrook_warned AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CXX_FLAGS MATCHES "[-/]O")
  set_property(GLOBAL PROPERTY BITROOK_WARNED ON)
  message(WARNING "bitrook: CMAKE_BUILD_TYPE is not set, so the compiler does not optimize. Use -DCMAKE_BUILD_TYPE=Release.")
endif()

if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/bitrookTargets.cmake")
  include("${CMAKE_CURRENT_LIST_DIR}/bitrookTargets.cmake")
elseif(NOT TARGET bitrook::bitrook)
  if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../include/bitrook/position/position.hpp")
    get_filename_component(_bitrook_include "${CMAKE_CURRENT_LIST_DIR}/../include" ABSOLUTE)  # a wheel
  else()
    get_filename_component(_bitrook_include "${CMAKE_CURRENT_LIST_DIR}/../csrc" ABSOLUTE)  # the source tree
  endif()
  file(GLOB_RECURSE _bitrook_sources CONFIGURE_DEPENDS "${_bitrook_include}/bitrook/*.cpp")
  include("${CMAKE_CURRENT_LIST_DIR}/unity.cmake")
  bitrook_group_sources("${_bitrook_include}" ${_bitrook_sources})
  add_library(bitrook_from_source STATIC EXCLUDE_FROM_ALL ${_bitrook_sources})
  target_include_directories(bitrook_from_source SYSTEM PUBLIC "${_bitrook_include}")
  if(EXISTS "${_bitrook_include}/bindings/include")
    target_include_directories(bitrook_from_source SYSTEM INTERFACE "${_bitrook_include}/bindings/include")
  endif()
  target_compile_features(bitrook_from_source PUBLIC cxx_std_20)
  target_compile_options(bitrook_from_source PUBLIC $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-ra>)  # see csrc/CMakeLists.txt
  target_compile_options(bitrook_from_source PRIVATE $<$<CXX_COMPILER_ID:MSVC>:/bigobj>)
  target_link_libraries(bitrook_from_source PUBLIC Threads::Threads)
  set_target_properties(bitrook_from_source PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON CXX_SCAN_FOR_MODULES OFF)
  add_library(bitrook::bitrook ALIAS bitrook_from_source)
endif()
