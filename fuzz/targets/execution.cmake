if(TARGET sluice_mod_pipeline)
  sluice_fuzzer(execution MODULES pipeline)
else()
  # Without the whole pipeline the reader stands on json and codec alone.
  include(${PROJECT_SOURCE_DIR}/engine/src/pipeline/execution_sources.cmake)
  sluice_fuzzer(execution MODULES json codec core)
  target_sources(fuzz_execution PRIVATE ${SLUICE_EXECUTION_SOURCES}
    ${PROJECT_SOURCE_DIR}/engine/src/pipeline/task_id.cpp
    ${PROJECT_SOURCE_DIR}/engine/src/sanitize/representations.cpp)
endif()
