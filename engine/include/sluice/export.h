#pragma once

/// Marks a symbol that the installed library exports; everything else is hidden.
#if defined(SLUICE_STATIC)
#define SLUICE_API
#else
#define SLUICE_API __attribute__((visibility("default")))
#endif
