# The execution reader's files, for the module and for its own test.
set(SLUICE_EXECUTION_SOURCES
  ${CMAKE_CURRENT_LIST_DIR}/execution_bundle.cpp
  ${CMAKE_CURRENT_LIST_DIR}/execution_parse.cpp
  ${CMAKE_CURRENT_LIST_DIR}/execution_reader.cpp
  ${CMAKE_CURRENT_LIST_DIR}/execution_results.cpp
  ${CMAKE_CURRENT_LIST_DIR}/execution_stream.cpp
  ${CMAKE_CURRENT_LIST_DIR}/json_spans.cpp)
