sluice_fuzzer(import MODULES authoring)
