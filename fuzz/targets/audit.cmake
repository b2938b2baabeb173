sluice_fuzzer(audit MODULES verdict crypto core)
