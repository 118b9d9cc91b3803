/** Describes every place where a field appears: forms, lists, files, calls, rules and columns. */
import type { CompiledSchemas } from "../../server/schemas/read.ts";
import { findFieldName, type Lang } from "../../src/engine/index.ts";
import { mapFields, buildFieldSteps } from "./changes/change.ts";
import { describeForm, describeList, describeSheets, describeValue } from "./explain-shown.ts";
import { describeCalls, describeReferences, describeRules, describeStorage } from "./explain-used.ts";
import type { Explained, Reach } from "./reach.ts";
import { locate, type SourceLocation } from "./locate.ts";

export interface Explanation {
  /** Full name of the field, such as `withdrawal.remark`. */
  name: string;
  label: Record<Lang, string>;
  location?: SourceLocation;
  reaches: Reach[];
}

/**
 * Returns every place where a field such as `withdrawal.remark` or `onboarding.directors.name` appears; undefined for
 * an unknown field.
 */
export function explain(schemas: CompiledSchemas, name: string): Explanation | undefined {
  const [holder = "", ...steps] = name.split(".");
  const compiled = schemas.entities.get(holder) ?? schemas.calls.get(holder)?.request;
  const path = steps.join(".");
  const field = compiled && mapFields(compiled.plan.fields).get(path);
  if (!compiled || !field) return undefined;
  const { fields, objects = [] } = compiled.plan;
  const top = fields.find((field) => field.name === findFieldName(path, objects)) ?? field;
  const at: Explained = { schemas, compiled, path, field, top };
  const text = (lang: Lang) => compiled.texts[lang][`field.${path}.label`] ?? path;
  const location = locate(schemas, compiled.plan.file, [
    ...(compiled.plan.source === "call" ? ["request"] : []),
    ...buildFieldSteps(objects, path),
  ]);
  return {
    name,
    label: { zh: text("zh"), en: text("en") },
    ...(location ? { location } : {}),
    reaches: [
      ...describeValue(at),
      ...describeForm(at),
      ...describeList(at),
      ...describeSheets(at),
      ...describeCalls(at),
      ...describeRules(at),
      ...describeReferences(at),
      ...describeStorage(at),
    ],
  };
}
