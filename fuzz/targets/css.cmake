sluice_fuzzer(css MODULES sanitize core)
