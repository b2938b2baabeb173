// ajv behind the protocol of engine/src/json/reference/protocol.h. Argument: the node_modules folder.
"use strict";
const path = require("path");

const modules = path.resolve(process.argv[2]);
const load = (name) => require(path.join(modules, name));
const options = {strict: false, validateFormats: false, ownProperties: true, logger: false};

function makeAjv(schema) {
  const dialect = (typeof schema === "object" && schema.$schema) || "2020-12";
  if (dialect.includes("draft-04")) {
    const Ajv = load("ajv-draft-04");
    return new (Ajv.default || Ajv)(options);
  }
  if (dialect.includes("draft-07") || dialect.includes("draft-06")) {
    const ajv = new (load("ajv").default)(options);
    if (dialect.includes("draft-06")) ajv.addMetaSchema(load("ajv/dist/refs/json-schema-draft-06.json"));
    return ajv;
  }
  return new (load(dialect.includes("2019-09") ? "ajv/dist/2019" : "ajv/dist/2020").default)(options);
}

let validate = null;
function answer(kind, text) {
  try {
    if (kind === "schema") {
      const schema = JSON.parse(text);
      validate = makeAjv(schema).compile(schema);
      return "ready";
    }
    return validate(JSON.parse(text)) ? "valid" : "invalid";
  } catch (error) {
    return (kind === "schema" ? "refused " : "error ") + String(error.message).replace(/[^ -~]/g, "?").slice(0, 300);
  }
}

let pending = Buffer.alloc(0);
process.stdin.on("data", (piece) => {
  pending = Buffer.concat([pending, piece]);
  for (;;) {
    const end = pending.indexOf("\n");
    if (end < 0) return;
    const [kind, size] = pending.toString("utf8", 0, end).split(" ");
    if (pending.length < end + 1 + Number(size)) return;
    const text = pending.toString("utf8", end + 1, end + 1 + Number(size));
    pending = pending.subarray(end + 1 + Number(size));
    process.stdout.write(answer(kind, text) + "\n");
  }
});
