sluice_fuzzer(policy MODULES policy)
