sluice_fuzzer(pipeline MODULES pipeline)
