// ajv in process: parse and validate, and validate alone. Arguments: node_modules, FOLDER, MILLISECONDS for each figure.
// The lesser of wall time and the process's CPU time counts, which favors ajv: on an idle machine the threads of the compiler
// and the collector are not held against it, on a busy one the wait for a core is not. The text is a string already; its
// decoding from bytes is not counted.
"use strict";
const fs = require("fs");
const path = require("path");

const [modules, folder, milliseconds] = [path.resolve(process.argv[2]), process.argv[3], Number(process.argv[4])];
const BATCH_NS = 2e6;

function makeValidate(schema) {
  const dialect = schema.$schema || "2020-12";
  const file = dialect.includes("draft-07") ? "ajv" : dialect.includes("2019-09") ? "ajv/dist/2019" : "ajv/dist/2020";
  const Ajv = require(path.join(modules, file)).default;
  return new Ajv({strict: false, validateFormats: false, logger: false}).compile(schema);
}

function cpuNs() {
  const used = process.cpuUsage();
  return (used.user + used.system) * 1000;
}

function timed(call, count) {
  const cpu = cpuNs();
  const start = process.hrtime.bigint();
  for (let i = 0; i < count; ++i) call();
  return Math.min(Number(process.hrtime.bigint() - start), cpuNs() - cpu) / count;
}

function best(call) {
  // The first half is for the compiler to warm up.
  const start = cpuNs();
  let calls = 0;
  do { call(); ++calls; } while (cpuNs() - start < milliseconds * 1e6);
  const batch = Math.max(1, Math.floor(BATCH_NS * calls / (cpuNs() - start)));
  let least = Infinity;
  const end = cpuNs() + milliseconds * 1e6;
  do { least = Math.min(least, timed(call, batch)); } while (cpuNs() < end);
  return least;
}

function check(isValid, name) {
  if (!isValid) throw new Error(name + " is not valid");
}

for (const family of fs.readdirSync(folder).sort()) {
  let validate;
  try {
    validate = makeValidate(JSON.parse(fs.readFileSync(path.join(folder, family, "schema.json"), "utf8")));
  } catch (error) {
    console.log(JSON.stringify({family, refused: error.message.slice(0, 200)}));
    continue;
  }
  for (const file of fs.readdirSync(path.join(folder, family)).filter((name) => name !== "schema.json")) {
    const size = path.basename(file, ".json");
    const text = fs.readFileSync(path.join(folder, family, file), "utf8");
    const tree = JSON.parse(text);
    const both = best(() => check(validate(JSON.parse(text)), family));
    const alone = best(() => check(validate(tree), family));
    console.log(JSON.stringify({family, size, parse_validate_ns: both, validate_ns: alone}));
  }
}
