sluice_fuzzer(cleaner MODULES text core)
