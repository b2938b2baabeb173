sluice_fuzzer(glob MODULES path)
