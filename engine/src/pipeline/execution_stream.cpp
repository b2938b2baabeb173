#include "pipeline/execution_stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "core/checked.h"
#include "pipeline/execution_results.h"

namespace sluice::pipeline {

namespace {

// Names in messages are short; a line is quoted by its first bytes only.
constexpr std::size_t kMaxQuotedBytes = 40;

struct Field {
  std::string_view name;
  bool is_text;  // else an integer
  bool is_required;
};

struct EventType {
  std::string_view name;
  std::array<Field, 3> fields;
  std::size_t count;
};

// Events other than results, with the fields that the server writes.
constexpr std::array kEventTypes = {
    EventType{"number_of_executions", {Field{"execution_count", false, true}}, 1},
    EventType{"stdout", {Field{"text", true, true}, Field{"timestamp", true, false}}, 2},
    EventType{"stderr", {Field{"text", true, true}, Field{"timestamp", true, false}}, 2},
    // Fields of an error that are null are left out by the server.
    EventType{"error", {Field{"name", true, false}, Field{"value", true, false}, Field{"traceback", true, false}}, 3},
    EventType{"keepalive", {}, 0},
    EventType{"end_of_execution", {}, 0},
};

class StreamReader {
 public:
  StreamReader(ExecutionReader& reader, ByteView input) : reader_(reader), input_(input) {}

  void run() {
    std::uint64_t offset = 0;
    while (offset < input_.size() && reader_.may_go_on()) {
      const ByteView rest = input_.subspan(static_cast<std::size_t>(offset));
      const void* newline = std::memchr(rest.data(), '\n', rest.size());
      const bool is_whole = newline != nullptr;
      const std::size_t length =
          is_whole ? static_cast<std::size_t>(static_cast<const std::byte*>(newline) - rest.data()) : rest.size();
      place_.begin = offset;
      place_.end = offset + length;
      place_.line = clamp_to<std::uint32_t>(++line_);
      read_line(rest.first(length), is_whole);
      offset += length + (is_whole ? 1 : 0);
    }
    finish();
  }

 private:
  void read_line(ByteView line, bool is_whole) {
    if (!is_whole) {
      // Whatever it holds, its rest may be missing; an event that seems whole is taken all the same.
      is_cut_ = true;
      reader_.report(FindingCode::kStreamIncomplete, "the last line has no line end: the stream was cut", place_, true);
    }
    const std::string_view text = as_chars(line);
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) {
      if (is_whole) violation("a blank line", false);
      return;
    }
    Findings found;
    const Result<json::Document> document = reader_.parse(line, place_, found);
    if (!document.ok()) {
      if (!is_whole) return;  // reported above
      reader_.adopt(found);
      violation("not one JSON value (" + document.error().message + "): begins with " +
                    reader_.quote(text.substr(0, kMaxQuotedBytes)),
                true);
      return;
    }
    // The server writes ASCII JSON and nothing else, so any of these comes from somebody in its place.
    const bool is_odd = std::any_of(found.listed().begin(), found.listed().end(), [](const Finding& f) {
      return f.code != FindingCode::kJsonBigNumber && f.code != FindingCode::kJsonProtoKey;
    });
    reader_.adopt(found);
    if (is_odd) violation("JSON as the server never writes it", false);
    if (!reader_.charge_nodes(document->nodes() + 1)) return;
    const json::Value event = document->root();
    if (!event.is_object()) {
      violation("the line is " + std::string(kind_words(event.kind())) + ", expected an object", true);
      return;
    }
    read_event(event, line);
  }

  void read_event(const json::Value& event, ByteView line) {
    json::Value type;
    if (!event.find("type", type)) {
      violation("the event has no type", true);
      return;
    }
    if (!type.is_string()) {
      violation("type is " + std::string(kind_words(type.kind())) + ", expected a string", true);
      return;
    }
    const std::string_view name = type.text();
    if (ends_ > 0) {
      reader_.report(FindingCode::kStreamAfterEnd,
                     "an event of type " + reader_.quote(name) + " after end_of_execution", place_, true);
      if (name == "end_of_execution") ++ends_;
      if (name == "error") has_late_error_ = true;
      return;
    }
    if (name == "result") {
      read_result(reader_, event, line, ResultForm{true, false, FindingCode::kStreamProtocol}, results_++, place_);
      return;
    }
    const auto known =
        std::find_if(kEventTypes.begin(), kEventTypes.end(), [&](const EventType& t) { return t.name == name; });
    if (known == kEventTypes.end()) {
      violation("an event of unknown type " + reader_.quote(name), true);
      return;
    }
    take_event(*known, event);
  }

  // Checks the fields of an event and takes those that are as they should be.
  void take_event(const EventType& type, const json::Value& event) {
    std::array<std::optional<json::Value>, 3> values;
    bool has_type = false;
    for (const json::Member member : event.members()) {
      const std::string_view key = member.key.text();
      if (key == "type") {
        if (has_type) violation("type again; the first one counts", true);
        has_type = true;
        continue;
      }
      std::size_t at = 0;
      while (at < type.count && type.fields[at].name != key) ++at;
      if (at == type.count) {
        violation(std::string(type.name) + ": unknown field " + reader_.quote(key), false);
      } else if (values[at]) {
        violation(std::string(type.name) + ": " + std::string(key) + " again; the first one counts", true);
      } else {
        values[at] = member.value;
      }
    }
    for (std::size_t at = 0; at < type.count; ++at) check_field(type, type.fields[at], values[at]);
    if (type.name == "number_of_executions") {
      take_count(values[0]);
    } else if (type.name == "stdout") {
      append(stdout_, values[0]);
    } else if (type.name == "stderr") {
      append(stderr_, values[0]);
    } else if (type.name == "error") {
      take_error(values);
    } else if (type.name == "end_of_execution") {
      ++ends_;
    }
  }

  void check_field(const EventType& type, const Field& field, std::optional<json::Value>& value) {
    const std::string where = std::string(type.name) + ": " + std::string(field.name);
    if (!value) {
      if (field.is_required) violation(where + " is missing", true);
      return;
    }
    if (type.name == "error" && value->is_null()) {
      value.reset();
      return;
    }
    const bool is_good = field.is_text ? value->is_string() : value->kind() == json::Kind::kInt;
    if (is_good) return;
    violation(where + " is " + std::string(kind_words(value->kind())) + ", expected " +
                  (field.is_text ? "a string" : "an integer"),
              true);
    value.reset();
  }

  void take_count(const std::optional<json::Value>& value) {
    if (reader_.run().execution_count) violation("number_of_executions again", false);
    if (value) reader_.run().execution_count = value->as_int();
  }

  // Pieces of one stream are joined: what is split over two events is one text to its reader.
  void append(std::optional<Bytes>& stream, const std::optional<json::Value>& text) {
    if (!text || !reader_.charge_output(text->text().size())) return;
    if (!stream) stream.emplace();
    const ByteView bytes = as_bytes(text->text());
    stream->insert(stream->end(), bytes.begin(), bytes.end());
  }

  void take_error(const std::array<std::optional<json::Value>, 3>& values) {
    ParsedError error;
    std::uint64_t size = 0;
    for (const std::optional<json::Value>& value : values) size += value ? value->text().size() : 0;
    if (!reader_.charge_output(size)) return;
    if (values[0]) error.name = std::string(values[0]->text());
    if (values[1]) error.value = std::string(values[1]->text());
    if (values[2]) error.traceback = std::string(values[2]->text());
    if (!reader_.run().error) {
      reader_.run().error = std::move(error);
      return;
    }
    violation("another error event", false);
    reader_.run().later_errors.push_back(std::move(error));
  }

  void finish() {
    ParsedExecution& run = reader_.run();
    place_ = {input_.size(), input_.size(), 0, {}};
    if (ends_ == 0 && !is_cut_) {
      reader_.report(FindingCode::kStreamIncomplete,
                     input_.empty() ? "the stream is empty" : "the stream ends without end_of_execution", place_, true);
    }
    std::vector<ParsedArtifact> artifacts;
    const auto add = [&](Channel channel, std::optional<Bytes>& stream) {
      if (!stream) return;
      ParsedArtifact artifact;
      artifact.channel = channel;
      artifact.declared_type = "text/plain";
      artifact.bytes = *std::move(stream);
      artifacts.push_back(std::move(artifact));
    };
    add(Channel::kStdout, stdout_);
    add(Channel::kStderr, stderr_);
    run.artifacts.insert(run.artifacts.begin(), std::make_move_iterator(artifacts.begin()),
                         std::make_move_iterator(artifacts.end()));
    run.is_success = ends_ == 1 && !run.error && !has_late_error_;
  }

  void violation(const std::string& what, bool is_lost) {
    reader_.report(FindingCode::kStreamProtocol, what, place_, is_lost);
  }

  ExecutionReader& reader_;
  ByteView input_;
  ExecutionReader::Place place_;
  std::uint64_t line_ = 0;
  std::uint32_t results_ = 0;
  std::uint64_t ends_ = 0;
  bool is_cut_ = false;
  bool has_late_error_ = false;
  std::optional<Bytes> stdout_;
  std::optional<Bytes> stderr_;
};

}  // namespace

void read_e2b_stream(ExecutionReader& reader, ByteView input) { StreamReader(reader, input).run(); }

}  // namespace sluice::pipeline
