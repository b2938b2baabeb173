#include "sanitize/data/safetensors.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/checked.h"
#include "core/reserve.h"
#include "json/parser.h"
#include "json/writer.h"
#include "media/bytes_at.h"
#include "sanitize/data/readable.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kAlignment = 8;
constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::uint64_t kPollTensors = 4096;
constexpr std::string_view kMetadata = "__metadata__";

struct Dtype {
  std::string_view name;
  std::uint64_t bytes;
};
constexpr std::array<Dtype, 17> kDtypes{{{"BOOL", 1},
                                         {"U8", 1},
                                         {"I8", 1},
                                         {"F8_E4M3", 1},
                                         {"F8_E5M2", 1},
                                         {"F8_E8M0", 1},
                                         {"I16", 2},
                                         {"U16", 2},
                                         {"F16", 2},
                                         {"BF16", 2},
                                         {"I32", 4},
                                         {"U32", 4},
                                         {"F32", 4},
                                         {"I64", 8},
                                         {"U64", 8},
                                         {"F64", 8},
                                         {"C64", 8}}};

struct Tensor {
  std::string_view name;
  std::string_view dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

std::optional<std::uint64_t> as_size(json::Value value) noexcept {
  if (value.kind() != json::Kind::kInt || value.as_int() < 0) return std::nullopt;
  return static_cast<std::uint64_t>(value.as_int());
}

class SafetensorsCleaner {
 public:
  SafetensorsCleaner(ByteView file, const SafetensorsLimits& limits, Job& job)
      : file_(file), limits_(limits), job_(job) {}

  Output run() {
    if (!job_.budget.charge(Budget::Kind::kSteps, 1 + file_.size() / kBytesPerStep) || !job_.budget.poll()) {
      return exhausted();
    }
    if (!read_header() || !check_offsets() || !scan()) return {};
    return write();
  }

 private:
  Output exhausted() {
    job_.findings.add_exhausted(job_.budget);
    return {};
  }
  bool refuse(FindingCode code, std::string detail) {
    job_.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)));
    return false;
  }
  bool bad_layout(std::string detail) { return refuse(FindingCode::kDataLayout, std::move(detail)); }

  bool read_header() {
    if (!media::has_room(file_, 0, kLengthBytes)) return bad_layout("the file ends before its header");
    const std::uint64_t length = media::le_at(file_, 0, kLengthBytes);
    if (length > limits_.max_header_bytes) {
      return bad_layout("the header says it has " + std::to_string(length) + " bytes, allowed are " +
                        std::to_string(limits_.max_header_bytes));
    }
    if (!media::has_room(file_, kLengthBytes, length)) return bad_layout("the file ends inside of its header");
    const ByteView text = file_.subspan(kLengthBytes, static_cast<std::size_t>(length));
    data_ = file_.subspan(static_cast<std::size_t>(kLengthBytes + length));
    if (media::u8_at(text, 0) != '{') return bad_layout("the header does not begin with a brace");
    json::ParsePolicy policy;
    policy.big_number = json::OnAnomaly::kReject;
    policy.byte_order_mark = json::OnAnomaly::kReject;
    policy.scrubber = job_.host.scrubber();
    const Result<json::Document> parsed = parser_.parse(text, policy, job_.budget, job_.findings);
    if (!parsed) {
      job_.findings.raise(Decision::kQuarantine);
      return false;
    }
    if (!parsed->root().is_object()) return bad_layout("the header is not an object");
    for (const json::Member member : parsed->root().members()) {
      if (tensors_.size() % kPollTensors == 0 && !job_.budget.poll()) return exhausted().is_released;
      if (!(member.key.text() == kMetadata ? read_metadata(member.value) : read_tensor(member))) return false;
    }
    return true;
  }

  bool read_metadata(json::Value value) {
    if (!value.is_object()) return bad_layout("__metadata__ is not an object");
    for (const json::Member member : value.members()) {
      if (!member.value.is_string()) return bad_layout("__metadata__ holds something other than texts");
      metadata_.emplace_back(member.key.text(), member.value.text());
    }
    metadata_at_ = tensors_.size();
    return true;
  }

  bool read_tensor(const json::Member& member) {
    Tensor tensor;
    tensor.name = member.key.text();
    json::Value dtype;
    json::Value shape;
    json::Value offsets;
    if (!member.value.is_object() || member.value.size() != 3 || !member.value.find("dtype", dtype) ||
        !member.value.find("shape", shape) || !member.value.find("data_offsets", offsets) || !dtype.is_string() ||
        !shape.is_array() || !offsets.is_array() || offsets.size() != 2) {
      return bad_layout("a tensor does not have dtype, shape and two data_offsets and nothing else");
    }
    tensor.dtype = dtype.text();
    const auto known =
        std::find_if(kDtypes.begin(), kDtypes.end(), [&](const Dtype& d) { return d.name == tensor.dtype; });
    if (known == kDtypes.end()) return bad_layout("a tensor has an unknown dtype");
    std::uint64_t bytes = known->bytes;
    bool is_empty = false;
    for (const json::Value value : shape.elements()) {
      const std::optional<std::uint64_t> side = as_size(value);
      if (!side) return bad_layout("a shape holds something other than sizes");
      tensor.shape.push_back(*side);
      is_empty = is_empty || *side == 0;
      bytes = saturating_mul(bytes, std::max<std::uint64_t>(*side, 1));
    }
    const std::optional<std::uint64_t> begin = as_size(*offsets.elements().begin());
    const std::optional<std::uint64_t> end = as_size(*++offsets.elements().begin());
    if (!begin || !end || *begin > *end || *end > data_.size())
      return bad_layout("data_offsets lie outside of the file");
    if (*end - *begin != (is_empty ? 0 : bytes)) return bad_layout("a shape does not fit the bytes of its tensor");
    tensor.begin = *begin;
    tensor.end = *end;
    tensors_.push_back(std::move(tensor));
    return true;
  }

  // In the order of their offsets the tensors cover the data, each byte once.
  bool check_offsets() {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
    spans.reserve(tensors_.size());
    for (const Tensor& tensor : tensors_) spans.emplace_back(tensor.begin, tensor.end);
    std::sort(spans.begin(), spans.end());
    std::uint64_t at = 0;
    for (const auto& [begin, end] : spans) {
      if (begin != at)
        return bad_layout(begin < at ? "two tensors overlap" : "bytes between two tensors belong to none");
      at = end;
    }
    return at == data_.size() || bad_layout("bytes after the last tensor belong to none");
  }

  bool scan() {
    const std::uint64_t header_end = file_.size() - data_.size();
    TextProjection projection;
    for (const Tensor& tensor : tensors_) projection.add(Join::kBreak, tensor.name, 0, header_end, Flow::kAside);
    for (const auto& [key, value] : metadata_) projection.add(Join::kBreak, key, 0, header_end, Flow::kAside);
    const std::size_t fixed = projection.leaves().size();
    for (const auto& [key, value] : metadata_) projection.add(Join::kBreak, value, 0, header_end);
    const std::size_t texts = projection.leaves().size();
    add_readable(data_, header_end, projection);
    const LeafTexts changed = job_.host.scan(projection);
    if (!job_.budget.ok()) return exhausted().is_released;
    if (job_.is_withheld()) return false;
    for (std::size_t id = 0; id < projection.leaves().size(); ++id) {
      const std::string* const text = changed.changed(narrow<std::uint32_t>(id));
      if (text == nullptr) continue;
      if (id < fixed || id >= texts) {
        return refuse(FindingCode::kCleanerUnavailable,
                      id < fixed ? "a name cannot be replaced" : "text inside of tensors cannot be replaced");
      }
      metadata_[id - fixed].second = *text;
    }
    return true;
  }

  void write_metadata(std::string& out) const {
    json::append_escaped(out += '"', kMetadata);
    out += "\":{";
    for (std::size_t i = 0; i < metadata_.size(); ++i) {
      out += i == 0 ? "\"" : ",\"";
      json::append_escaped(out, metadata_[i].first);
      out += "\":\"";
      json::append_escaped(out, metadata_[i].second);
      out += '"';
    }
    out += '}';
  }

  static void write_tensor(std::string& out, const Tensor& tensor) {
    out += '"';
    json::append_escaped(out, tensor.name);
    out += "\":{\"dtype\":\"";
    out += tensor.dtype;
    out += "\",\"shape\":[";
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
      if (i > 0) out += ',';
      out += std::to_string(tensor.shape[i]);
    }
    out += "],\"data_offsets\":[" + std::to_string(tensor.begin) + ',' + std::to_string(tensor.end) + "]}";
  }

  Output write() {
    std::string header = "{";
    for (std::size_t i = 0; i <= tensors_.size(); ++i) {
      if (metadata_at_ == i) {
        if (header.size() > 1) header += ',';
        write_metadata(header);
      }
      if (i == tensors_.size()) break;
      if (header.size() > 1) header += ',';
      write_tensor(header, tensors_[i]);
    }
    header += '}';
    header.append((kAlignment - header.size() % kAlignment) % kAlignment, ' ');
    std::string head;
    for (unsigned i = 0; i < kLengthBytes; ++i) head += static_cast<char>((header.size() >> (8 * i)) & 0xFFU);
    head += header;
    Output output;
    output.is_released = true;
    if (as_chars(file_.first(file_.size() - data_.size())) == head) {
      output.is_unchanged = true;
      return output;
    }
    if (!job_.budget.charge(Budget::Kind::kOutputBytes, head.size() + data_.size())) return exhausted();
    job_.findings.add(FindingCode::kDataMetadata, Severity::kInfo, Decision::kSanitize, "the header was written anew");
    reserve_large(output.bytes, head.size() + data_.size());
    const ByteView head_bytes = as_bytes(head);
    output.bytes.assign(head_bytes.begin(), head_bytes.end());
    output.bytes.insert(output.bytes.end(), data_.begin(), data_.end());
    return output;
  }

  ByteView file_;
  const SafetensorsLimits& limits_;
  Job& job_;
  json::Parser parser_;  // owns what the names of tensors view
  ByteView data_;
  std::vector<Tensor> tensors_;
  std::vector<std::pair<std::string, std::string>> metadata_;
  std::optional<std::size_t> metadata_at_;  // before which tensor it stands
};

}  // namespace

Output clean_safetensors(ByteView bytes, const SafetensorsLimits& limits, Job& job) noexcept {
  try {
    return SafetensorsCleaner(bytes, limits, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
