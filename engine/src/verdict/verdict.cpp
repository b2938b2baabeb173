#include "sluice/verdict.h"

#include <utility>

namespace sluice {

void Verdict::attach_clean(Consumer consumer, Bytes clean) {
  consumer_ = consumer;
  has_bytes_ = true;
  is_borrowed_ = false;
  clean_ = std::move(clean);
  borrowed_ = {};
}

void Verdict::attach_borrowed(Consumer consumer, ByteView input) {
  consumer_ = consumer;
  has_bytes_ = true;
  is_borrowed_ = true;
  clean_.clear();
  borrowed_ = input;
}

// The decision is looked at here and not when the bytes are attached: a later stage may still have moved it to the
// right. An incomplete check gives nothing whatever the decision says.
std::optional<ByteView> Verdict::released(Consumer consumer) const& noexcept {
  if (!is_released() || !is_complete || !has_bytes_ || consumer != consumer_) return std::nullopt;
  return is_borrowed_ ? borrowed_ : ByteView(clean_);
}

Bytes Verdict::take(Consumer consumer) && {
  const std::optional<ByteView> view = std::as_const(*this).released(consumer);
  if (!view) return {};
  has_bytes_ = false;
  Bytes out = is_borrowed_ ? Bytes(view->begin(), view->end()) : std::move(clean_);
  clean_.clear();
  borrowed_ = {};
  return out;
}

}  // namespace sluice
