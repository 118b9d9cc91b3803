/** Autocompletion for the schema language, based on what the meta-schema allows at the cursor. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { getLocation, type JSONPath } from "jsonc-parser";
import call from "../../../schemas/meta/call.schema.json";
import entity from "../../../schemas/meta/entity.schema.json";
import type { JsonSchema, Lang } from "@portolan/engine";

const META: Record<string, JsonSchema> = { entities: entity, calls: call };

/** Returns the schemas that apply to a path, one for each alternative of the meta-schema. */
function findSchemas(root: JsonSchema, path: JSONPath): JsonSchema[] {
  return path.reduce<JsonSchema[]>(
    (all, step) => all.flatMap((schema) => findChildSchemas(root, schema, step)),
    resolveAlternatives(root, root),
  );
}
function resolveAlternatives(root: JsonSchema, schema: JsonSchema): JsonSchema[] {
  const ref =
    typeof schema["$ref"] === "string"
      ? (root["$defs"] as Record<string, JsonSchema>)[schema["$ref"].split("/").at(-1)!]
      : undefined;
  const branches = [
    ...((schema["anyOf"] ?? []) as JsonSchema[]),
    ...((schema["oneOf"] ?? []) as JsonSchema[]),
    ...(ref ? [ref] : []),
  ];
  return [schema, ...branches.flatMap((branch) => resolveAlternatives(root, branch))];
}
function findChildSchemas(root: JsonSchema, schema: JsonSchema, step: string | number): JsonSchema[] {
  const named = (schema["properties"] as Record<string, JsonSchema> | undefined)?.[String(step)];
  const rest = typeof step === "number" ? schema["items"] : schema["additionalProperties"];
  const next = named ?? (typeof rest === "object" ? (rest as JsonSchema) : undefined);
  return next ? resolveAlternatives(root, next) : [];
}

/** `folder`: folder of the file, which selects the meta-schema. */
export function createCompletionSource(folder: string, lang: Lang) {
  const root = META[folder];
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    if (!root) return null;
    const text = state.doc.toString();
    const { path, isAtPropertyKey, previousNode } = getLocation(text, pos);
    const inside =
      previousNode && previousNode.offset < pos && pos <= previousNode.offset + previousNode.length
        ? previousNode
        : undefined;
    if (!inside && !explicit) return null;
    const from = inside ? inside.offset : pos;
    const to = inside ? inside.offset + inside.length : pos;
    const above = findSchemas(root, path.slice(0, -1));
    const options = isAtPropertyKey
      ? above.flatMap((schema) => completeNames(schema, lang))
      : findSchemas(root, path).flatMap(completeValues);
    const once = [...new Map(options.map((option) => [option.label, option])).values()];
    return once.length === 0 ? null : { from, to, options: once, validFor: /^"?[\w$-]*"?$/ };
  };
}
const completeNames = (schema: JsonSchema, lang: Lang): Completion[] =>
  Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>).map(([name, { description }]) => ({
    label: JSON.stringify(name),
    type: "property",
    ...(typeof description === "string" && {
      info: description.split("\n")[lang === "zh" ? 0 : 1] ?? description,
    }),
  }));
const completeValues = (schema: JsonSchema): Completion[] =>
  [
    ...((schema["enum"] as unknown[] | undefined) ?? []),
    ...(schema["const"] === undefined ? [] : [schema["const"]]),
    ...(schema["type"] === "boolean" ? [true, false] : []),
  ].map((value) => ({ label: JSON.stringify(value), type: "enum" }));
