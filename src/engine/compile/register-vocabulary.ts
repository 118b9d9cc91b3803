import type { Ajv2020 } from "ajv/dist/2020.js";
import { formatLimitDefinition } from "ajv-formats/dist/limit.js";
import type { Language } from "../model/dialect.ts";
import { buildMetaSchema } from "./meta.ts";

/**
 * Registers the dialect's meta-schema, keywords and formats with an Ajv instance, which can then compile every entity
 * file under `strict`. Set `strictRequired: false`, since the meta-schema requires keywords that it declares elsewhere,
 * and add the files of `schemas/shared` with `addSchema` first.
 * @example
 * registerVocabulary(ajv, dialect);
 */
export function registerVocabulary(ajv: Ajv2020, dialect: Language): void {
  const keywords = new Set(dialect.keywords.map(({ name }) => name).filter((name) => name.startsWith("x-")));
  for (const keyword of keywords) ajv.addKeyword(keyword);
  for (const [name, format] of Object.entries(dialect.formats)) ajv.addFormat(name, format);
  ajv.addKeyword(formatLimitDefinition);
  ajv.addMetaSchema(buildMetaSchema(dialect, "dialect"));
}
