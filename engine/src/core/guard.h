#pragma once

#include <new>
#include <string>
#include <utility>

#include "sluice/result.h"

namespace sluice {

/// An error whose message is left out where there is no memory for it.
[[nodiscard]] inline Error error_without_throwing(ErrorCode code, const char* message) noexcept {
  try {
    return {code, message, 0};
  } catch (...) {
    return {code, {}, 0};
  }
}

/// For the code between two borders: memory that ran out behind a function which says so by a code is thrown on, the
/// way of every other allocation that fails. Does nothing for other errors.
inline void rethrow_out_of_memory(const Error& error) {
  if (error.code == ErrorCode::kOutOfMemory) throw std::bad_alloc();
}

/// The border of a public function: runs `call`, which returns a Result, and turns what it throws into an error.
/// @param doing  for the message: "while loading an engine"
template <typename Call>
[[nodiscard]] auto guarded(const char* doing, Call&& call) noexcept -> decltype(call()) {
  ErrorCode code = ErrorCode::kInternal;
  const char* what = "a fault of sluice ";
  try {
    return std::forward<Call>(call)();
  } catch (const std::bad_alloc&) {
    code = ErrorCode::kOutOfMemory;
    what = "out of memory ";
  } catch (...) {  // the code says it
  }
  Error error = error_without_throwing(code, what);
  try {
    error.message += doing;
  } catch (...) {  // the code alone has to do
  }
  return error;
}

}  // namespace sluice
