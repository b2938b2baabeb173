#pragma once

/// Everything that sluice offers to C++.
#include "sluice/artifact.h"
#include "sluice/audit.h"
#include "sluice/bytes.h"
#include "sluice/delivery.h"
#include "sluice/engine.h"
#include "sluice/execution.h"
#include "sluice/export.h"
#include "sluice/finding.h"
#include "sluice/output_folder.h"
#include "sluice/policy.h"
#include "sluice/render.h"
#include "sluice/report_text.h"
#include "sluice/result.h"
#include "sluice/sink.h"
#include "sluice/verdict.h"
#include "sluice/version.h"
