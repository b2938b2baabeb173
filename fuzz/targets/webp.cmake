sluice_fuzzer(webp MODULES sanitize media core LIBS sluice_image_codecs)
