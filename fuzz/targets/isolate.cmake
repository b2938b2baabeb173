sluice_fuzzer(worker_frames MODULES isolate core)
sluice_fuzzer(pdf MODULES sanitize isolate core LIBS sluice_worker_jobs PkgConfig::QPDF)
