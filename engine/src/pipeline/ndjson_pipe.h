#pragma once

#include "json/ndjson.h"
#include "pipeline/json_stage.h"
#include "pipeline/text_pipe.h"

namespace sluice::pipeline {

/// JSON values one after another in, the clean ones out, each judged alone: a line that is not acceptable withholds
/// everything, or leaves a placeholder where the policy says so. Any split of the input gives the same output and
/// findings. Memory: one line, bounded by [limits] record, and 64 KiB of output. Not thread-safe.
class NdjsonPipe {
 public:
  NdjsonPipe(json::Framing framing, const json::CompiledSchema* schema, const CheckContext& context);

  /// Checks the lines that `block` completes. Where the context is withheld afterwards nothing more is to be fed.
  void feed(ByteView block, CheckContext& context, TextSink& sink);
  /// Checks the last line.
  void finish(CheckContext& context, TextSink& sink);

 private:
  void drain(CheckContext& context, TextSink& sink);
  void check(const json::Line& line, CheckContext& context);
  // What was found in a line joins the findings of the stream. False where everything is withheld for it.
  [[nodiscard]] bool settle(Findings& found, bool may_stay_behind, CheckContext& context);
  void write(ByteView clean, bool is_identity);
  void release(CheckContext& context, TextSink& sink);

  json::Framing framing_;
  const json::CompiledSchema* schema_;
  Budget fresh_;  // what one line may spend
  json::LineSplitter splitter_;
  Bytes out_;
  std::uint64_t written_ = 0;
  bool is_identity_ = true;  // everything so far is the input itself
  bool is_stopped_ = false;  // a line withholds all of them
};

}  // namespace sluice::pipeline
