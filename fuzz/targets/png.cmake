sluice_fuzzer(png MODULES sanitize media core LIBS sluice_image_codecs)
