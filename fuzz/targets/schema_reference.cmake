if(TARGET sluice_schema_judge)
  sluice_fuzzer(schema_reference MODULES json regex core LIBS sluice_schema_judge)
endif()
