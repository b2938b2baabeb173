#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/findings.h"
#include "sluice/bytes.h"

namespace sluice::sanitize::xml {

inline constexpr std::string_view kXmlNamespace = "http://www.w3.org/XML/1998/namespace";

/// The name of an element or attribute: a namespace, never a prefix. An attribute without a prefix has no namespace.
struct Name {
  std::string_view uri;
  std::string_view local;
};

struct Attribute {
  Name name;
  std::string_view value;  ///< decoded and normalized: no references, no line breaks but those written as references
};

/// A start tag. Views are valid during the call.
struct StartTag {
  Name name;
  std::span<const Attribute> attributes;  ///< without namespace declarations; no two have the same name
  std::uint64_t begin = 0;                ///< of the tag in the document
  std::uint64_t end = 0;
};

/// `<!DOCTYPE name PUBLIC "public_id" "system_id">`, without an internal subset.
struct Doctype {
  std::string_view name;
  std::string_view public_id;  ///< empty: none
  std::string_view system_id;
  std::uint64_t begin = 0;
};

/// Gets what a document holds, in its order. Everything is checked UTF-8. A call that returns false ends the reading.
/// May throw std::bad_alloc, which read() passes on.
class Handler {
 public:
  Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  virtual ~Handler() = default;

  [[nodiscard]] virtual bool on_start(const StartTag& tag) = 0;
  [[nodiscard]] virtual bool on_end(std::uint64_t begin, std::uint64_t end) = 0;
  /// Text and CDATA, decoded; one run may come in many pieces.
  [[nodiscard]] virtual bool on_text(std::string_view text, std::uint64_t begin, std::uint64_t end) = 0;
  /// @return true where it may be passed over. Nothing that it names is ever loaded, and it defines nothing.
  [[nodiscard]] virtual bool on_doctype(const Doctype&) { return false; }
  virtual void on_comment(std::uint64_t /*begin*/) {}
  virtual void on_instruction(std::string_view /*target*/, std::uint64_t /*begin*/) {}
};

struct ReadLimits {
  std::uint64_t max_depth = 128;
  std::uint64_t max_elements = 1'000'000;
  std::uint64_t max_attributes = 256;              ///< of one element
  std::uint64_t max_attribute_bytes = 16'777'216;  ///< one value
};

enum class ReadStatus : std::uint8_t {
  kOk,
  kStopped,    ///< by the handler
  kMalformed,  ///< not well-formed, with namespaces; or bytes that are not UTF-8
  kEncoding,   ///< another encoding than UTF-8, by its declaration or byte order mark
  kDoctype,    ///< a document type declaration with a subset of its own, or that the handler refused
  kEntity,     ///< a reference to an entity other than the five of XML
  kDepth,
  kSize,    ///< too many elements or attributes, or a value too long
  kBudget,  ///< the budget is exhausted
};

struct ReadResult {
  ReadStatus status = ReadStatus::kOk;
  std::uint64_t offset = 0;      ///< where reading ended, in the document
  std::string_view detail = {};  ///< a constant
  [[nodiscard]] bool ok() const noexcept { return status == ReadStatus::kOk; }
};

/// Reads an XML 1.0 document with namespaces and tells a handler what it holds. Entities cannot be declared, nothing is
/// loaded. Expat does the reading; it gets the document in one piece, so that no token is scanned twice.
///
/// @param document  any bytes, at most 2 GB
/// @param budget    charged a step for each byte and a node for each element and 16 attributes; polled
/// @return how it ended. O(n); memory as deep as the document and as large as its largest tag.
/// Throws std::bad_alloc. Thread-safety: as `handler` and `budget`.
/// Source: XML 1.0 fifth edition; Namespaces in XML 1.0.
[[nodiscard]] ReadResult read(ByteView document, const ReadLimits& limits, Budget& budget, Handler& handler);

/// Adds the finding, of effect quarantine, that says why a document was not read to its end. Does nothing for kOk and
/// kStopped.
void add_finding(const ReadResult& result, const Budget& budget, Findings& findings);

}  // namespace sluice::sanitize::xml
