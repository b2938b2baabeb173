#include "pipeline/kinds.h"

namespace sluice::pipeline {

namespace {

// From here on a text kind loads something by itself where it is rendered (the table of media types).
constexpr std::uint8_t kRenderedCapability = 25;

bool is_plain_json(media::MediaType type) noexcept {
  using media::MediaType;
  return type == MediaType::kJson || type == MediaType::kGeoJson || type == MediaType::kSchemaJson ||
         type == MediaType::kE2bChart;
}

}  // namespace

Kind kind_of(media::MediaType type, Channel channel, Consumer consumer) noexcept {
  using media::MediaType;
  if (type == MediaType::kEmpty) return Kind::kEmpty;
  if (type == MediaType::kPng) return Kind::kPng;
  if (type == MediaType::kHtml) return Kind::kHtml;
  if (is_plain_json(type)) return Kind::kJson;
  if (type == MediaType::kNdjson) return Kind::kNdjson;
  if (type == MediaType::kJsonSeq) return Kind::kJsonSeq;
  if (type == MediaType::kJavascript && channel == Channel::kResult) return Kind::kNeverReleased;
  const media::TypeInfo& info = media::type_info(type);
  if (!info.is_text || info.is_markup || info.is_executable || media::is_reading_of(MediaType::kJson, type))
    return Kind::kNoCleaner;
  if (info.capability >= kRenderedCapability) return Kind::kNoCleaner;
  const bool is_table = type == MediaType::kCsv || type == MediaType::kTsv;
  if (is_table && consumer == Consumer::kSpreadsheet) return Kind::kNoCleaner;
  return Kind::kText;
}

}  // namespace sluice::pipeline
