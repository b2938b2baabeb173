sluice_fuzzer(ndjson MODULES json regex core)
