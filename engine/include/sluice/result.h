#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "sluice/export.h"

namespace sluice {

/// Why a call failed. Numbers and names are pinned; engine/docs/codes.md lists them.
enum class ErrorCode : std::uint16_t {
#define SLUICE_ERROR(number, identifier, name, meaning) identifier = number,
#include "sluice/error_codes.inc"
#undef SLUICE_ERROR
};

/// Returns the pinned name of `code`, for example "config_invalid". O(1), safe to call concurrently.
[[nodiscard]] SLUICE_API std::string_view error_name(ErrorCode code) noexcept;

/// Returns one sentence on what `code` means. O(1), safe to call concurrently.
[[nodiscard]] SLUICE_API std::string_view error_meaning(ErrorCode code) noexcept;

/// A failure: a pinned code and a message that names the place, what was found, what was expected and what to do.
/// The message never holds a raw secret or an unescaped byte of an artifact.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::uint64_t offset = 0;  ///< byte offset in the input where that makes sense, else 0
};

/// Either a value or an Error. It must be looked at; reading the wrong side is a programming error.
///
/// Thread-safety: as the value's.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit by intent
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  [[nodiscard]] bool ok() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  [[nodiscard]] T& value() & noexcept {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const& noexcept {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] T&& value() && noexcept {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] T& operator*() & noexcept { return value(); }
  [[nodiscard]] const T& operator*() const& noexcept { return value(); }
  [[nodiscard]] T&& operator*() && noexcept { return std::move(*this).value(); }
  [[nodiscard]] T* operator->() noexcept { return &value(); }
  [[nodiscard]] const T* operator->() const noexcept { return &value(); }

  [[nodiscard]] const Error& error() const& noexcept {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] Error&& error() && noexcept {
    assert(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<T, Error> state_;
};

/// The result of a call that yields nothing but may fail.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), failed_(true) {}  // NOLINT: implicit by intent

  [[nodiscard]] bool ok() const noexcept { return !failed_; }
  explicit operator bool() const noexcept { return ok(); }
  [[nodiscard]] const Error& error() const& noexcept {
    assert(failed_);
    return error_;
  }
  [[nodiscard]] Error&& error() && noexcept {
    assert(failed_);
    return std::move(error_);
  }

 private:
  Error error_;
  bool failed_ = false;
};

}  // namespace sluice
