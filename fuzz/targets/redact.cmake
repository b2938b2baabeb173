sluice_fuzzer(redact MODULES scan)
