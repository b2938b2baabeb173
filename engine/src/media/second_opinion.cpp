#include "media/second_opinion.h"

#include <magic.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sluice::media {

namespace {

// No decompression, no ELF or OLE2 internals (parsers with a history), no JSON or CSV parsing (ours decides), no
// guesses by tokens.
constexpr int kFlags = MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_ELF | MAGIC_NO_CHECK_CDF |
                       MAGIC_NO_CHECK_TOKENS | MAGIC_NO_CHECK_APPTYPE | MAGIC_NO_CHECK_JSON | MAGIC_NO_CHECK_CSV;

struct Parameter {
  int name;
  std::size_t value;
};
// Half of libmagic's defaults or less: our own signatures have decided already.
constexpr Parameter kParameters[] = {
    {MAGIC_PARAM_INDIR_MAX, 8},
    {MAGIC_PARAM_NAME_MAX, 32},
    {MAGIC_PARAM_ELF_PHNUM_MAX, 128},
    {MAGIC_PARAM_ELF_SHNUM_MAX, 1024},
    {MAGIC_PARAM_ELF_NOTES_MAX, 32},
    {MAGIC_PARAM_REGEX_MAX, 1024},
    {MAGIC_PARAM_BYTES_MAX, SecondOpinion::kMaxBytes},
};

// Names that libmagic gives to what it cannot tell.
bool is_fallback(std::string_view name) noexcept {
  return name == "application/octet-stream" || name == "text/plain" || name == "application/x-empty" ||
         name == "inode/x-empty";
}

}  // namespace

struct SecondOpinion::State {
  magic_t cookie = nullptr;
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (cookie != nullptr) magic_close(cookie);
  }
};

SecondOpinion::SecondOpinion(std::unique_ptr<State> state) : state_(std::move(state)) {}
SecondOpinion::~SecondOpinion() = default;
SecondOpinion::SecondOpinion(SecondOpinion&&) noexcept = default;
SecondOpinion& SecondOpinion::operator=(SecondOpinion&&) noexcept = default;

Result<SecondOpinion> SecondOpinion::open(const std::string& database) {
  // With an empty path libmagic would look into the environment.
  if (database.empty()) return Error{ErrorCode::kInvalidArgument, "libmagic database: the path is empty", 0};
  auto state = std::make_unique<State>();
  state->cookie = magic_open(kFlags);
  if (state->cookie == nullptr) return Error{ErrorCode::kOutOfMemory, "libmagic: no memory for a cookie", 0};
  if (magic_load(state->cookie, database.c_str()) != 0) {
    const char* reason = magic_error(state->cookie);
    return Error{ErrorCode::kNotFound,
                 "libmagic database " + database + ": " + (reason != nullptr ? reason : "cannot be loaded") +
                     "; install the package that holds magic.mgc",
                 0};
  }
  for (const Parameter& parameter : kParameters) {
    if (magic_setparam(state->cookie, parameter.name, &parameter.value) != 0) {
      return Error{ErrorCode::kUnsupported,
                   "libmagic: parameter " + std::to_string(parameter.name) + " is not known to this version", 0};
    }
  }
  // An empty or foreign file loads without an error: a database that does not know PNG is none.
  constexpr std::string_view kKnown{"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16};
  const char* name = magic_buffer(state->cookie, kKnown.data(), kKnown.size());
  if (name == nullptr || std::string_view(name) != "image/png") {
    return Error{ErrorCode::kNotFound,
                 "libmagic database " + database + ": it does not know PNG; install the package that holds magic.mgc",
                 0};
  }
  return SecondOpinion(std::move(state));
}

Result<Opinion> SecondOpinion::ask(ByteView bytes) {
  const ByteView head = bytes.first(std::min(bytes.size(), kMaxBytes));
  // libmagic reads a null pointer as standard input.
  const void* data = head.empty() ? "" : static_cast<const void*>(head.data());
  const char* name = magic_buffer(state_->cookie, data, head.size());
  if (name == nullptr) {
    return Error{ErrorCode::kInternal, "libmagic: error " + std::to_string(magic_errno(state_->cookie)), 0};
  }
  Opinion opinion;
  opinion.type = parse_media_type(name).type;
  opinion.is_definite = opinion.type != MediaType::kUnknown && !is_fallback(name);
  return opinion;
}

}  // namespace sluice::media
