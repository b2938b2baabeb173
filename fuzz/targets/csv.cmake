sluice_fuzzer(csv MODULES sanitize media core)
