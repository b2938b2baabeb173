sluice_fuzzer(notebook MODULES pipeline)
