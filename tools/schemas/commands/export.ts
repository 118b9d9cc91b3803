/** `npm run schemas -- export --plain`: exports entities for tools that support only standard JSON Schema. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { compileSchemas } from "../../../server/payments/schemas.ts";
import { buildPlainSchema } from "@portolan/engine/compiler";
import { dialect } from "../../../src/payments/compiler.ts";
import { CannotRun, createUnknownNameError, type Command } from "../context.ts";

const OUT = fileURLToPath(new URL("../../../dist/json-schema", import.meta.url));

export const exportPlain: Command = {
  usage: "export --plain [--out folder] [entity…]",
  description: "writes entities as pure JSON Schema 2020-12 (dist/json-schema), titled in --lang",
  run({ dir, args, options: { plain, out, lang } }) {
    if (!plain) throw new CannotRun("export writes one form: npm run schemas -- export --plain");
    const { entities } = compileSchemas(dir);
    const names = args.length > 0 ? args : [...entities.keys()];
    const chosen = names.map((name) => {
      const compiled = entities.get(name);
      if (!compiled) throw createUnknownNameError(name, [...entities.keys()]);
      return { name, schema: buildPlainSchema(dialect, compiled, lang) };
    });
    const folder = out === undefined ? OUT : resolve(out);
    mkdirSync(folder, { recursive: true });
    for (const { name, schema } of chosen)
      writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
    return {
      status: 0,
      text: `wrote ${chosen.length} ${chosen.length === 1 ? "schema" : "schemas"} to ${folder}`,
      json: Object.fromEntries(chosen.map(({ name, schema }) => [name, schema])),
    };
  },
};
