#include "pipeline/kinds.h"

namespace sluice::pipeline {

namespace {

// From here on a text kind loads something by itself where it is rendered (the table of media types).
constexpr std::uint8_t kRenderedCapability = 25;

bool is_plain_json(media::MediaType type) noexcept {
  using media::MediaType;
  return type == MediaType::kJson || type == MediaType::kGeoJson || type == MediaType::kSchemaJson;
}

bool is_chart(media::MediaType type) noexcept {
  using media::MediaType;
  return type == MediaType::kE2bChart || type == MediaType::kVegaLite || type == MediaType::kPlotly;
}

// A table, or source, whatever else it could become.
bool is_shown_as_source(media::MediaType type) noexcept {
  return type == media::MediaType::kLatex || type == media::MediaType::kMarkdown;
}

}  // namespace

Kind kind_of(media::MediaType type, Channel channel, Consumer consumer) noexcept {
  using media::MediaType;
  if (type == MediaType::kEmpty) return Kind::kEmpty;
  if (type == MediaType::kPng) return Kind::kPng;
  if (type == MediaType::kSvg) return Kind::kSvg;
  if (type == MediaType::kJpeg) return Kind::kJpeg;
  if (type == MediaType::kGif) return Kind::kGif;
  if (type == MediaType::kWebp) return Kind::kWebp;
  if (type == MediaType::kNpy) return Kind::kNpy;
  if (type == MediaType::kParquet) return Kind::kParquet;
  if (type == MediaType::kPickle || type == MediaType::kJoblib) return Kind::kPickle;
  if (type == MediaType::kSafetensors) return Kind::kSafetensors;
  if (type == MediaType::kTorch) return Kind::kTorch;
  if (type == MediaType::kZip || type == MediaType::kNpz) return Kind::kZip;
  if (type == MediaType::kTar) return Kind::kTar;
  if (type == MediaType::kGzip) return Kind::kGzip;
  if (type == MediaType::kZstd) return Kind::kZstd;
  if (type == MediaType::kXz) return Kind::kXz;
  if (type == MediaType::kPdf) return Kind::kPdf;
  if (type == MediaType::kHtml) return Kind::kHtml;
  if (is_plain_json(type)) return Kind::kJson;
  if (is_chart(type)) return Kind::kChart;
  if (type == MediaType::kNotebook) return Kind::kNotebook;
  if (type == MediaType::kBokeh || type == MediaType::kJupyterWidget) return Kind::kNeverReleased;
  if (type == MediaType::kNdjson) return Kind::kNdjson;
  if (type == MediaType::kJsonSeq) return Kind::kJsonSeq;
  if (type == MediaType::kJavascript && channel == Channel::kResult) return Kind::kNeverReleased;
  const media::TypeInfo& info = media::type_info(type);
  if (!info.is_text || info.is_markup || info.is_executable || media::is_reading_of(MediaType::kJson, type))
    return Kind::kNoCleaner;
  if (type == MediaType::kMarkdown && consumer != Consumer::kSpreadsheet) return Kind::kMarkdown;
  if (type == MediaType::kLatex && channel == Channel::kResult) return Kind::kLatex;
  if (info.capability >= kRenderedCapability && !is_shown_as_source(type)) return Kind::kNoCleaner;
  // Whatever a text is called, a spreadsheet that opens it reads cells; so the name does not decide.
  return consumer == Consumer::kSpreadsheet ? Kind::kTable : Kind::kText;
}

}  // namespace sluice::pipeline
