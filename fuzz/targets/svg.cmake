pkg_check_modules(LIBXML2 REQUIRED IMPORTED_TARGET libxml-2.0)
sluice_fuzzer(svg MODULES sanitize media core LIBS PkgConfig::EXPAT PkgConfig::LIBXML2)
