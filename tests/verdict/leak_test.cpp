// Nothing that came from an artifact reaches a report raw: secrets, escape sequences, bidirectional and invisible
// characters are planted in every field that takes text, and every printable form is searched for them.
#include <algorithm>

#include "samples.h"
#include "sluice/audit.h"
#include "sluice/render.h"

namespace sluice {
namespace {

// Synthetic, put together at run time so that no scanner takes this file for a leak.
std::string planted_secret() {
  return "gh" + std::string("p_") + "Zq7" + std::string(6, 'w') + "K1" + std::string(25, 'v');
}

// A scrubber that knows the planted secret, as the engine's scanner would.
class PlantedScrubber : public SecretScrubber {
 public:
  [[nodiscard]] std::string scrub(ByteView raw) const noexcept override {
    std::string text = to_string(raw);
    const std::string secret = planted_secret();
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret)) {
      text.replace(at, secret.size(), "[redacted:github-pat:3f2a91c7]");
    }
    return text;
  }
};

struct Payload {
  const char* name;
  std::string raw;
  std::string forbidden;  // must not be in any form
};

std::vector<Payload> payloads() {
  const std::string secret = planted_secret();
  return {
      {"secret", secret, secret},
      {"secret in a path", "out/" + secret + "/x.txt", secret},
      {"secret across an escape", "a\x1b[0m" + secret, secret},
      {"clear screen", "a\x1b[2J\x1b[Hb", "\x1b"},
      {"title", "\x1b]0;owned\x07", "\x07"},
      {"C1 as UTF-8",
       "a\xC2\x9B"
       "2Jb",
       "\xC2\x9B"},
      {"raw C1",
       "a\x9B"
       "2Jb",
       "\x9B"},
      {"bidi override", "report\xE2\x80\xAEgpj.exe", "\xE2\x80\xAE"},
      {"bidi isolate", "a\xE2\x81\xA6z\xE2\x81\xA9", "\xE2\x81\xA6"},
      {"zero width", "pay\xE2\x80\x8Bpal", "\xE2\x80\x8B"},
      {"tag characters", "a\xF3\xA0\x81\x81", "\xF3\xA0\x81\x81"},
      {"line break forges a report line", "x\nPASSED        stdout", "\nPASSED        stdout"},
      {"carriage return", "x\rPASSED", "\r"},
      {"NUL", std::string("a\0b", 3), std::string(1, '\0')},
      {"DEL",
       "a\x7F"
       "b",
       "\x7F"},
      {"invalid UTF-8",
       "a\xFF\xFE"
       "b",
       "\xFF"},
      {"closes a script", "</script><script>alert(1)</script>", "\x01never"},
      {"quote and comma", "\",\"decision\":\"allow\",\"x\":\"", "\x01never"},
  };
}

using Plant = void (*)(Verdict&, const ReportText&, const std::string& raw);
struct Field {
  const char* name;
  Plant plant;
};

// Fields that take a ReportText get what report_text() made of the payload. The std::string fields should never hold
// artifact bytes; they get the raw payload all the same, since control characters must not survive even a fault.
const std::vector<Field>& fields() {
  static const std::vector<Field> table = {
      {"name", [](Verdict& v, const ReportText& t, const std::string&) { v.name = t; }},
      {"declared type", [](Verdict& v, const ReportText& t, const std::string&) { v.declared_type = t; }},
      {"pointer", [](Verdict& v, const ReportText& t, const std::string&) { v.findings[0].where.pointer = t; }},
      {"detail", [](Verdict& v, const ReportText& t, const std::string&) { v.findings[0].detail = t; }},
      {"detail of an incomplete finding",
       [](Verdict& v, const ReportText& t, const std::string&) {
         v.findings[1].detail = t;
         v.findings[1].is_complete = false;
         v.is_complete = false;
       }},
  };
  return table;
}

const std::vector<Field>& raw_fields() {
  static const std::vector<Field> table = {
      {"media type", [](Verdict& v, const ReportText&, const std::string& raw) { v.media_type = raw; }},
      {"task id", [](Verdict& v, const ReportText&, const std::string& raw) { v.task_id = raw; }},
      {"rule id", [](Verdict& v, const ReportText&, const std::string& raw) { v.findings[0].rule_id = raw; }},
      {"counted rule",
       [](Verdict& v, const ReportText&, const std::string& raw) {
         v.findings_not_listed = {{raw, 2}};
       }},
      {"engine text",
       [](Verdict& v, const ReportText&, const std::string& raw) { v.findings[0].detail = engine_text(raw); }},
  };
  return table;
}

struct Form {
  std::string name;
  std::string text;
};

std::vector<Form> all_forms(const Verdict& verdict) {
  std::vector<Form> forms;
  for (const auto& [name, format] :
       {std::pair{"text", ReportFormat::kText}, std::pair{"json", ReportFormat::kJson},
        std::pair{"jsonl", ReportFormat::kJsonl}, std::pair{"sarif", ReportFormat::kSarif}}) {
    RenderOptions options;
    options.format = format;
    forms.push_back({name, render(verdict, options)});
  }
  const std::string key(32, 'k');
  Result<AuditChain> chain = AuditChain::start(as_bytes(key));
  forms.push_back({"audit", chain->append(verdict, 1)});
  return forms;
}

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7F); });
}

void check_forms(const Verdict& verdict, const std::string& forbidden, std::size_t text_lines) {
  for (const Form& form : all_forms(verdict)) {
    SCOPED_TRACE(form.name);
    EXPECT_TRUE(is_printable(form.text)) << form.text;
    EXPECT_EQ(form.text.find(forbidden), std::string::npos) << form.text;
    EXPECT_EQ(form.text.find(planted_secret()), std::string::npos) << form.text;
    if (form.name == "text") {
      EXPECT_EQ(static_cast<std::size_t>(std::count(form.text.begin(), form.text.end(), '\n')), text_lines);
    } else {
      EXPECT_EQ(form.text.find("</script"), std::string::npos) << "must be safe inside a page";
    }
    if (form.name == "jsonl" || form.name == "audit") {
      EXPECT_EQ(form.text.find('\n'), form.text.size() - 1);
    }
  }
}

std::size_t lines_of_text_form(const Verdict& verdict) {
  const std::string text = render(verdict, RenderOptions{});
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Leak, NothingPlantedInAReportTextReachesAnyForm) {
  const PlantedScrubber scrubber;
  const std::size_t lines = lines_of_text_form(testing::cleaned_stdout());
  for (const Payload& payload : payloads()) {
    for (const Field& field : fields()) {
      SCOPED_TRACE(std::string(payload.name) + " in " + field.name);
      Verdict verdict = testing::cleaned_stdout();
      field.plant(verdict, report_text(as_bytes(payload.raw), &scrubber), payload.raw);
      check_forms(verdict, payload.forbidden, lines);
    }
  }
}

TEST(Leak, WithoutARuleSetLongTokensAreMasked) {
  const std::size_t lines = lines_of_text_form(testing::cleaned_stdout());
  for (const Payload& payload : payloads()) {
    for (const Field& field : fields()) {
      SCOPED_TRACE(std::string(payload.name) + " in " + field.name);
      Verdict verdict = testing::cleaned_stdout();
      field.plant(verdict, report_text(as_bytes(payload.raw), nullptr), payload.raw);
      check_forms(verdict, payload.forbidden, lines);
    }
  }
}

TEST(Leak, EngineStringsAreGuardedToo) {
  const std::size_t lines = lines_of_text_form(testing::cleaned_stdout());
  for (const Payload& payload : payloads()) {
    if (payload.raw.find(planted_secret()) != std::string::npos) continue;  // not scrubbed: never artifact bytes
    for (const Field& field : raw_fields()) {
      SCOPED_TRACE(std::string(payload.name) + " in " + field.name);
      Verdict verdict = testing::cleaned_stdout();
      field.plant(verdict, {}, payload.raw);
      check_forms(verdict, payload.forbidden, lines);
    }
  }
}

// The search itself must be able to fail: planted unguarded, the secret is found.
TEST(Leak, NegativeControl) {
  Verdict verdict = testing::cleaned_stdout();
  verdict.findings[0].detail = engine_text("unguarded " + planted_secret());
  int found = 0;
  for (const Form& form : all_forms(verdict)) found += form.text.find(planted_secret()) != std::string::npos ? 1 : 0;
  EXPECT_EQ(found, 4) << "text, json, jsonl and sarif show details; the audit record never does";
  EXPECT_FALSE(is_printable("\x1b"));
  EXPECT_FALSE(is_printable("\x7f"));
}

}  // namespace
}  // namespace sluice
