sluice_fuzzer(formats MODULES json text regex core)
