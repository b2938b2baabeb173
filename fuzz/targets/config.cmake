sluice_fuzzer(config MODULES config)
