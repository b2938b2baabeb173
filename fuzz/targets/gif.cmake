sluice_fuzzer(gif MODULES sanitize media core LIBS sluice_image_codecs)
