sluice_fuzzer(png MODULES sanitize media core)
