sluice_fuzzer(decode MODULES scan)
