sluice_fuzzer(tar MODULES sanitize media core LIBS PkgConfig::LIBARCHIVE)
