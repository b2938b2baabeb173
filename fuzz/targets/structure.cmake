sluice_fuzzer(structure MODULES media core)
