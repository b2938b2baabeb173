#include "pipeline/exceptions.h"

#include <algorithm>

#include "codec/hex.h"
#include "config/reader.h"
#include "config/tree.h"
#include "pipeline/baseline_keys.h"

namespace sluice::pipeline {

namespace {

using config::Node;
using config::Problems;
using config::TableReader;

Result<Bytes> read_hex(std::string_view text) {
  Budget budget;
  return codec::decode_hex(as_bytes(text), budget);
}

std::string path_or(const std::string& path, const char* otherwise) { return path.empty() ? otherwise : path; }

}  // namespace

Result<Exceptions> Exceptions::read(const LoadOptions& options) {
  Exceptions out;
  if (options.ignore_list.empty() && options.baseline.empty()) return out;
  if (!options.is_trusted_source) {
    return Error{
        ErrorCode::kInvalidArgument,
        "an ignore list or a baseline is for files of your own: what a sandbox wrote gets no exception; say that "
        "the source is trusted",
        0};
  }
  if (!options.baseline.empty() && !options.fingerprint_key.empty()) {
    return Error{ErrorCode::kInvalidArgument, "a baseline holds its own key; leave the fingerprint key out", 0};
  }
  Result<void> read;
  if (!options.ignore_list.empty()) read = out.read_ignores(options);
  if (read.ok() && !options.baseline.empty()) read = out.read_baseline(options);
  if (!read) return std::move(read).error();
  return out;
}

Result<void> Exceptions::read_ignores(const LoadOptions& options) {
  const Result<config::Tree> tree =
      config::parse(options.ignore_list, path_or(options.ignore_list_path, "ignore list"));
  if (!tree) return tree.error();
  Problems problems(tree->path());
  TableReader reader(tree->root(), "", problems);
  if (reader.require("format")) static_cast<void>(reader.integer("format", 1, 1));
  for (const Node* table : reader.tables("ignore")) {
    TableReader each(*table, "[[ignore]]", problems);
    Ignore ignore;
    if (const auto files = each.strings("files")) {
      Result<path::GlobSet> globs = path::GlobSet::compile(*files);
      if (!globs) each.problem("files", globs.error().message);
      if (globs) ignore.files = std::move(*globs);
    }
    if (auto rules = each.strings("rules")) ignore.rule_ids.emplace(rules->begin(), rules->end());
    if (!each.has("files") && !each.has("rules")) each.problem({}, "expected \"files\", \"rules\" or both");
    // Whoever reads the list later wants to know it, and nobody remembers.
    if (each.require("why") && each.string("why").value_or("").empty()) each.problem("why", "expected a reason");
    each.finish();
    ignores_.push_back(std::move(ignore));
  }
  reader.finish();
  if (!problems.empty()) return problems.error();
  return {};
}

Result<void> Exceptions::read_baseline(const LoadOptions& options) {
  const Result<config::Tree> tree = config::parse(options.baseline, path_or(options.baseline_path, "baseline"));
  if (!tree) return tree.error();
  Problems problems(tree->path());
  TableReader reader(tree->root(), "", problems);
  if (reader.require(kFormatKey)) static_cast<void>(reader.integer(kFormatKey, kBaselineFormat, kBaselineFormat));
  if (reader.require(kKeyKey)) {
    const Result<Bytes> key = read_hex(reader.string(kKeyKey).value_or(""));
    if (!key || key->size() != kBaselineKeyBytes) {
      reader.problem(kKeyKey, "expected " + std::to_string(2 * kBaselineKeyBytes) + " hex digits");
    } else {
      key_ = SecretBytes(ByteView(*key));
    }
  }
  for (const Node* table : reader.tables(kFindingsKey)) {
    TableReader each(*table, std::string(kFindingsKey), problems);
    std::string rule_id;
    if (each.require(kRuleKey)) rule_id = each.string(kRuleKey).value_or("");
    if (each.require(kFingerprintKey)) {
      const Result<Bytes> bytes = read_hex(each.string(kFingerprintKey).value_or(""));
      Fingerprint fingerprint{};
      if (!bytes || bytes->size() != fingerprint.size()) {
        each.problem(kFingerprintKey, "expected " + std::to_string(2 * fingerprint.size()) + " hex digits");
      } else {
        std::transform(bytes->begin(), bytes->end(), fingerprint.begin(),
                       [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
        baseline_.emplace(std::move(rule_id), fingerprint);
      }
    }
    each.finish();
  }
  reader.finish();
  if (!problems.empty()) return problems.error();
  return {};
}

bool Exceptions::is_in_baseline(const std::string& rule_id, const Fingerprint& fingerprint) const {
  return !baseline_.empty() && baseline_.count({rule_id, fingerprint}) != 0;
}

bool Exceptions::is_ignored(const std::string& name, const std::string& rule_id) const {
  return std::any_of(ignores_.begin(), ignores_.end(), [&](const Ignore& ignore) {
    return (!ignore.rule_ids || ignore.rule_ids->count(rule_id) != 0) && (!ignore.files || ignore.files->matches(name));
  });
}

bool ArtifactExceptions::lets_stand(const scan::Match& match, const std::string& rule_id) const {
  if (all_.is_ignored(name_, rule_id)) return true;
  // Matches that stay in the text have no fingerprint; they change nothing either.
  if (match.fingerprint == Fingerprint{}) return false;
  return inline_.count({match.rule_index, match.fingerprint}) != 0 || all_.is_in_baseline(rule_id, match.fingerprint);
}

void add_let_stand(const ArtifactExceptions& exceptions, Findings& findings) {
  if (exceptions.counted() == 0) return;
  Finding finding;
  finding.code = FindingCode::kLetStand;
  finding.severity = Severity::kInfo;
  finding.count = exceptions.counted();
  findings.add(std::move(finding));
}

}  // namespace sluice::pipeline
