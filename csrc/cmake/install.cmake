# Installs the files for C++ users: `cmake --install` installs the compiled library; wheels contain sources.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(_version_file ${CMAKE_CURRENT_BINARY_DIR}/bitrookConfigVersion.cmake)
write_basic_package_version_file(${_version_file} COMPATIBILITY SameMinorVersion)

# For wheels: bitrook.get_include() and bitrook.get_cmake_dir() return these directories.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/csrc/bitrook ${PROJECT_SOURCE_DIR}/csrc/bindings/include/bitrook
  DESTINATION bitrook/include COMPONENT python EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_SOURCE_DIR}/csrc/cmake/bitrookConfig.cmake ${PROJECT_SOURCE_DIR}/csrc/cmake/unity.cmake
  ${PROJECT_SOURCE_DIR}/csrc/cmake/parts.cmake ${_version_file}
  DESTINATION bitrook/cmake COMPONENT python EXCLUDE_FROM_ALL)

option(BITROOK_CXX_LIBRARY "build and install the C++ library" ${BITROOK_CXX_LIBRARY_DEFAULT})
if(BITROOK_CXX_LIBRARY)
  add_library(bitrook STATIC ${BITROOK_CORE_SOURCES})
  add_library(bitrook::bitrook ALIAS bitrook)
  include(${PROJECT_SOURCE_DIR}/csrc/cmake/parts.cmake)
  bitrook_for_each_part(bitrook_alias_part)  # for projects that add this one with add_subdirectory()
  target_include_directories(bitrook PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/csrc> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(bitrook PUBLIC cxx_std_20)
  target_link_libraries(bitrook PUBLIC Threads::Threads PRIVATE $<BUILD_INTERFACE:bitrook_options>)
  set_target_properties(bitrook PROPERTIES UNITY_BUILD ${BITROOK_UNITY} UNITY_BUILD_MODE GROUP)
  # Programs need these, too, because the headers define inline functions.
  target_compile_options(bitrook PUBLIC $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-ra>)  # see csrc/CMakeLists.txt
  target_compile_definitions(bitrook PUBLIC $<$<BOOL:${BITROOK_CHECKED}>:BITROOK_CHECKED=1>)
  install(TARGETS bitrook EXPORT bitrookTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT cxx)
  install(EXPORT bitrookTargets NAMESPACE bitrook:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bitrook COMPONENT cxx)
  install(FILES ${PROJECT_SOURCE_DIR}/csrc/cmake/bitrookConfig.cmake ${PROJECT_SOURCE_DIR}/csrc/cmake/parts.cmake ${_version_file}
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bitrook COMPONENT cxx)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/csrc/bitrook DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT cxx
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.inc")
endif()
