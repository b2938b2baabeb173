sluice_fuzzer(jpeg MODULES sanitize media core LIBS sluice_image_codecs)
