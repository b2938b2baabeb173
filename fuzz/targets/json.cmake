sluice_fuzzer(json MODULES json regex core)
