sluice_fuzzer(rebuild MODULES json regex core)
