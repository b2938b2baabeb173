sluice_fuzzer(latex MODULES sanitize media core)
