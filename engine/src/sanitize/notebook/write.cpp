#include <set>
#include <utility>

#include "json/writer.h"
#include "sanitize/notebook/model.h"

namespace sluice::sanitize::notebook {

namespace {

constexpr std::size_t kMaxIdBytes = 64;

bool is_id(std::string_view id) noexcept {
  if (id.empty() || id.size() > kMaxIdBytes) return false;
  for (const char c : id) {
    const bool is_good =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (!is_good) return false;
  }
  return true;
}

class NotebookWriter {
 public:
  NotebookWriter(const Notebook& notebook, const LeafTexts& texts) : notebook_(notebook), texts_(texts), w_(out_, 1) {}

  std::string run() {
    choose_ids();
    w_.begin_object();
    w_.key("cells");
    w_.begin_array();
    for (std::size_t i = 0; i < notebook_.cells.size(); ++i) write_cell(notebook_.cells[i], ids_[i]);
    w_.end_array();
    w_.key("metadata");
    write_metadata(notebook_.metadata);
    w_.member("nbformat", std::uint64_t{4});
    w_.member("nbformat_minor", std::uint64_t{5});
    w_.end_object();
    out_ += '\n';
    return std::move(out_);
  }

 private:
  [[nodiscard]] const std::string& text_of(const Text& text) const {
    const std::string* changed = text.leaf ? texts_.changed(*text.leaf) : nullptr;
    return changed != nullptr ? *changed : text.text;
  }

  // Format 4.5 wants an id for each cell, and no two alike.
  void choose_ids() {
    std::set<std::string, std::less<>> used;
    ids_.resize(notebook_.cells.size());
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const std::string& id = text_of(notebook_.cells[i].id);
      if (is_id(id) && used.insert(id).second) ids_[i] = id;
    }
    std::size_t number = 0;
    for (std::string& id : ids_) {
      while (id.empty()) {
        std::string made = "cell-" + std::to_string(++number);
        if (used.insert(made).second) id = std::move(made);
      }
    }
  }

  void write_cell(const Cell& cell, const std::string& id) {
    w_.begin_object();
    if (!cell.attachments.empty()) write_attachments(cell);
    switch (cell.kind) {
      case Cell::Kind::kCode: w_.member("cell_type", "code"); break;
      case Cell::Kind::kMarkdown: w_.member("cell_type", "markdown"); break;
      case Cell::Kind::kRaw: w_.member("cell_type", "raw"); break;
    }
    if (cell.kind == Cell::Kind::kCode) write_count(cell.execution_count);
    w_.member("id", id);
    w_.key("metadata");
    w_.begin_object();
    // Without a format a raw cell is pasted into every page that a notebook is turned into.
    if (cell.kind == Cell::Kind::kRaw) {
      w_.member("format", "text/plain");
      w_.member("raw_mimetype", "text/plain");
    }
    w_.end_object();
    if (cell.kind == Cell::Kind::kCode) {
      w_.key("outputs");
      w_.begin_array();
      for (const CellOutput& output : cell.outputs) write_output(output);
      w_.end_array();
    }
    write_lines("source", text_of(cell.source));
    w_.end_object();
  }

  void write_attachments(const Cell& cell) {
    w_.key("attachments");
    w_.begin_object();
    for (const auto& [name, bundle] : cell.attachments) {
      w_.key(name.text);
      write_bundle(bundle);
    }
    w_.end_object();
  }

  void write_count(const std::optional<std::int64_t>& count) {
    w_.key("execution_count");
    if (count) {
      w_.integer(*count);
    } else {
      w_.null();
    }
  }

  void write_output(const CellOutput& output) {
    w_.begin_object();
    switch (output.kind) {
      case CellOutput::Kind::kStream:
        w_.member("name", output.is_stderr ? "stderr" : "stdout");
        w_.member("output_type", "stream");
        write_lines("text", output.text);
        break;
      case CellOutput::Kind::kError:
        w_.member("ename", std::string_view(text_of(output.error_name)));
        w_.member("evalue", std::string_view(text_of(output.error_value)));
        w_.member("output_type", "error");
        write_traceback(output.text);
        break;
      case CellOutput::Kind::kDisplay:
      case CellOutput::Kind::kResult:
        w_.key("data");
        write_bundle(output.data);
        if (output.kind == CellOutput::Kind::kResult) write_count(output.execution_count);
        w_.key("metadata");
        w_.begin_object();
        w_.end_object();
        w_.member("output_type", output.kind == CellOutput::Kind::kResult ? "execute_result" : "display_data");
        break;
    }
    w_.end_object();
  }

  void write_bundle(const Bundle& bundle) {
    w_.begin_object();
    for (const auto& [type, representation] : bundle) {
      switch (representation.form) {
        case Representation::Form::kLines: write_lines(type, representation.text); break;
        case Representation::Form::kString: w_.member(type, std::string_view(representation.text)); break;
        case Representation::Form::kJson:
          w_.key(type);
          w_.raw(representation.text);
          break;
      }
    }
    w_.end_object();
  }

  // As Jupyter: a list of lines, each with its end.
  void write_lines(std::string_view name, std::string_view text) {
    w_.key(name);
    w_.begin_array();
    while (!text.empty()) {
      const std::size_t newline = text.find('\n');
      const std::size_t length = newline == std::string_view::npos ? text.size() : newline + 1;
      w_.string(text.substr(0, length));
      text.remove_prefix(length);
    }
    w_.end_array();
  }

  void write_traceback(std::string_view text) {
    w_.key("traceback");
    w_.begin_array();
    for (bool is_open = !text.empty(); is_open;) {
      const std::size_t newline = text.find('\n');
      is_open = newline != std::string_view::npos;
      w_.string(text.substr(0, newline));
      if (is_open) text.remove_prefix(newline + 1);
    }
    w_.end_array();
  }

  void write_metadata(const Metadata& metadata) {
    w_.begin_object();
    const std::string& kernel = text_of(metadata.kernel_name);
    if (!kernel.empty()) {
      w_.key("kernelspec");
      w_.begin_object();
      const std::string& display = text_of(metadata.kernel_display_name);
      w_.member("display_name", std::string_view(display.empty() ? kernel : display));
      const std::string& language = text_of(metadata.kernel_language);
      if (!language.empty()) w_.member("language", std::string_view(language));
      w_.member("name", std::string_view(kernel));
      w_.end_object();
    }
    const std::string& language = text_of(metadata.language_name);
    if (!language.empty()) {
      w_.key("language_info");
      w_.begin_object();
      w_.member("name", std::string_view(language));
      const std::string& version = text_of(metadata.language_version);
      if (!version.empty()) w_.member("version", std::string_view(version));
      w_.end_object();
    }
    w_.end_object();
  }

  const Notebook& notebook_;
  const LeafTexts& texts_;
  std::vector<std::string> ids_;
  std::string out_;
  json::Writer w_;
};

}  // namespace

std::string write_notebook(const Notebook& notebook, const LeafTexts& texts) {
  return NotebookWriter(notebook, texts).run();
}

std::string value_text(const json::Value& value) {
  std::string out;
  json::Writer w(out);
  std::vector<char> open;  // the closing brackets that are still to come
  bool expects_key = false;
  const std::uint32_t end = value.next_id();
  for (std::uint32_t id = value.id(); id < end;) {
    const json::Value at(value.tape(), id);
    const char letter = at.letter();
    if (letter == '}' || letter == ']') {
      if (letter == '}') {
        w.end_object();
      } else {
        w.end_array();
      }
      open.pop_back();
      expects_key = !open.empty() && open.back() == '}';
      ++id;
      continue;
    }
    if (expects_key) {
      w.key(at.text());
      expects_key = false;
      ++id;
      continue;
    }
    switch (at.kind()) {
      case json::Kind::kObject:
        w.begin_object();
        open.push_back('}');
        expects_key = true;
        ++id;
        continue;
      case json::Kind::kArray:
        w.begin_array();
        open.push_back(']');
        ++id;
        continue;
      case json::Kind::kNull: w.null(); break;
      case json::Kind::kBool: w.boolean(at.as_bool()); break;
      case json::Kind::kInt: w.integer(at.as_int()); break;
      case json::Kind::kUint: w.unsigned_integer(at.as_uint()); break;
      case json::Kind::kDouble: w.number(at.as_double()); break;
      case json::Kind::kBig: w.raw(at.text()); break;
      case json::Kind::kString: w.string(at.text()); break;
    }
    expects_key = !open.empty() && open.back() == '}';
    id = at.next_id();
  }
  return out;
}

std::optional<std::string> multiline_text(const json::Value& value) {
  if (value.is_string()) return std::string(value.text());
  if (!value.is_array()) return std::nullopt;
  std::string text;
  for (const json::Value line : value.elements()) {
    if (!line.is_string()) return std::nullopt;
    text += line.text();
  }
  return text;
}

}  // namespace sluice::sanitize::notebook
