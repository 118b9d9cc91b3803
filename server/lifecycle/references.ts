import type { Entity, Row } from "../../src/engine/index.ts";
import type { CheckError } from "../../src/engine/index.ts";
import type { Schemas } from "../schemas/read.ts";
import type { Queries } from "../store/database.ts";
import { records } from "../store/records.ts";

/**
 * What a record copies from the records that it refers to, read here and never taken from the client. A reference to a record that the
 * merchant does not have is an error at its field.
 */
export async function copied(tx: Queries, schemas: Schemas, entity: Entity, m: string, input: Row): Promise<{ copies: Row; missing: string[] }> {
  const copies: Row = {};
  const missing: string[] = [];
  for (const { name, ref } of entity.fields) {
    const id = input[name];
    if (!ref || typeof id !== "string" || id === "") continue;
    const target = schemas.entities.get(ref.entity);
    const found = target && (await records(tx, schemas).get(target, m, id));
    if (!found) {
      missing.push(name);
      continue;
    }
    for (const [own, theirs] of Object.entries(ref.copies)) if (found.data[theirs] !== undefined) copies[own] = found.data[theirs];
  }
  return { copies, missing };
}

/** Words for what the server alone can find wrong with a field. */
const WORDS = {
  reference: { zh: "该记录不存在或已被删除", en: "This record does not exist or was removed" },
  required: { zh: "请填写", en: "Please fill this in" },
  maxLength: { zh: "最多 {limit} 个字", en: "At most {limit} characters" },
} as const;

/** A field error of the server's own. */
export function fieldError(field: string, code: keyof typeof WORDS, lang: "zh" | "en", params: CheckError["params"] = {}): CheckError {
  const message = Object.entries(params).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), WORDS[code][lang] as string);
  return { at: `/${field}`, code, params, message };
}
