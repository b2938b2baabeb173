sluice_fuzzer(npy MODULES sanitize json media core)
