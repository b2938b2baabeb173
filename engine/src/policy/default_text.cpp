#include "sluice/policy.h"

namespace sluice {

namespace {

constexpr std::string_view kDefaultText =
    R"toml(# A policy says what one task may let out of its sandbox. Every key is optional: what is
# written here is what holds without it. `sluice policy check` finds mistakes, `sluice policy explain`
# says in sentences what a policy lets out.

format = 1
name = "default"
consumer = "agent"             # who reads the clean bytes: agent, browser, terminal, spreadsheet, storage
# schemas = ["parts.schema.json"]  # JSON schemas beside this file that the channels' schemas may refer to

[limits]                       # MB is 10^6 bytes, MiB is 2^20
total = "500 MB"               # all artifacts of the run together
files = 1000
artifact = "100 MB"            # one artifact that is checked as a whole; a text stream is not held by it
output = "200 MB"              # clean bytes of one artifact
depth = 64                     # nesting of JSON, markup and containers
nesting = 4                    # artifacts inside artifacts: members, images of pages
nodes = 1_000_000              # JSON values, markup nodes, archive entries
string = "1 MiB"               # one JSON string
key = "64 KiB"                 # one JSON key
record = "16 MiB"              # one line of NDJSON, one record of a JSON text sequence
line = "64 KiB"                # text that a carriage return can reach back over
hold = "1 MiB"                 # what a stream may hold back before it suppresses
findings = 1000                # listed in a verdict; the rest is counted by rule
# deadline = "30 s"            # wall time of one check; none by default

[exec]
# exit_codes = [0]             # codes that pass; without it any does, and one other than 0 is flagged
# on_exit_code = "reject"      # a code outside the list: flag, quarantine, reject
on_unknown_exit = "flag"       # no code is known; "quarantine" where exit_codes is set
on_error = "flag"              # the run ended in an error; "reject" where exit_codes is set
stderr = "allow"               # anything on stderr: allow, flag, reject

[stdout]                       # stderr, results and files take the same keys
# types = ["text/plain"]       # without it every kind that sluice can check or clean; [] lets nothing out
# max_bytes = "1 MB"
# max_lines = 10_000
# max_line_bytes = "64 KiB"
on_overflow = "reject"         # or "truncate": cut visibly
# schema = "report.schema.json"    # a JSON schema beside this file; needs types = ["application/json"]
rebuild = false                # true: write the accepted JSON anew
unknown_members = "allow"      # members that the schema does not name: allow (as it says), reject, drop
fill_defaults = false          # true: absent members get the schema's defaults
canonical = false              # true: written in the form of RFC 8785
ndjson = false                 # true: one JSON value a line or record
on_bad_line = "reject"         # or "placeholder"
duplicate_keys = "reject"      # or "first", "keep"
big_numbers = "keep"           # or "reject", "null"
non_finite = "reject"          # NaN and Infinity; or "null"
lone_surrogates = "reject"     # or "replace"
raw_controls = "reject"        # control characters not escaped; or "strip", "escape"
json_utf8 = "reject"           # bytes of JSON strings that are not UTF-8; or "replace"
byte_order_mark = "strip"      # or "reject"
proto_keys = "reject"          # __proto__ and its like; or "drop", "keep"
controls = "strip"             # control characters and escape sequences: strip, escape, refuse
bidi = "strip"                 # characters that reverse the order of text
invisible = "strip"            # zero-width and tag characters
invalid_utf8 = "replace"       # or "refuse"
keep_colors = false            # true: SGR colors stay where the consumer is a terminal

[stderr]

[results]
release_members = false        # true: good members of a container leave although another is withheld

[files]
# allow = ["report.json", "charts/*.png"]    # names that pass; without it any safe name
# extensions = ["json", "png"]
release_members = false

[archives]
entries = 10_000
total = "1 GiB"                # what all compressed members of one artifact inflate to, nested ones too
member = "100 MB"              # one member, inflated
ratio = 100                    # inflated bytes for each byte of the artifact, past the first MiB
repack = "when_changed"        # or "always", "never": withheld where something would change

[secrets]
packs = ["core"]
action = "redact"              # redact, quarantine, reject
known_from_env = []            # names of variables whose values must not come back

[pii]
packs = ["pii"]
action = "off"                 # off, flag, redact

[injection]
packs = ["injection"]
action = "flag"                # flag, envelope, quarantine

[urls]
domains = []                   # hosts that are not flagged: "example.com", "*.example.com"
action = "flag"                # flag, defang, reject

[pickles]
allow = false                  # true: storage gets pickles that import nothing but data

[images]
reencode = false               # true: PNG, JPEG and WebP are decoded and encoded anew, in a process of its own

[html]
add_tags = []                  # elements kept beside the usual ones: "details", "summary", "center", "big", "strike", "tt"

[approval]
always_for = []                # media types that wait for a person

[sandbox]                      # read by sluice-e2b only
tools = []
egress_domains = []
env = []
lifetime = "5 min"
command_timeout = "1 min"
)toml";

}  // namespace

std::string default_policy_text() { return std::string(kDefaultText); }

}  // namespace sluice
