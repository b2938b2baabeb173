sluice_fuzzer(base64 MODULES codec)
