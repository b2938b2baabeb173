sluice_fuzzer(render MODULES verdict json crypto core)
