sluice_fuzzer(zip MODULES sanitize media core LIBS PkgConfig::LIBARCHIVE)
