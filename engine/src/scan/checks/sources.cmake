# The offline validators and filters: part of the scan module, also built alone by their own tests.
set(SLUICE_SCAN_CHECKS_SOURCES)
foreach(source check.cpp check_crc.cpp check_azure.cpp check_structure.cpp check_key_body.cpp check_keys.cpp check_mnemonic.cpp
        check_pii.cpp check_url.cpp encodings.cpp filters.cpp
        placeholder.cpp expand.cpp)
  list(APPEND SLUICE_SCAN_CHECKS_SOURCES ${CMAKE_CURRENT_LIST_DIR}/${source})
endforeach()
