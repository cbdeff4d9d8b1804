# cmake/install.cmake: what `cmake --install` puts where. Everything finds its
# neighbours by relative paths, so --prefix may name any folder.
#
# The plugins of several LLVM majors may go to one prefix: each adds its own
# libloft-MAJOR.so, and libloft.so loads the one that fits.
include(CMakePackageConfigHelpers)
set(lib ${CMAKE_INSTALL_LIBDIR})
file(RELATIVE_PATH LOFT_LIB_TO_INCLUDE /${lib} /${CMAKE_INSTALL_INCLUDEDIR})

install(TARGETS loft loft-impl LIBRARY DESTINATION ${lib})
install(TARGETS loftrt EXPORT loftTargets LIBRARY DESTINATION ${lib}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS loftcheck LIBRARY DESTINATION ${lib})
if(TARGET loftmpi)
  install(TARGETS loftmpi LIBRARY DESTINATION ${lib})
  install(FILES include/loft/loft_mpi.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/loft)
endif()
install(TARGETS loft-opt loft-run loft-info
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES include/loft/loft.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/loft)
install(FILES README.md LICENSE.TXT DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)

install(EXPORT loftTargets NAMESPACE loft:: DESTINATION ${lib}/cmake/loft)
configure_package_config_file(cmake/loftConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/loftConfig.cmake
  INSTALL_DESTINATION ${lib}/cmake/loft PATH_VARS CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/loftConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/loftConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/loftConfigVersion.cmake
  DESTINATION ${lib}/cmake/loft)

foreach(name loft loftrt)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/cmake/${name}.pc
    @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/${name}.pc
    DESTINATION ${lib}/pkgconfig)
endforeach()
