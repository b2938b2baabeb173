#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "config/reader.h"

namespace sluice::config {

namespace {

constexpr std::size_t kMaxNameBytes = 64;

std::string normalize(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    if (c == '-') c = '_';
  }
  return out;
}

// Optimal string alignment: insert, delete, replace, swap of neighbors. O(a b) for names of at most 64 bytes.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::array<std::vector<std::size_t>, 3> rows;  // the row before the last, the last, the current
  for (auto& row : rows) row.assign(b.size() + 1, 0);
  for (std::size_t j = 0; j <= b.size(); ++j) rows[1][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    rows[2][0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = rows[1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
      std::size_t best = std::min({rows[1][j] + 1, rows[2][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) best = std::min(best, rows[0][j - 2] + 1);
      rows[2][j] = best;
    }
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
  }
  return rows[1][b.size()];
}

// True where one name is the other with words before or after it: "max_depth" and "depth".
bool is_part(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return a.size() >= 3 && a.size() < b.size() &&
         (b.ends_with("_" + std::string(a)) || b.starts_with(std::string(a) + "_"));
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  if (name.empty() || name.size() > kMaxNameBytes) return {};
  const std::string wanted = normalize(name);
  const std::size_t limit = name.size() < 3 ? 0 : name.size() / 3;
  std::string_view best;
  std::size_t best_distance = limit + 1;
  for (const std::string_view candidate : known) {
    if (candidate.size() > kMaxNameBytes) continue;
    const std::size_t distance = edit_distance(wanted, normalize(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  if (!best.empty()) return best;
  const auto part = std::find_if(known.begin(), known.end(),
                                 [&](std::string_view candidate) { return is_part(wanted, normalize(candidate)); });
  return part == known.end() ? std::string_view{} : *part;
}

}  // namespace sluice::config
