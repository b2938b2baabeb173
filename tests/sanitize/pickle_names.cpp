// What the walker of pickles sees, for pickle_differential.py. Reads pickles from stdin, each after its length in
// decimal digits and a newline, and writes a line for each: how the walk ended (ok, not_pickle, refused), how many
// opcodes it took and where it ended, then the names it would import, all as hex of module and name.
#include <cstdio>
#include <deque>
#include <iostream>
#include <iterator>
#include <string>

#include "codec/hex.h"
#include "sanitize/data/pickle_walk.h"
#include "sluice/bytes.h"

namespace {

class Printer final : public sluice::sanitize::PickleVisitor {
 public:
  void on_global(std::string_view module, std::string_view name, const sluice::sanitize::PickleName*,
                 std::uint64_t) override {
    names += " " + sluice::codec::encode_hex(sluice::as_bytes(module)) + ":" +
             sluice::codec::encode_hex(sluice::as_bytes(name));
  }
  void on_text(std::string_view, std::uint64_t, std::uint64_t) override {}
  std::string names;
};

}  // namespace

int main() {
  using sluice::sanitize::PickleFault;
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  for (std::size_t at = 0; at < input.size();) {
    const std::size_t line = input.find('\n', at);
    if (line == std::string::npos) return 1;
    const std::size_t length = std::stoul(input.substr(at, line - at));
    const sluice::ByteView pickle = sluice::as_bytes(input).subspan(line + 1, length);
    at = line + 1 + length;
    sluice::Budget budget;
    if (!budget.admit_input(length)) return 1;
    std::deque<std::string> decoded;
    Printer printer;
    const sluice::sanitize::PickleWalk walk =
        sluice::sanitize::walk_pickle(pickle, sluice::sanitize::PickleDialect::kPlain, printer, decoded, budget);
    const char* const end = walk.fault == PickleFault::kNone        ? "ok"
                            : walk.fault == PickleFault::kNotPickle ? "not_pickle"
                            : walk.fault == PickleFault::kRefused   ? "refused"
                                                                    : "budget";
    std::printf("%s %llu %llu%s\n", end, static_cast<unsigned long long>(walk.opcodes),
                static_cast<unsigned long long>(walk.end), printer.names.c_str());
  }
  return 0;
}
