#include "sluice/render.h"

#include "verdict/forms.h"

namespace sluice {

std::string render(const std::vector<const Verdict*>& verdicts, const RenderOptions& options) {
  switch (options.format) {
    case ReportFormat::kText: return verdict::render_text(verdicts, options);
    case ReportFormat::kJson: return verdict::render_json(verdicts, options);
    case ReportFormat::kJsonl: return verdict::render_jsonl(verdicts, options);
    case ReportFormat::kSarif: return verdict::render_sarif(verdicts, options);
  }
  return {};
}

std::string render(const Verdict& verdict, const RenderOptions& options) {
  return render(std::vector<const Verdict*>{&verdict}, options);
}

}  // namespace sluice
