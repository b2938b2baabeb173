sluice_fuzzer(chart MODULES pipeline)
