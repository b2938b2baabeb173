#include "pipeline/pack_names.h"

#include <algorithm>

namespace sluice::pipeline {

namespace {

std::vector<std::string> wanted_names(const policy::Policy& policy) {
  std::vector<std::string> names = policy.secrets.packs;
  if (policy.pii.action != policy::PiiAction::kOff)
    names.insert(names.end(), policy.pii.packs.begin(), policy.pii.packs.end());
  names.insert(names.end(), policy.injection.packs.begin(), policy.injection.packs.end());
  names.push_back("urls");
  return names;
}

}  // namespace

std::vector<std::string> pack_names(const policy::Policy& policy, const rules::RuleSets& sets) {
  std::vector<std::string> packs;
  const auto add = [&packs](const std::string& name) {
    if (std::find(packs.begin(), packs.end(), name) == packs.end()) packs.push_back(name);
  };
  for (const std::string& name : wanted_names(policy)) {
    const auto set = sets.packs_of.find(name);
    if (set == sets.packs_of.end()) {
      add(name);
    } else {
      std::for_each(set->second.begin(), set->second.end(), add);
    }
  }
  return packs;
}

Error unknown_pack(const std::string& name, const rules::RuleSets& sets) {
  std::string known;
  for (const auto& [set_name, members] : sets.packs_of) known += (known.empty() ? "" : ", ") + set_name;
  return Error{ErrorCode::kNotFound,
               "the policy names the rule pack '" + name + "', which does not exist; the sets are " + known, 0};
}

}  // namespace sluice::pipeline
