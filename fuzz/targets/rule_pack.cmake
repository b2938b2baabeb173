sluice_fuzzer(rule_pack MODULES rules)
