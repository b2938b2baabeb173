#include "scan/portable_pattern.h"

#include <hs.h>

#include <cstdlib>
#include <limits>

namespace sluice::scan {

Result<Width> width_in_hyperscan(const std::string& pattern) {
  hs_expr_info_t* info = nullptr;
  hs_compile_error_t* error = nullptr;
  if (hs_expression_info(pattern.c_str(), 0, &info, &error) != HS_SUCCESS) {
    const std::string reason = error != nullptr ? error->message : "no reason given";
    hs_free_compile_error(error);
    return Error{ErrorCode::kPatternInvalid, reason, 0};
  }
  Width width{info->min_width, info->max_width};
  if (info->max_width == std::numeric_limits<unsigned>::max()) width.max = kUnbounded;
  std::free(info);  // hs_set_allocator was not called
  return width;
}

}  // namespace sluice::scan
