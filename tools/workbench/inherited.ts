/** Keywords that fields inherit from shared definitions. */
import { parseJson, type Json, type Library } from "@portolan/engine/compiler";
import type { JsonSchema } from "@portolan/engine";
import type { Inherited } from "./protocol.ts";

/** Returns the keywords inherited from shared definitions, by field. Limits from constants have their values. */
export function listInheritedKeywords(file: string, text: string, library: Library): Record<string, Inherited> {
  const json = parseJson(file, text).json;
  return Object.fromEntries(
    listFields((json?.get("request") ?? json)?.get("properties")).flatMap(([name, field]) => {
      const found = readDefinition(field, file, library);
      return found ? [[name, found]] : [];
    }),
  );
}

/** Returns the fields with their names, those of nested objects by their path. */
const listFields = (properties: Json | undefined, above = ""): [string, Json][] =>
  (properties?.entries() ?? []).flatMap(([name, field]): [string, Json][] =>
    field.get("type")?.value === "object"
      ? listFields(field.get("properties"), `${above}${name}.`)
      : [[above + name, field]],
  );

/**
 * Returns the keywords of the definition that a field refers to, following any number of references; undefined without
 * a reference.
 */
function readDefinition(field: Json, file: string, library: Library): Inherited | undefined {
  const [to = "", pointer = ""] = String(field.get("$ref")?.value ?? "").split("#/$defs/");
  if (pointer === "") return undefined;
  const path = to === "" ? file : decodeURI(new URL(to, `file:///${file}`).pathname).slice(1);
  const definition = parseJson(path, library.shared[path] ?? "{}")
    .json?.get("$defs")
    ?.get(pointer);
  if (!definition) return undefined;
  const { $ref: _further, "x-limits": limits = {}, ...keywords } = definition.value as JsonSchema;
  for (const [name, constant] of Object.entries(limits as Record<string, string>))
    keywords[name] = library.constants[constant.replace("constants.", "")]?.value;
  return { keywords: { ...readDefinition(definition, path, library)?.keywords, ...keywords }, path, name: pointer };
}
