#include "peers/peer_pattern.h"

namespace sluice::bench {

RuleList rules_of(const scan::CompiledRules& compiled) {
  RuleList out;
  for (std::size_t i = 0; i < compiled.rule_count(); ++i) out.push_back(&compiled.rule(i));
  return out;
}

re2::RE2::Options peer_options() {
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_max_mem(64 << 20);
  return options;
}

}  // namespace sluice::bench
