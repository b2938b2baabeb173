sluice_fuzzer(sniff MODULES media core)
