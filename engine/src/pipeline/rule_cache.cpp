#include "pipeline/rule_cache.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "crypto/digest.h"
#include "pipeline/build_id.h"
#include "scan/literal_database.h"
#include "scan/sealed_rules.h"

namespace sluice::pipeline {

namespace {

constexpr std::size_t kKeyBytes = 32;
constexpr std::string_view kSuffix = ".rules";
constexpr const char* kKeyName = "key";

std::string name_of(const Sha256Digest& id) { return to_hex(std::span<const std::uint8_t>(id)) + std::string(kSuffix); }

bool is_entry(std::string_view name) noexcept {
  constexpr std::size_t kDigits = 2 * Sha256Digest().size();
  return name.size() == kDigits + kSuffix.size() && name.ends_with(kSuffix) &&
         name.find_first_not_of("0123456789abcdef") == kDigits;
}

Result<SecretBytes> read_key(const PrivateFolder& folder) {
  Result<Bytes> read = folder.read(kKeyName, kKeyBytes, PrivateFolder::Readers::kOwner);
  if (!read) return std::move(read).error();
  SecretBytes key{ByteView(*read)};
  wipe(std::span<std::byte>(*read));
  if (key.size() != kKeyBytes) {
    return Error{ErrorCode::kInvalidArgument, folder.path() + "/" + kKeyName + " is cut off", 0};
  }
  return key;
}

Result<SecretBytes> make_key(const PrivateFolder& folder) {
  Result<Bytes> random = random_bytes(kKeyBytes);
  if (!random) return std::move(random).error();
  Result<void> created = folder.create(kKeyName, *random);
  wipe(std::span<std::byte>(*random));
  // Where another process was first its key is the one that counts.
  if (!created && created.error().code != ErrorCode::kAlreadyExists) return std::move(created).error();
  return read_key(folder);
}

}  // namespace

Sha256Digest rule_cache_id(std::span<const std::string_view> packs) {
  Sha256 hash;
  // Each text with its length, so that no two lists of texts read the same.
  const auto add = [&hash](std::string_view text) {
    const std::uint64_t size = text.size();
    char bytes[sizeof(size)];
    std::memcpy(bytes, &size, sizeof(size));
    hash.update(as_bytes({bytes, sizeof(bytes)}));
    hash.update(as_bytes(text));
  };
  add(build_id());
  add(scan::hit_engine_version());
  std::for_each(packs.begin(), packs.end(), add);
  return hash.finish();
}

Result<RuleCache> RuleCache::open(const std::string& path) {
  Result<PrivateFolder> folder = PrivateFolder::open(path);
  if (!folder) return std::move(folder).error();
  Result<SecretBytes> key = read_key(*folder);
  if (!key) {
    if (key.error().code == ErrorCode::kIo) return std::move(key).error();
    // A key that is refused may be known to others: a new one makes what was sealed under it worthless.
    if (key.error().code != ErrorCode::kNotFound) {
      Result<void> removed = folder->remove(kKeyName);
      if (!removed) return std::move(removed).error();
    }
    key = make_key(*folder);
  }
  if (!key) return std::move(key).error();
  return RuleCache(std::move(*folder), std::move(*key));
}

std::string RuleCache::path_of(const Sha256Digest& id) const { return folder_.path() + "/" + name_of(id); }

Result<RuleCache::Entry> RuleCache::read(const Sha256Digest& id) const {
  Result<Bytes> file = folder_.read(name_of(id), kMaxEntryBytes, PrivateFolder::Readers::kAnyone);
  if (!file) return std::move(file).error();
  Entry entry{std::move(*file), {}};
  Result<ByteView> payload = scan::unseal_rules(entry.file, id, key_.view());
  if (!payload) return Error{payload.error().code, path_of(id) + " " + payload.error().message, 0};
  entry.payload = *payload;
  return entry;
}

Result<void> RuleCache::write(const Sha256Digest& id, std::string_view payload) const {
  if (payload.size() > kMaxEntryBytes - scan::kSealedHeaderBytes) {
    return Error{
        ErrorCode::kInvalidArgument,
        "the compiled rules have " + std::to_string(payload.size()) + " bytes, which is more than the cache keeps", 0};
  }
  const std::string name = name_of(id);
  Result<void> written = folder_.replace(name, as_bytes(scan::seal_rules(payload, id, key_.view())));
  if (!written) return written;
  trim(name);
  return {};
}

// What cannot be removed now is removed by the next writer.
void RuleCache::trim(const std::string& newest) const {
  folder_.remove_leftovers();
  Result<std::vector<PrivateFolder::File>> files = folder_.list();
  if (!files) return;
  std::erase_if(*files, [](const PrivateFolder::File& file) { return !is_entry(file.name); });
  // Newest first; the one that was just written is the first of its second.
  std::sort(files->begin(), files->end(), [&newest](const PrivateFolder::File& a, const PrivateFolder::File& b) {
    return std::tuple(b.name == newest, b.modified_s, b.name) < std::tuple(a.name == newest, a.modified_s, a.name);
  });
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < files->size(); ++i) {
    bytes += (*files)[i].bytes;
    if (i >= kMaxEntries || bytes > kMaxBytes) static_cast<void>(folder_.remove((*files)[i].name));
  }
}

}  // namespace sluice::pipeline
