#include "pipeline/unspaced_reading.h"

#include <algorithm>
#include <utility>

namespace sluice::pipeline {

namespace {

constexpr std::size_t kMinKnownBytes = 8;

bool is_blank(std::byte byte) noexcept {
  return byte == std::byte{' '} || byte == std::byte{'\n'} || byte == std::byte{'\t'} || byte == std::byte{'\r'};
}

SecretBytes without_blanks(ByteView value) {
  Bytes kept;
  kept.reserve(value.size());  // so that no half-filled buffer with the value is left behind
  std::copy_if(value.begin(), value.end(), std::back_inserter(kept), [](std::byte byte) { return !is_blank(byte); });
  SecretBytes out{ByteView(kept)};
  wipe(kept);
  return out;
}

}  // namespace

Result<std::shared_ptr<const scan::CompiledRules>> compile_unspaced(std::span<const scan::KnownValue> values) {
  if (values.empty()) return std::shared_ptr<const scan::CompiledRules>();
  std::vector<scan::KnownValue> unspaced;
  for (const scan::KnownValue& value : values) {
    SecretBytes bytes = without_blanks(value.value.view());
    // Blanks made up most of it: what is left is too short to tell from ordinary text.
    const bool is_short = bytes.view().size() < kMinKnownBytes;
    unspaced.push_back({value.name, is_short ? SecretBytes(value.value.view()) : std::move(bytes)});
  }
  scan::CompileOptions options;
  options.known_secrets = unspaced;
  options.find_forged_marks = false;
  return scan::CompiledRules::compile({}, options);
}

UnspacedReading::UnspacedReading(const CheckContext& context, const scan::StreamOptions& options)
    : options_(options), scan_(context.engine.unspaced_rules, &context.run.marks, options) {}

void UnspacedReading::feed(ByteView text, CheckContext& context) {
  context.budget.credit_work(text.size());
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && !is_blank(text[end])) ++end;
    if (end > at) {
      if (blanks_ > kMaxBlanks) end_part(context);
      unspaced_.insert(unspaced_.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                       text.begin() + static_cast<std::ptrdiff_t>(end));
      map_.append_copied(bytes_, end - at);
      blanks_ = 0;
      bytes_ += end - at;
      at = end;
    }
    while (at < text.size() && is_blank(text[at])) {
      ++at;
      ++bytes_;
      ++blanks_;
    }
  }
  scan(context);
  // Text that is mostly blanks gives the scanner too little to begin with.
  if (blanks_ > kMaxBlanks || bytes_ - decided_ > 2 * options_.min_batch_bytes) {
    scan_.flush(*context.scratch.unspaced, context.budget);
    take_decided();
  }
}

void UnspacedReading::finish(CheckContext& context) { end_part(context); }

void UnspacedReading::scan(CheckContext& context) {
  scan_.feed(unspaced_, *context.scratch.unspaced, context.budget);
  unspaced_.clear();
  take_decided();
}

// Nothing goes on from here.
void UnspacedReading::end_part(CheckContext& context) {
  scan(context);
  scan_.finish(*context.scratch.unspaced, context.budget);
  take_decided();
  if (!is_complete_) return;
  decided_ = bytes_;
  scan_ = scan::StreamScanner(context.engine.unspaced_rules, &context.run.marks, options_);
  map_.clear();
}

void UnspacedReading::take_decided() {
  for (scan::Match& match : scan_.take_matches()) {
    const text::RawSpan span = map_.hull(match.begin, match.end);
    match.begin = match.match_begin = span.begin;
    match.end = match.match_end = span.end;
    matches_.push_back(match);
  }
  is_complete_ = is_complete_ && scan_.is_complete();
  const std::uint64_t frontier = scan_.frontier();
  decided_ = frontier < map_.clean_size() ? map_.raw_begin(frontier) : bytes_;
  map_.discard_before(frontier);
}

std::vector<scan::Match> UnspacedReading::take_matches() { return std::exchange(matches_, {}); }

bool scan_unspaced(ByteView text, CheckContext& context, std::vector<scan::Match>& matches) {
  if (context.engine.unspaced_rules == nullptr) return true;
  UnspacedReading reading(context, {});
  reading.feed(text, context);
  reading.finish(context);
  const std::vector<scan::Match> found = reading.take_matches();
  matches.insert(matches.end(), found.begin(), found.end());
  return reading.is_complete();
}

}  // namespace sluice::pipeline
