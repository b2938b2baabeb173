// Checks a page that came out of a sandbox and prints the headers with which a server may send what was released.
#include <cstdio>

#include "sluice/sluice.h"

int main() {
  sluice::Result<std::shared_ptr<const sluice::Engine>> engine = sluice::Engine::load({});
  if (!engine) return 2;
  sluice::Result<sluice::Run> run = sluice::Run::start(*engine);
  if (!run) return 2;
  sluice::Checker checker(*run);

  sluice::Artifact artifact;
  artifact.info.channel = sluice::Channel::kFile;
  artifact.info.name = "report.csv";
  const std::string table = "name,amount\n=1+1,2\n";
  artifact.bytes = sluice::as_bytes(table);
  sluice::CheckOptions options;
  options.consumer = sluice::Consumer::kSpreadsheet;
  const sluice::Verdict verdict = checker.check(artifact, options);

  sluice::DeliveryOptions delivery;
  delivery.file_name = artifact.info.name;  // as the sandbox chose it
  const sluice::Result<std::vector<sluice::Header>> headers = sluice::delivery_headers(verdict, delivery);
  if (!headers) return 1;  // withheld: nothing to serve
  for (const sluice::Header& header : *headers) std::printf("%s: %s\n", header.name.c_str(), header.value.c_str());
  const std::optional<sluice::ByteView> clean = verdict.released(sluice::Consumer::kSpreadsheet);
  if (!clean) return 1;
  std::fwrite(clean->data(), 1, clean->size(), stdout);
  return sluice::to_string(*clean) == "\"name\",\"amount\"\r\n\"'=1+1\",\"2\"\r\n" ? 0 : 1;
}
