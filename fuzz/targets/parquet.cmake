sluice_fuzzer(parquet MODULES sanitize json media core)
