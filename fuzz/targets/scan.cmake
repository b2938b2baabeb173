sluice_fuzzer(scan MODULES scan)
