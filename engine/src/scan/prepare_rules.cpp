#include "scan/prepare_rules.h"

#include <algorithm>
#include <cstring>

#include "scan/packed_rules.h"
#include "scan/prepared_rules.h"
#include "scan/rule_assembly.h"

namespace sluice::scan {

namespace {

// The patterns were tried by the tests of the packs; compiling them here would only cost time.
CompileOptions prepare_options() {
  CompileOptions options;
  options.defers_patterns = true;
  return options;
}

Result<std::string> packed_pack(const rules::RulePack& pack, ByteSetTable& sets) {
  const Result<std::vector<RuleParts>> parts = compile_pack(pack, prepare_options());
  if (!parts) return parts.error();
  PackedWriter out(sets);
  pack_rules(out, pack);
  out.list(*parts, pack_parts);
  return out.written();
}

// What was made of one combination: the texts of a database, and the database.
struct Written {
  std::string texts;
  std::string bytes;
};

Result<Written> packed_literals(const RuleAssembly& assembly) {
  const Result<HitDatabase> database = HitDatabase::of_literals(assembly.literals(), DatabaseTarget::kAnyMachine);
  if (!database) return database.error();
  Result<std::string> bytes = database->serialized();
  if (!bytes) return std::move(bytes).error();
  ByteSetTable none;
  PackedWriter texts(none);
  texts.list(assembly.literals(), pack_first_stage_literal);
  return Written{texts.written(), std::move(*bytes)};
}

Result<void> add_database(const std::vector<std::string>& names, const PreparedSource& source,
                          std::vector<Written>& out) {
  const CompileOptions options = prepare_options();
  RuleAssembly assembly(options);
  for (const std::string& name : names) {
    const auto found = std::find_if(source.packs.begin(), source.packs.end(),
                                    [&name](const PreparedSource::Pack& each) { return each.pack->name == name; });
    if (found == source.packs.end()) return Error{ErrorCode::kNotFound, "there is no rule pack '" + name + "'", 0};
    Result<std::vector<RuleParts>> parts = compile_pack(*found->pack, options);
    if (!parts) return std::move(parts).error();
    Result<void> added = assembly.add(found->pack, std::move(*parts));
    if (!added) return added;
  }
  assembly.close();
  if (!assembly.literals().empty()) {
    Result<Written> literals = packed_literals(assembly);
    if (!literals) return std::move(literals).error();
    out.push_back(std::move(*literals));
  }
  return {};
}

void write_byte_sets(PackedWriter& out, const ByteSetTable& sets) {
  out.list(sets.sets(), [](PackedWriter& io, const rules::ByteSet& set) {
    for (const std::uint64_t word : set.words()) io.word(word);
    io.flag(set.contains_end());
  });
}

void write_sets(PackedWriter& out, const rules::RuleSets& sets) {
  out.list(sets.packs_of, [](PackedWriter& io, const auto& set) {
    io.text(set.first);
    io.list(set.second, pack_text);
  });
}

}  // namespace

Result<std::string> prepare_rules(const PreparedSource& source) {
  ByteSetTable sets;
  std::vector<std::string> bodies;
  for (const PreparedSource::Pack& each : source.packs) {
    Result<std::string> body = packed_pack(*each.pack, sets);
    if (!body) return std::move(body).error();
    bodies.push_back(std::move(*body));
  }
  std::vector<Written> databases;
  for (const std::vector<std::string>& names : source.combinations) {
    Result<void> added = add_database(names, source, databases);
    if (!added) return std::move(added).error();
  }

  PackedWriter out(sets);
  out.number(kPreparedFormat);
  out.text(hit_engine_version());
  write_byte_sets(out, sets);
  write_sets(out, source.sets);
  out.number(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Sha256Digest& digest = source.packs[i].digest;
    out.text(source.packs[i].pack->name);
    out.text({reinterpret_cast<const char*>(digest.data()), digest.size()});
    out.text(bodies[i]);
  }
  const auto write_database = [](PackedWriter& io, const Written& database) {
    io.text(database.texts);
    io.text(database.bytes);
  };
  out.list(databases, write_database);

  std::string written = std::string(PreparedRules::kMagic) + out.written();
  const std::uint64_t checksum = PreparedRules::checksum(as_bytes(written));
  written.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
  return written;
}

}  // namespace sluice::scan
