#pragma once

#include <memory>
#include <string>

#include "media/types.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::media {

/// What libmagic says.
struct Opinion {
  MediaType type = MediaType::kUnknown;  ///< kUnknown where it says application/octet-stream or a name we do not know
  bool is_definite = false;              ///< it named a kind that is in our table and is not a fallback
};

/// libmagic as a second opinion, slow on text (0.3 to 2 ms) and therefore asked once an artifact at most.
/// Owns one cookie; not thread-safe, make one for each thread.
class SecondOpinion {
 public:
  /// How much of an artifact libmagic sees.
  static constexpr std::size_t kMaxBytes = 65'536;
  /// Debian's compiled database. Named here because libmagic's own default reads the environment.
  static constexpr const char* kDefaultDatabase = "/usr/share/misc/magic.mgc";

  /// @param database  path of a compiled magic database
  /// @return the object, or
  ///         - kNotFound     the database is not there or is not one
  ///         - kOutOfMemory  no cookie
  [[nodiscard]] static Result<SecondOpinion> open(const std::string& database = kDefaultDatabase);

  ~SecondOpinion();
  SecondOpinion(SecondOpinion&&) noexcept;
  SecondOpinion& operator=(SecondOpinion&&) noexcept;

  /// @param bytes  the artifact; only the first kMaxBytes are read
  /// @return the opinion, or kInternal with libmagic's own error number
  [[nodiscard]] Result<Opinion> ask(ByteView bytes);

 private:
  struct State;
  explicit SecondOpinion(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sluice::media
