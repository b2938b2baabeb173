#include "sanitize/notebook/notebook.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "sanitize/notebook/bundle.h"
#include "sanitize/notebook/model.h"
#include "sanitize/representations.h"

namespace sluice::sanitize {

namespace {

using namespace notebook;  // NOLINT: the one user of these parts

constexpr std::size_t kMaxNameBytes = 128;

// Attachments are named by a person's browser: "image.png".
bool is_attachment_name(std::string_view name) noexcept {
  if (name.empty() || name.size() > kMaxNameBytes || name.front() == '.') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-' || c == ' ';
  });
}

// Kernels and languages: which program a reader's Jupyter starts is chosen by this name.
bool is_plain_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kMaxNameBytes && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-' || c == '+' || c == '#';
  });
}

class NotebookReader {
 public:
  NotebookReader(const json::Document& document, const NotebookOptions& options, Job& job)
      : document_(document), options_(options), job_(job), bundles_(job) {}

  /// @return false where it is no notebook that can be read; the findings say why
  bool read() {
    const json::Value root = document_.root();
    if (!root.is_object()) return refuse(root, "a notebook is an object");
    json::Value format;
    if (!root.find("nbformat", format) || format.kind() != json::Kind::kInt) return refuse(root, "no nbformat");
    if (format.as_int() != 4) {
      return refuse(format, "nbformat " + std::to_string(format.as_int()) + "; 4 is read: convert it first");
    }
    json::Value cells;
    if (!root.find("cells", cells) || !cells.is_array()) return refuse(root, "cells are an array");
    if (cells.size() > options_.max_cells) return refuse(cells, "more cells than the limit");
    for (const json::Member member : root.members()) {
      const std::string_view key = member.key.text();
      if (key == "metadata") {
        read_metadata(member.value);
      } else if (key != "cells" && key != "nbformat" && key != "nbformat_minor") {
        drop(member.key);
      }
    }
    return read_cells(cells);
  }

  [[nodiscard]] std::string write() {
    const LeafTexts texts = job_.host.scan(projection_);
    report();
    // A name that had to be changed names nothing any more.
    for (Cell& cell : notebook_.cells) {
      std::erase_if(cell.attachments, [&](const auto& a) { return texts.changed(*a.first.leaf) != nullptr; });
    }
    for (Text* name :
         {&notebook_.metadata.kernel_name, &notebook_.metadata.kernel_language, &notebook_.metadata.language_name}) {
      if (name->leaf && texts.changed(*name->leaf) != nullptr) *name = {};
    }
    return write_notebook(notebook_, texts);
  }

 private:
  bool refuse(const json::Value& where, const std::string& why) {
    Finding finding;
    finding.code = FindingCode::kJsonSchema;
    finding.severity = Severity::kMedium;
    finding.effect = Decision::kQuarantine;
    const json::Position position = document_.position_of(where.id());
    finding.where.begin = finding.where.end = position.offset;
    finding.where.line = position.line;
    finding.where.column = position.column;
    finding.detail = engine_text(why);
    job_.findings.add(std::move(finding));
    return false;
  }

  void drop(const json::Value& key) {
    if (dropped_++ == 0) first_dropped_ = key.id();
  }

  Text leaf(std::string_view text, Flow flow = Flow::kAside) {
    if (text.empty()) return {};
    return {std::string(text), projection_.add(Join::kBreak, text, begin_, begin_, flow)};
  }

  void read_metadata(const json::Value& metadata) {
    if (!metadata.is_object()) return;
    for (const json::Member member : metadata.members()) {
      const std::string_view key = member.key.text();
      const bool is_kernel = key == "kernelspec";
      if ((!is_kernel && key != "language_info") || !member.value.is_object()) {
        drop(member.key);
        continue;
      }
      for (const json::Member fact : member.value.members()) {
        Text* const target = fact_of(is_kernel, fact.key.text());
        const bool is_free = fact.key.text() == "display_name" || fact.key.text() == "version";
        const bool is_good = target != nullptr && fact.value.is_string() && fact.value.text().size() <= kMaxNameBytes &&
                             (is_free || is_plain_name(fact.value.text()));
        if (is_good) {
          *target = leaf(fact.value.text());
        } else {
          drop(fact.key);
        }
      }
    }
  }

  Text* fact_of(bool is_kernel, std::string_view name) {
    Metadata& metadata = notebook_.metadata;
    if (is_kernel) {
      if (name == "name") return &metadata.kernel_name;
      if (name == "display_name") return &metadata.kernel_display_name;
      if (name == "language") return &metadata.kernel_language;
    } else {
      if (name == "name") return &metadata.language_name;
      if (name == "version") return &metadata.language_version;
    }
    return nullptr;
  }

  bool read_cells(const json::Value& cells) {
    std::vector<std::uint32_t> ids;
    for (const json::Value cell : cells.elements()) ids.push_back(cell.id());
    const std::vector<json::Position> positions = document_.positions_of(ids);
    std::size_t number = 0;
    for (const json::Value cell : cells.elements()) {
      begin_ = positions[number].offset;
      read_cell(cell, "cells/" + std::to_string(number));
      ++number;
      if (outputs_ > options_.max_outputs) return refuse(cell, "more outputs than the limit");
      if (!job_.budget.poll()) return false;
    }
    return true;
  }

  void read_cell(const json::Value& value, const std::string& path) {
    Cell cell;
    json::Value type;
    json::Value source;
    const bool has_type = value.is_object() && value.find("cell_type", type) && type.is_string();
    const std::string_view kind = has_type ? type.text() : std::string_view();
    const bool is_known = kind == "code" || kind == "markdown" || kind == "raw";
    std::optional<std::string> text;
    if (is_known && value.find("source", source)) text = multiline_text(source);
    if (!text) {
      cell.kind = Cell::Kind::kRaw;
      cell.source.text = withheld_note("a cell", WithheldWhy::kNotPassed);
      ++dropped_;
      if (first_dropped_ == 0) first_dropped_ = value.id();
      notebook_.cells.push_back(std::move(cell));
      return;
    }
    cell.kind = kind == "code" ? Cell::Kind::kCode : kind == "raw" ? Cell::Kind::kRaw : Cell::Kind::kMarkdown;
    bool is_released = true;
    if (cell.kind == Cell::Kind::kMarkdown) {
      cell.source.text = bundles_.read_text(std::move(*text), "text/markdown", path + "/source", begin_, &is_released);
    } else {
      cell.source = leaf(*text, Flow::kText);
    }
    for (const json::Member member : value.members()) {
      const std::string_view key = member.key.text();
      if (key == "cell_type" || key == "source") continue;
      if (key == "id") {
        if (member.value.is_string()) cell.id = leaf(member.value.text());
      } else if (key == "metadata" && member.value.is_object()) {
        drop_cell_metadata(member.value, cell.kind);
      } else if (key == "execution_count" && cell.kind == Cell::Kind::kCode) {
        cell.execution_count = count_of(member.value);
      } else if (key == "outputs" && cell.kind == Cell::Kind::kCode && member.value.is_array()) {
        read_outputs(member.value, path, cell);
      } else if (key == "attachments" && cell.kind == Cell::Kind::kMarkdown && is_released) {
        read_attachments(member.value, path, cell);
      } else {
        drop(member.key);
      }
    }
    notebook_.cells.push_back(std::move(cell));
  }

  void drop_cell_metadata(const json::Value& metadata, Cell::Kind kind) {
    for (const json::Member member : metadata.members()) {
      const std::string_view key = member.key.text();
      const bool is_ours = kind == Cell::Kind::kRaw && (key == "format" || key == "raw_mimetype") &&
                           member.value.is_string() && member.value.text() == "text/plain";
      if (!is_ours) drop(member.key);
    }
  }

  static std::optional<std::int64_t> count_of(const json::Value& value) noexcept {
    if (value.kind() != json::Kind::kInt || value.as_int() < 0) return std::nullopt;
    return value.as_int();
  }

  void read_attachments(const json::Value& attachments, const std::string& path, Cell& cell) {
    if (!attachments.is_object()) return;
    for (const json::Member member : attachments.members()) {
      const std::string_view name = member.key.text();
      if (!is_attachment_name(name)) {
        drop(member.key);
        continue;
      }
      Bundle bundle = bundles_.read_attachment(member.value, path + "/attachments/" + std::string(name), begin_);
      if (!bundle.empty()) cell.attachments.emplace_back(leaf(name), std::move(bundle));
    }
  }

  void read_outputs(const json::Value& outputs, const std::string& path, Cell& cell) {
    std::optional<CellOutput> stream;  // pieces of one stream are one text to their reader
    std::string stream_path;
    const auto end_stream = [&] {
      if (!stream) return;
      stream->text = bundles_.read_text(std::move(stream->text), "text/plain", stream_path, begin_);
      cell.outputs.push_back(std::move(*stream));
      stream.reset();
    };
    std::size_t number = 0;
    for (const json::Value value : outputs.elements()) {
      const std::string place = path + "/outputs/" + std::to_string(number++);
      ++outputs_;
      json::Value type;
      const bool has_type = value.is_object() && value.find("output_type", type) && type.is_string();
      const std::string_view kind = has_type ? type.text() : std::string_view();
      if (kind == "stream") {
        json::Value name;
        json::Value text;
        const bool is_stderr = value.find("name", name) && name.is_string() && name.text() == "stderr";
        std::optional<std::string> piece;
        if (value.find("text", text)) piece = multiline_text(text);
        if (!stream || stream->is_stderr != is_stderr) {
          end_stream();
          stream.emplace();
          stream->is_stderr = is_stderr;
          stream_path = place + (is_stderr ? "/stderr" : "/stdout");
        }
        stream->text += piece ? *piece : withheld_note("a piece of a stream", WithheldWhy::kNotPassed);
        continue;
      }
      end_stream();
      cell.outputs.push_back(read_output(value, kind, place));
    }
    end_stream();
  }

  CellOutput read_output(const json::Value& value, std::string_view kind, const std::string& place) {
    CellOutput output;
    json::Value part;
    if (kind == "display_data" || kind == "execute_result") {
      output.kind = kind == "display_data" ? CellOutput::Kind::kDisplay : CellOutput::Kind::kResult;
      output.data = bundles_.read(value.find("data", part) ? part : value, place, begin_);
      if (value.find("execution_count", part)) output.execution_count = count_of(part);
      if (value.find("metadata", part) && part.is_object()) {
        for (const json::Member member : part.members()) drop(member.key);
      }
      return output;
    }
    if (kind == "error") {
      output.kind = CellOutput::Kind::kError;
      if (value.find("ename", part) && part.is_string()) output.error_name = leaf(part.text());
      if (value.find("evalue", part) && part.is_string()) output.error_value = leaf(part.text());
      if (value.find("traceback", part)) output.text = traceback_of(part, place);
      return output;
    }
    output.kind = CellOutput::Kind::kDisplay;
    output.data["text/plain"].text = withheld_note("an output", WithheldWhy::kNotPassed);
    ++dropped_;
    if (first_dropped_ == 0) first_dropped_ = value.id();
    return output;
  }

  std::string traceback_of(const json::Value& lines, const std::string& place) {
    if (!lines.is_array()) return withheld_note("a traceback", WithheldWhy::kNotPassed);
    std::string text;
    bool is_first = true;
    for (const json::Value line : lines.elements()) {
      if (!is_first) text += '\n';
      is_first = false;
      if (line.is_string()) text += line.text();
    }
    return bundles_.read_text(std::move(text), "text/plain", place + "/traceback", begin_);
  }

  void report() const {
    bundles_.report();
    if (dropped_ == 0) return;
    Finding finding;
    finding.code = FindingCode::kNotebookState;
    finding.severity = Severity::kLow;
    finding.effect = Decision::kSanitize;
    finding.count = dropped_;
    const json::Position position = document_.position_of(first_dropped_);
    finding.where.begin = finding.where.end = position.offset;
    finding.where.line = position.line;
    finding.where.column = position.column;
    finding.where.pointer = report_text(as_bytes(document_.pointer_of(first_dropped_)), job_.host.scrubber());
    finding.detail = "the first of them here";
    job_.findings.add(std::move(finding));
  }

  const json::Document& document_;
  const NotebookOptions& options_;
  Job& job_;
  BundleReader bundles_;
  Notebook notebook_;
  TextProjection projection_;
  std::uint64_t begin_ = 0;  // of the cell that is read
  std::uint64_t outputs_ = 0;
  std::uint64_t dropped_ = 0;
  std::uint32_t first_dropped_ = 0;
};

Output clean(ByteView bytes, const NotebookOptions& options, Job& job) {
  // Strings hold whole images here; what they hold is judged as members.
  Limits limits = job.budget.limits();
  limits.max_string_bytes = std::max<std::uint64_t>(limits.max_string_bytes, bytes.size());
  limits.max_input_bytes = std::max<std::uint64_t>(limits.max_input_bytes, bytes.size());
  Budget own(limits);
  json::Parser parser;
  if (!own.admit_input(bytes.size())) return {};
  const Result<json::Document> document = parser.parse(bytes, options.parse, own, job.findings);
  if (!document) {
    if (document.error().code == ErrorCode::kOutOfMemory) throw std::bad_alloc();
    job.findings.raise(Decision::kQuarantine);
    return {};
  }
  bool is_paid = job.budget.charge(Budget::Kind::kNodes, document->nodes());
  is_paid = is_paid && job.budget.charge(Budget::Kind::kSteps, bytes.size()) && job.budget.poll();
  NotebookReader reader(*document, options, job);
  Output output;
  if (is_paid && reader.read() && job.budget.ok() && !job.is_withheld()) {
    const std::string text = reader.write();
    if (job.budget.charge(Budget::Kind::kOutputBytes, text.size()) && !job.is_withheld()) {
      output.is_released = true;
      output.is_unchanged = text == as_chars(bytes);
      if (!output.is_unchanged) output.bytes = to_bytes(text);
    }
  }
  if (!job.budget.ok()) job.findings.add_exhausted(job.budget);
  return output;
}

}  // namespace

Output clean_notebook(ByteView bytes, const NotebookOptions& options, Job& job) noexcept {
  try {
    return clean(bytes, options, job);
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
  } catch (const std::exception&) {
    job.findings.raise(Decision::kQuarantine);
  }
  return {};
}

}  // namespace sluice::sanitize
