sluice_fuzzer(schema MODULES json regex core)
