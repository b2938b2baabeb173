sluice_fuzzer(markdown MODULES sanitize media core)
