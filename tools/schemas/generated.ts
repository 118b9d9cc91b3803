/** Generated files: meta-schemas, types and documents. */
import { writeEnvExample } from "../../server/config/example.ts";
import { isRow } from "../../server/core/row.ts";
import type { CompiledSchemas } from "../../server/schemas/read.ts";
import { DIALECT_URL, META_NAMES, writeTypes } from "../../src/engine/compiler.ts";
import { metaSchema } from "../../src/payments/compiler.ts";
import { kind } from "../../src/payments/runtime.ts";
import { writeApiDoc, writeExampleTests } from "./api.ts";
import { writeArchitectureDoc } from "./architecture.ts";
import { writeLanguageDoc, writeLifecyclesDoc } from "./docs.ts";

export type Part = "meta" | "types" | "docs" | "settings";

/** Returns the generated files of a group, each with its path relative to the repository root and its text. */
export function generateFiles(part: Part, schemas: CompiledSchemas): { path: string; text: string }[] {
  switch (part) {
    case "meta":
      return [
        ...META_NAMES.map((name) => ({
          path: `schemas/meta/${name}.schema.json`,
          text: `${JSON.stringify(metaSchema(name), null, 2)}\n`,
        })),
        { path: ".vscode/settings.json", text: writeEditorSettings() },
      ];
    case "types":
      return [{ path: "src/contract/types.gen.ts", text: writeTypes({ ...schemas, kind }, "../engine/index.ts") }];
    case "settings":
      return [{ path: ".env.example", text: writeEnvExample() }];
    case "docs":
      return [
        { path: "docs/schema-language.md", text: writeLanguageDoc() },
        { path: "docs/lifecycles.md", text: writeLifecyclesDoc(schemas) },
        { path: "docs/architecture.md", text: writeArchitectureDoc() },
        { path: "docs/api.md", text: writeApiDoc() },
        writeExampleTests(),
      ];
  }
}

/**
 * Generates the VS Code settings that map schema files to local meta-schemas, which reject unknown keywords. Without
 * them, VS Code would try to fetch the dialect from its reserved host. Entity files have `properties`, files of shared
 * definitions do not. Written on a single line, since it is not meant to be read.
 */
function writeEditorSettings(): string {
  const [entity, shared] = [metaSchema("entity"), metaSchema("shared")];
  const { $schema, $defs, ...entityForm } = entity;
  const { $schema: _same, $defs: sharedDefs, ...sharedForm } = shared;
  const schema = {
    $schema,
    if: { required: ["properties"] },
    // A JSON Schema keyword, not a thenable.
    // oxlint-disable-next-line unicorn/no-thenable
    then: entityForm,
    else: sharedForm,
    $defs: { ...(isRow($defs) && $defs), ...(isRow(sharedDefs) && sharedDefs) },
  };
  const fileMatch = ["schemas/entities/*.json", "schemas/shared/*.json"];
  return `{\n  "json.schemas": [\n    ${JSON.stringify({ fileMatch, url: DIALECT_URL, schema })}\n  ]\n}\n`;
}
