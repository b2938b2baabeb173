#include "sanitize/svg/pictures.h"

#include <algorithm>
#include <iterator>

#include "codec/base64.h"
#include "core/ascii.h"
#include "media/types.h"
#include "sanitize/svg/values.h"

namespace sluice::sanitize::svg {

namespace {

struct Raster {
  std::string_view name;  // as it may be declared
  media::MediaType type;
};
constexpr Raster kRasters[] = {{"image/png", media::MediaType::kPng},
                               {"image/jpeg", media::MediaType::kJpeg},
                               {"image/jpg", media::MediaType::kJpeg},
                               {"image/gif", media::MediaType::kGif},
                               {"image/webp", media::MediaType::kWebp}};

// The encoded bytes of a URL of that type, or nothing: no parameters but `base64`.
std::string_view payload_of(std::string_view url, std::string_view type) noexcept {
  url.remove_prefix(5);
  if (!starts_with_ignoring_case(url, type)) return {};
  url.remove_prefix(type.size());
  return starts_with_ignoring_case(url, ";base64,") ? url.substr(8) : std::string_view();
}

}  // namespace

PictureStatus write_picture(std::string_view url, std::uint32_t number, std::uint64_t source_begin, Job& job,
                            std::string& out) {
  url = trimmed(url);
  if (!starts_with_ignoring_case(url, "data:")) {
    return url.empty() || url.front() == '#' ? PictureStatus::kRefused : PictureStatus::kExternal;
  }
  const Raster* declared = nullptr;
  std::string_view payload;
  for (const Raster& raster : kRasters) {
    payload = payload_of(url, raster.name);
    declared = &raster;
    if (!payload.empty()) break;
  }
  if (payload.empty()) return PictureStatus::kRefused;
  // Line breaks of the encoder have become blanks.
  std::string encoded(payload);
  std::erase_if(encoded, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
  job.budget.credit_work(encoded.size());
  const Result<Bytes> decoded = codec::decode_base64(as_bytes(encoded), {}, job.budget);
  if (!decoded.ok()) return job.budget.ok() ? PictureStatus::kRefused : PictureStatus::kExhausted;

  const std::string name = "image[" + std::to_string(number) + "]";
  MemberInfo info;
  info.name = name;
  info.declared_type = media::type_info(declared->type).name;
  info.can_be_left_out = true;
  info.source_begin = source_begin;
  const Member member = job.host.check_member(info, *decoded);
  if (!job.budget.ok()) return PictureStatus::kExhausted;
  if (!member.is_released) return PictureStatus::kLeftOut;
  const auto* const found = std::find_if(std::begin(kRasters), std::end(kRasters),
                                         [&](const Raster& raster) { return raster.type == member.type; });
  if (found == std::end(kRasters)) return PictureStatus::kRefused;
  out += "data:";
  out += found->name;
  out += ";base64,";
  out += codec::encode_base64(member.is_unchanged ? ByteView(*decoded) : ByteView(member.bytes));
  return PictureStatus::kWritten;
}

}  // namespace sluice::sanitize::svg
