#include "sanitize/representations.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace sluice::sanitize {

namespace {

using media::MediaType;

struct ShownType {
  std::string_view name;
  ShownForm form;
};

constexpr ShownType kShown[] = {
    {"text/plain", ShownForm::kText},
    {"text/html", ShownForm::kText},
    {"text/markdown", ShownForm::kText},
    {"text/latex", ShownForm::kText},
    {"image/svg+xml", ShownForm::kText},
    {"image/png", ShownForm::kBase64},
    {"image/jpeg", ShownForm::kBase64},
    {"image/gif", ShownForm::kBase64},
    {"image/webp", ShownForm::kBase64},
    {"application/pdf", ShownForm::kBase64},
    {"application/json", ShownForm::kJson},
    {"application/geo+json", ShownForm::kJson},
    {"application/vnd.e2b.chart.v1+json", ShownForm::kJson},
    {"application/vnd.e2b.data.v1+json", ShownForm::kJson},
    {"e2b/chart", ShownForm::kJson},
    {"e2b/data", ShownForm::kJson},
    {"application/vnd.plotly.v1+json", ShownForm::kJson},
    {"application/vnd.vegalite.v5+json", ShownForm::kJson},
    {"application/vnd.vegalite.v4+json", ShownForm::kJson},
    {"application/vnd.vegalite.v3+json", ShownForm::kJson},
    {"application/vnd.vegalite.v2+json", ShownForm::kJson},
};

// The best first.
constexpr MediaType kForAgents[] = {MediaType::kText,   MediaType::kJson, MediaType::kMarkdown, MediaType::kE2bChart,
                                    MediaType::kLatex,  MediaType::kHtml, MediaType::kGeoJson,  MediaType::kVegaLite,
                                    MediaType::kPlotly, MediaType::kPng,  MediaType::kJpeg,     MediaType::kWebp,
                                    MediaType::kGif,    MediaType::kSvg,  MediaType::kPdf};
constexpr MediaType kForBrowsers[] = {
    MediaType::kPng,  MediaType::kJpeg,     MediaType::kWebp,    MediaType::kGif,      MediaType::kSvg,
    MediaType::kHtml, MediaType::kMarkdown, MediaType::kLatex,   MediaType::kVegaLite, MediaType::kPlotly,
    MediaType::kPdf,  MediaType::kE2bChart, MediaType::kGeoJson, MediaType::kJson,     MediaType::kText};
constexpr MediaType kForTerminals[] = {MediaType::kText,     MediaType::kMarkdown, MediaType::kLatex,
                                       MediaType::kJson,     MediaType::kE2bChart, MediaType::kGeoJson,
                                       MediaType::kVegaLite, MediaType::kPlotly,   MediaType::kHtml};
constexpr MediaType kForSpreadsheets[] = {MediaType::kCsv,      MediaType::kTsv,  MediaType::kHtml,
                                          MediaType::kText,     MediaType::kJson, MediaType::kE2bChart,
                                          MediaType::kMarkdown, MediaType::kPng,  MediaType::kJpeg};
// What holds the most: from it the others can be made again.
constexpr MediaType kForStorage[] = {
    MediaType::kSvg,  MediaType::kPdf,    MediaType::kPng,      MediaType::kJpeg,     MediaType::kWebp,
    MediaType::kGif,  MediaType::kPlotly, MediaType::kVegaLite, MediaType::kE2bChart, MediaType::kGeoJson,
    MediaType::kJson, MediaType::kHtml,   MediaType::kMarkdown, MediaType::kLatex,    MediaType::kText};

std::span<const MediaType> order_for(Consumer consumer) noexcept {
  switch (consumer) {
    case Consumer::kAgent: return kForAgents;
    case Consumer::kBrowser: return kForBrowsers;
    case Consumer::kTerminal: return kForTerminals;
    case Consumer::kSpreadsheet: return kForSpreadsheets;
    case Consumer::kStorage: return kForStorage;
  }
  return kForAgents;
}

}  // namespace

std::optional<ShownForm> find_shown_type(std::string_view type) noexcept {
  const auto found =
      std::find_if(std::begin(kShown), std::end(kShown), [&](const ShownType& shown) { return shown.name == type; });
  if (found == std::end(kShown)) return std::nullopt;
  return found->form;
}

std::string withheld_note(std::string_view what, WithheldWhy why) {
  std::string note = "(withheld: ";
  note += what;
  note += why == WithheldWhy::kNeverShown ? ", a type that is never shown)" : ", it did not pass the check)";
  return note;
}

unsigned representation_rank(media::MediaType type, Consumer consumer) noexcept {
  const std::span<const MediaType> order = order_for(consumer);
  return static_cast<unsigned>(std::find(order.begin(), order.end(), type) - order.begin());
}

}  // namespace sluice::sanitize
