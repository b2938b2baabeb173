#include <cstdio>
#include <limits>
#include <string>

#include "authoring/reference_text.h"
#include "authoring/rule_bench.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/input_folder.h"
#include "cli/options.h"
#include "cli/pack_files.h"
#include "cli/percent_progress.h"

namespace sluice::cli {

namespace {

using authoring::ReferenceText;

constexpr std::size_t kGeneratedBytes = 2'000'000;   // of each kind
constexpr std::size_t kMaxCorpusBytes = 64'000'000;  // several times the caches, and read in a second
constexpr std::size_t kShownRules = 20;

// Files with a NUL byte are no text, whatever their names.
void append_text(const Bytes& bytes, std::string& text) {
  const std::string_view chars = as_chars(bytes);
  if (chars.find('\0') == std::string_view::npos) text += chars.substr(0, kMaxCorpusBytes - text.size());
}

Result<ReferenceText> read_folder(const std::string& path) {
  Result<InputFolder> folder = InputFolder::open(path);
  if (!folder) return std::move(folder).error();
  Result<std::vector<FolderEntry>> entries = folder->list();
  if (!entries) return std::move(entries).error();
  ReferenceText out{path, {}};
  for (const FolderEntry& entry : *entries) {
    if (out.text.size() == kMaxCorpusBytes) break;
    if (entry.kind != FolderEntry::Kind::kRegular) continue;
    Result<Bytes> bytes = folder->read(entry.relative, kMaxCorpusBytes);
    if (bytes) append_text(*bytes, out.text);  // what may not be read is left out, as in a search through a folder
  }
  return out;
}

Result<ReferenceText> read_corpus(const std::string& path) {
  const bool is_folder = path != "-" && InputFolder::open(path).ok();
  ReferenceText out{path, {}};
  if (is_folder) {
    Result<ReferenceText> read = read_folder(path);
    if (!read) return read;
    out = std::move(*read);
  } else {
    Result<Bytes> bytes = read_input(path, kMaxCorpusBytes);
    if (!bytes) return std::move(bytes).error();
    append_text(*bytes, out.text);
  }
  if (out.text.empty()) {
    return Error{ErrorCode::kInvalidArgument, "no text in " + path + "; files with a NUL byte are left out", 0};
  }
  return out;
}

Result<std::vector<ReferenceText>> read_corpora(const std::vector<std::string>& paths) {
  if (paths.empty()) return authoring::reference_texts(kGeneratedBytes);
  std::vector<ReferenceText> texts;
  for (const std::string& path : paths) {
    Result<ReferenceText> text = read_corpus(path);
    if (!text) return std::move(text).error();
    texts.push_back(std::move(*text));
  }
  return texts;
}

Result<authoring::RuleBench> measure(const RulesBenchCommand& command) {
  Result<std::vector<authoring::PackText>> files = load_pack_texts(command.paths);
  if (!files) return std::move(files).error();
  Result<authoring::Packs> packs = authoring::load_packs(*files);
  if (!packs) return std::move(packs).error();
  Result<std::vector<ReferenceText>> texts = read_corpora(command.corpora);
  if (!texts) return std::move(texts).error();
  PercentProgress progress("measuring");
  authoring::CostOptions options;
  options.rounds = command.rounds;
  options.on_step = [&](std::uint64_t done, std::uint64_t total) { progress.step(done, total); };
  return authoring::bench_packs(*packs, *texts, options);
}

}  // namespace

int run_rules_bench(const RulesBenchCommand& command) {
  const Result<authoring::RuleBench> bench = measure(command);
  if (!bench) return fail(bench.error());
  if (!command.plot_path.empty()) {
    const std::string plot = authoring::bench_plot(*bench);
    const Result<void> written = write_output(command.plot_path, as_bytes(plot));
    if (!written) return fail(written.error());
  }
  const std::size_t shown = command.shows_all ? std::numeric_limits<std::size_t>::max() : kShownRules;
  const std::string text =
      command.format == "json" ? authoring::bench_json(*bench) : authoring::bench_table(*bench, shown);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return bench->over_budget() == 0 ? kExitAllowed : kExitWithheld;
}

}  // namespace sluice::cli
