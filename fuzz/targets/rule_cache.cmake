sluice_fuzzer(rule_cache MODULES scan)
