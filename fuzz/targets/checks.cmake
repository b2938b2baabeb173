sluice_fuzzer(checks MODULES scan)
