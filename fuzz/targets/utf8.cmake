sluice_fuzzer(utf8 MODULES text core)
