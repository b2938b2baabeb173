#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "authoring/bar_chart.h"
#include "authoring/rule_bench.h"
#include "json/writer.h"

namespace sluice::authoring {

namespace {

constexpr std::size_t kPlottedRules = 20;
constexpr std::size_t kIdWidth = 34;

std::string number(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

// Small numbers keep a digit behind the point, large ones need none.
std::string rate(double value) { return number(value, value > 0.0 && value < 10.0 ? 1 : 0); }

std::string budget(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.10g", value);
  return text.data();
}

std::string left(std::string_view text, std::size_t width) {
  std::string out(text);
  if (out.size() < width) out.append(width - out.size(), ' ');
  return out;
}

std::string right(std::string_view text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + std::string(text);
}

class Table {
 public:
  explicit Table(const RuleBench& bench) : bench_(bench), mb_(static_cast<double>(bench.bytes) / kMegabyte) {}

  std::string heading() const {
    std::string out = left("rule", kIdWidth);
    if (is_timed()) out += right("share", 8) + right("us/MB", 9);
    return out + right("hits/MB", 10) + right("checked", 10) + right("tried", 9) + right("found", 8) +
           right("bytes/MB", 10) + right("most hits", 11) + right("budget", 8) + "\n";
  }

  std::string row(const BenchedRule& rule) const {
    std::string out = left(rule.id, kIdWidth) + times(rule.cost.seconds, rule.share) + counts(rule.cost);
    out += right(rate(rule.most_hits_per_mb), 11);
    out += right(rule.max_hits_per_mb > 0.0 ? budget(rule.max_hits_per_mb) : "-", 8);
    return out + (rule.is_over_budget() ? "  over\n" : "\n");
  }

  std::string totals() const {
    std::string out =
        left(std::to_string(bench_.rules.size()) + (bench_.rules.size() == 1 ? " rule" : " rules"), kIdWidth);
    const double stages = bench_.stages_seconds();
    if (is_timed()) out += times(bench_.total.seconds, bench_.total.seconds / stages);
    out += counts(bench_.total) + "\n";
    if (!is_timed()) return out;
    out += left("first stage, shared by all rules", kIdWidth) +
           times(bench_.first_stage_seconds, bench_.first_stage_seconds / stages) + "\n";
    out += "\nWhole scan " + number(mb_ / bench_.scan_seconds, 0) + " MB/s on one core; its stages one by one took " +
           number(100.0 * stages / bench_.scan_seconds, 0) + " % of its time (best of " +
           std::to_string(bench_.rounds) + ").\n";
    return out;
  }

 private:
  bool is_timed() const { return bench_.rounds > 0; }

  std::string times(double seconds, double share) const {
    if (!is_timed()) return {};
    return right(number(100.0 * share, 2) + " %", 8) + right(number(seconds * 1e6 / mb_, 1), 9);
  }

  std::string counts(const RuleCost& cost) const {
    const auto per_mb = [this](std::uint64_t count) { return rate(static_cast<double>(count) / mb_); };
    return right(per_mb(cost.hits), 10) + right(per_mb(cost.checked), 10) + right(per_mb(cost.tried), 9) +
           right(per_mb(cost.findings), 8) + right(per_mb(cost.pattern_bytes), 10);
  }

  const RuleBench& bench_;
  double mb_;
};

std::string texts_line(const RuleBench& bench) {
  std::string out = number(static_cast<double>(bench.bytes) / kMegabyte, 1) + " MB of text:";
  for (const BenchedText& text : bench.texts) {
    out += " " + text.name + " " + number(static_cast<double>(text.bytes) / kMegabyte, 1);
    out += &text == &bench.texts.back() ? "\n" : ",";
  }
  return out;
}

void write_number(json::Writer& writer, std::string_view name, double value) {
  writer.key(name);
  writer.number(value);
}

void write_cost(json::Writer& writer, const RuleCost& cost, bool is_timed) {
  writer.member("hits", cost.hits);
  writer.member("checked", cost.checked);
  writer.member("tried", cost.tried);
  writer.member("findings", cost.findings);
  writer.member("pattern_bytes", cost.pattern_bytes);
  if (is_timed) write_number(writer, "seconds", cost.seconds);
}

}  // namespace

std::string bench_table(const RuleBench& bench, std::size_t most_rules) {
  const Table table(bench);
  std::string out = texts_line(bench) + "\n" + table.heading();
  std::size_t shown = 0;
  for (const BenchedRule& rule : bench.rules) {
    // What is over its budget is said wherever it stands.
    if (shown >= most_rules && !rule.is_over_budget()) continue;
    out += table.row(rule);
    ++shown;
  }
  if (shown < bench.rules.size()) out += std::to_string(bench.rules.size() - shown) + " more; --all shows them\n";
  out += "\n" + table.totals();
  const std::size_t over = bench.over_budget();
  if (over > 0) {
    out += std::to_string(over) + (over == 1 ? " rule has" : " rules have") +
           " more hits on one of the texts than cost.max_hits_per_mb allows\n";
  }
  return out;
}

std::string bench_json(const RuleBench& bench) {
  const bool is_timed = bench.rounds > 0;
  std::string out;
  json::Writer writer(out);
  writer.begin_object();
  writer.key("texts");
  writer.begin_array();
  for (const BenchedText& text : bench.texts) {
    writer.begin_object();
    writer.member("name", text.name);
    writer.member("bytes", text.bytes);
    writer.end_object();
  }
  writer.end_array();
  writer.member("bytes", bench.bytes);
  writer.member("rounds", std::uint64_t{bench.rounds});
  if (is_timed) {
    write_number(writer, "first_stage_seconds", bench.first_stage_seconds);
    write_number(writer, "scan_seconds", bench.scan_seconds);
  }
  writer.key("total");
  writer.begin_object();
  write_cost(writer, bench.total, is_timed);
  writer.end_object();
  writer.key("rules");
  writer.begin_array();
  for (const BenchedRule& rule : bench.rules) {
    writer.begin_object();
    writer.member("rule", rule.id);
    writer.member("pack", rule.pack);
    write_cost(writer, rule.cost, is_timed);
    if (is_timed) write_number(writer, "share", rule.share);
    write_number(writer, "most_hits_per_mb", rule.most_hits_per_mb);
    if (rule.max_hits_per_mb > 0.0) write_number(writer, "max_hits_per_mb", rule.max_hits_per_mb);
    writer.member("over_budget", rule.is_over_budget());
    writer.end_object();
  }
  writer.end_array();
  writer.end_object();
  return out + "\n";
}

std::string bench_plot(const RuleBench& bench) {
  const bool is_timed = bench.rounds > 0;
  const double mb = static_cast<double>(bench.bytes) / kMegabyte;
  BarChart chart;
  chart.title =
      "The most expensive of " + std::to_string(bench.rules.size()) + " rules on " + number(mb, 1) + " MB of text";
  chart.axis = is_timed ? "share of the scan's time, %; all rules together " +
                              number(100.0 * bench.total.seconds / bench.stages_seconds(), 1) +
                              " %, the search for anchors the rest"
                        : "first-stage hits per MB";
  for (const BenchedRule& rule : std::span(bench.rules).first(std::min(kPlottedRules, bench.rules.size()))) {
    const double hits = static_cast<double>(rule.cost.hits) / mb;
    const double tried = static_cast<double>(rule.cost.tried) / mb;
    Bar bar{rule.id, is_timed ? 100.0 * rule.share : hits, rate(hits) + " hits, " + rate(tried) + " tried a MB"};
    if (is_timed) bar.note = number(bar.value, 2) + " %: " + bar.note;
    chart.bars.push_back(std::move(bar));
  }
  return draw_svg(chart);
}

}  // namespace sluice::authoring
