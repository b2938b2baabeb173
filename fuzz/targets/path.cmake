sluice_fuzzer(path MODULES path)
