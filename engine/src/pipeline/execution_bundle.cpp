#include "pipeline/execution_bundle.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "pipeline/execution_results.h"
#include "pipeline/json_spans.h"
#include "pipeline/task_id.h"

namespace sluice::pipeline {

namespace {

using Source = ParsedExecution::Source;

constexpr std::int64_t kMinExitCode = -2'147'483'648;
constexpr std::int64_t kMaxExitCode = 4'294'967'295;

std::optional<Source> source_of(const json::Value& root) {
  json::Value value;
  const auto has = [&](std::string_view key) { return root.find(key, value); };
  if (has("format")) return Source::kBundle;
  if (has("results") || has("execution_count")) return Source::kCrewAiCode;
  if (has("exit_code") && has("stdout") && has("stderr")) return Source::kCrewAiCommand;
  return std::nullopt;
}

class ObjectReader {
 public:
  ObjectReader(ExecutionReader& reader, ByteView input) : reader_(reader), input_(input) { place_.end = input.size(); }

  void run(const json::Value& root) {
    if (!root.is_object()) {
      fail("the input is " + std::string(kind_words(root.kind())) + ", expected an execution: an object");
      return;
    }
    json::Value value;
    if (root.find("nbformat", value) || root.find("cells", value)) {
      fail("a notebook (.ipynb): reading a run from one is not supported yet; give a bundle or an E2B stream");
      return;
    }
    const std::optional<Source> source = source_of(root);
    if (!source) {
      fail(
          "an object that is no execution: expected \"format\": 1 (schemas/execution.schema.json), or the members of a "
          "CrewAI tool result");
      return;
    }
    reader_.run().source = *source;
    read_members(root);
    finish();
  }

 private:
  void read_members(const json::Value& root) {
    const std::vector<ByteView> texts = member_texts(input_);
    std::vector<std::string_view> seen;
    std::size_t at = 0;
    for (const json::Member member : root.members()) {
      const ByteView raw = at < texts.size() ? texts[at] : ByteView{};
      ++at;
      const std::string_view key = member.key.text();
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
        wrong("/", "member " + reader_.quote(key) + " again; the first one counts");
        continue;
      }
      if (!read_member(key, member.value, raw)) {
        unknown("", key);
      } else {
        seen.push_back(key);
      }
      if (!reader_.may_go_on()) return;
    }
  }

  // @return false for a member that this form does not have
  bool read_member(std::string_view key, const json::Value& value, ByteView raw) {
    const Source source = reader_.run().source;
    if (key == "exit_code" && source != Source::kCrewAiCode) return read_exit_code(value);
    if (key == "error") return read_error(value);
    if (key == "stdout") return read_stream("/stdout", Channel::kStdout, value);
    if (key == "stderr") return read_stream("/stderr", Channel::kStderr, value);
    if (key == "results" && source != Source::kCrewAiCommand) return read_results(value, raw);
    if (source == Source::kBundle) {
      if (key == "format") return read_format(value);
      if (key == "task_id") return read_task_id(value);
      if (key == "files") return read_files(value);
      return key == "$schema";
    }
    if (source == Source::kCrewAiCode) {
      if (key == "execution_count") return read_count(value);
      if (key == "text") return read_text(value);
    }
    return false;
  }

  bool read_format(const json::Value& value) {
    if (value.kind() != json::Kind::kInt || value.as_int() != 1) wrong("/format", "expected the number 1");
    return true;
  }

  bool read_task_id(const json::Value& value) {
    if (!value.is_string() || !check_task_id(value.text()).ok()) {
      wrong("/task_id", "expected a string of 1 to 64 of A-Z a-z 0-9 . _ - that does not begin with a dot");
    } else {
      reader_.run().task_id = std::string(value.text());
    }
    return true;
  }

  bool read_exit_code(const json::Value& value) {
    if (value.is_null() && reader_.run().source != Source::kBundle) return true;
    if (value.kind() != json::Kind::kInt || value.as_int() < kMinExitCode || value.as_int() > kMaxExitCode) {
      wrong("/exit_code", "found " + std::string(kind_words(value.kind())) + ", expected an integer of 32 bits");
    } else {
      reader_.run().exit_code = value.as_int();
    }
    return true;
  }

  bool read_count(const json::Value& value) {
    if (value.kind() == json::Kind::kInt) {
      reader_.run().execution_count = value.as_int();
    } else if (!value.is_null()) {
      wrong("/execution_count", "found " + std::string(kind_words(value.kind())) + ", expected an integer");
    }
    return true;
  }

  bool read_error(const json::Value& value) {
    if (value.is_null()) return true;
    ParsedError error;
    if (value.is_string() && reader_.run().source != Source::kBundle) {
      // CrewAI's command tool gives the message alone, and an empty one where there was no error.
      if (value.text().empty()) return true;
      error.value = std::string(value.text());
    } else if (value.is_object()) {
      for (const json::Member member : value.members()) read_error_member(member, error);
    } else {
      wrong("/error", "found " + std::string(kind_words(value.kind())) + ", expected an object or null");
    }
    if (!reader_.charge_output(error.name.size() + error.value.size() + error.traceback.size())) return true;
    reader_.run().error = std::move(error);
    return true;
  }

  void read_error_member(const json::Member& member, ParsedError& error) {
    const std::string_view key = member.key.text();
    std::string* const target = key == "name"        ? &error.name
                                : key == "value"     ? &error.value
                                : key == "traceback" ? &error.traceback
                                                     : nullptr;
    if (target == nullptr) {
      unknown("/error", key);
    } else if (!target->empty()) {
      wrong("/error", std::string(key) + " again; the first one counts");
    } else if (member.value.is_string() || (key == "traceback" && member.value.is_array())) {
      join(member.value, "/error", *target);
    } else if (!member.value.is_null()) {
      wrong("/error/" + std::string(key),
            "found " + std::string(kind_words(member.value.kind())) + ", expected a string");
    }
  }

  // Appends a text, or the pieces of one in order.
  void join(const json::Value& value, const std::string& pointer, std::string& out) {
    if (value.is_string()) {
      out += value.text();
      return;
    }
    std::size_t at = 0;
    for (const json::Value piece : value.elements()) {
      if (piece.is_string()) {
        out += piece.text();
      } else {
        wrong(pointer + "/" + std::to_string(at),
              "found " + std::string(kind_words(piece.kind())) + ", expected a string");
      }
      ++at;
    }
  }

  bool read_stream(const std::string& pointer, Channel channel, const json::Value& value) {
    if (value.is_null() && reader_.run().source != Source::kBundle) return true;
    if (!value.is_string() && !value.is_array()) {
      wrong(pointer, "found " + std::string(kind_words(value.kind())) + ", expected a string or an array of strings");
      return true;
    }
    std::string text;
    join(value, pointer, text);
    if (!text.empty()) add_artifact(reader_, channel, {}, "text/plain", text, 0);
    return true;
  }

  bool read_text(const json::Value& value) {
    if (value.is_string()) {
      main_text_ = std::string(value.text());
    } else if (!value.is_null()) {
      wrong("/text", "found " + std::string(kind_words(value.kind())) + ", expected a string or null");
    }
    return true;
  }

  bool read_results(const json::Value& value, ByteView raw) {
    if (!value.is_array()) {
      if (!value.is_null()) wrong("/results", "found " + std::string(kind_words(value.kind())) + ", expected an array");
      return true;
    }
    const std::vector<ByteView> texts = element_texts(raw);
    ResultForm form;
    form.is_json_string_text = true;
    form.violation = FindingCode::kJsonSchema;
    std::uint32_t index = 0;
    for (const json::Value result : value.elements()) {
      const std::string pointer = "/results/" + std::to_string(index);
      if (!result.is_object()) {
        wrong(pointer, "found " + std::string(kind_words(result.kind())) + ", expected an object");
      } else {
        place_.pointer = pointer;
        read_result(reader_, result, index < texts.size() ? texts[index] : ByteView{}, form, index, place_);
      }
      ++index;
      if (!reader_.may_go_on()) break;
    }
    return true;
  }

  bool read_files(const json::Value& value) {
    if (!value.is_array()) {
      wrong("/files", "found " + std::string(kind_words(value.kind())) + ", expected an array");
      return true;
    }
    std::uint32_t index = 0;
    for (const json::Value file : value.elements()) {
      const std::string pointer = "/files/" + std::to_string(index);
      if (file.is_object()) {
        read_file(file, pointer, index);
      } else {
        wrong(pointer, "found " + std::string(kind_words(file.kind())) + ", expected an object");
      }
      ++index;
      if (!reader_.may_go_on()) break;
    }
    return true;
  }

  void read_file(const json::Value& file, const std::string& pointer, std::uint32_t index) {
    std::optional<std::string_view> path;
    std::optional<std::string_view> type;
    std::optional<std::string_view> encoding;
    std::optional<std::string_view> content;
    for (const json::Member member : file.members()) {
      const std::string_view key = member.key.text();
      std::optional<std::string_view>* const target = key == "path"         ? &path
                                                      : key == "media_type" ? &type
                                                      : key == "encoding"   ? &encoding
                                                      : key == "content"    ? &content
                                                                            : nullptr;
      if (target == nullptr) {
        unknown(pointer, key);
      } else if (*target) {
        wrong(pointer, std::string(key) + " again; the first one counts");
      } else if (!member.value.is_string()) {
        wrong(pointer + "/" + std::string(key),
              "found " + std::string(kind_words(member.value.kind())) + ", expected a string");
      } else {
        *target = member.value.text();
      }
    }
    if (!path || !encoding || !content) {
      wrong(pointer, "a file needs path, encoding and content");
      return;
    }
    place_.pointer = pointer;
    std::string name(*path);
    std::string declared(type.value_or(std::string_view{}));
    if (*encoding == "utf-8") {
      add_artifact(reader_, Channel::kFile, std::move(name), std::move(declared), *content, index);
    } else if (*encoding == "base64") {
      add_base64_artifact(reader_, Channel::kFile, std::move(name), std::move(declared), *content, index, false,
                          place_);
    } else {
      wrong(pointer + "/encoding", "expected \"utf-8\" or \"base64\"");
    }
  }

  void finish() {
    ParsedExecution& run = reader_.run();
    // CrewAI repeats the main result's text beside the results; it is one artifact, not two.
    const auto is_main_text = [&](const ParsedArtifact& a) {
      return a.channel == Channel::kResult && a.is_main_result && a.name == "text" && to_string(a.bytes) == *main_text_;
    };
    if (main_text_ && std::none_of(run.artifacts.begin(), run.artifacts.end(), is_main_text)) {
      std::uint32_t index = 0;
      for (const ParsedArtifact& a : run.artifacts) {
        if (a.channel == Channel::kResult) index = std::max(index, a.index + 1);
      }
      add_artifact(reader_, Channel::kResult, "text", "text/plain", *main_text_, index, true);
    }
    std::stable_sort(run.artifacts.begin(), run.artifacts.end(), [](const ParsedArtifact& a, const ParsedArtifact& b) {
      return rank(a.channel) < rank(b.channel);
    });
    const bool has_good_code = run.source == Source::kCrewAiCode || (run.exit_code && *run.exit_code == 0);
    run.is_success = !run.error && has_good_code;
  }

  static int rank(Channel channel) noexcept {
    switch (channel) {
      case Channel::kExec: return 0;
      case Channel::kStdout: return 1;
      case Channel::kStderr: return 2;
      case Channel::kResult: return 3;
      case Channel::kFile: return 4;
    }
    return 5;
  }

  void wrong(const std::string& pointer, const std::string& what) {
    place_.pointer = pointer;
    reader_.report(FindingCode::kJsonSchema, what, place_, true);
  }
  void unknown(const std::string& pointer, std::string_view key) {
    place_.pointer = pointer;
    reader_.report(FindingCode::kJsonUnknownMember, "unknown member " + reader_.quote(key), place_, true);
  }
  void fail(const std::string& what) {
    place_.pointer.clear();
    reader_.report(FindingCode::kJsonSchema, what, place_, true);
  }

  ExecutionReader& reader_;
  ByteView input_;
  ExecutionReader::Place place_;
  std::optional<std::string> main_text_;
};

}  // namespace

void read_execution_object(ExecutionReader& reader, const json::Value& root, ByteView input) {
  ObjectReader(reader, input).run(root);
}

}  // namespace sluice::pipeline
