/** Checks that every constant is read, and that texts of `locales` name existing ones. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CompiledSchemas } from "@portolan/engine/folder";
import { createFinding, parseJson, type SchemaError } from "@portolan/engine/compiler";
import { fillConstants } from "@portolan/engine";
import { findConstantReads } from "./changes/code-references.ts";
import { listUses } from "./changes/product-changes.ts";
import { readTexts } from "./glossary.ts";
import { toolMessages } from "./tool-messages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns a finding for each constant that neither schemas, texts nor code read and no test compares with them, and for
 * each text of `locales` that names an unknown constant.
 */
export function checkConstants(schemas: CompiledSchemas, dir: string): SchemaError[] {
  return [...findUnread(schemas, `${basename(dir)}/constants.json`), ...findUnknown(schemas, dir)];
}

function findUnread(schemas: CompiledSchemas, file: string): SchemaError[] {
  const { constants } = schemas.library;
  return (parseJson(file, schemas.sources.get(file) ?? "{}").json?.entries() ?? []).flatMap(([name, json]) => {
    const constant = constants[name];
    if (!constant || listUses(schemas, name).length > 0 || findConstantReads(ROOT, name).length > 0) return [];
    if (constant.test !== undefined && isNamedIn(join(ROOT, constant.test), name)) return [];
    return [createFinding(json.location("key"), "constant-unread", toolMessages.constantUnread(name, constant.test))];
  });
}

const isNamedIn = (path: string, name: string): boolean =>
  existsSync(path) && new RegExp(`\\b${name}\\b`).test(readFileSync(path, "utf8"));

function findUnknown({ library: { constants } }: CompiledSchemas, dir: string): SchemaError[] {
  const findings: SchemaError[] = [];
  for (const { value, json } of readTexts(dir, false))
    fillConstants(value, (name, index) => {
      if (Object.hasOwn(constants, name)) return undefined;
      const location = json.location({ from: index, to: index + `{constants.${name}}`.length });
      findings.push(createFinding(location, "unknown-constant", toolMessages.unknownConstant(name)));
      return undefined;
    });
  return findings;
}
