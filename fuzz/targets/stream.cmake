sluice_fuzzer(stream MODULES pipeline)
