sluice_fuzzer(pickle MODULES sanitize json media core)
