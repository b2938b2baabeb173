if(GUMBO_FOUND)
  sluice_fuzzer(html MODULES sanitize media codec url text core LIBS PkgConfig::GUMBO)
endif()
