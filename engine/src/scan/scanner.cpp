#include "scan/scanner.h"

#include "scan/compiled_state.h"
#include "scan/view_scanner.h"

namespace sluice::scan {

ScanResult scan(ByteView text, Scratch& scratch, const MarkTable* marks, Budget& budget) {
  ScanResult result;
  ViewScanner scanner(*scratch.rules());
  const Window window{text, 0, true};
  result.is_complete = scanner.advance(window, scratch.state(), budget);
  result.matches = std::move(scanner.open_matches());
  std::optional<Fingerprinter> maker;
  ViewScanner::settle(result.matches, window, marks, maker);
  return result;
}

}  // namespace sluice::scan
