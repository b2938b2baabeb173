sluice_fuzzer(url MODULES url text core)
