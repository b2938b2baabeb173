sluice_fuzzer(schema_pattern MODULES json regex text core)
