sluice_fuzzer(safetensors MODULES sanitize json media core)
