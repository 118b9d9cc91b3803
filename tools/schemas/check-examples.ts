import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFinding, parseJson, type SchemaError } from "@portolan/engine/compiler";
import { getTextName, type Entity, type Field, type Lang, type Row } from "@portolan/engine";
import { toolMessages } from "./tool-messages.ts";

/** A field with the lists of rows that contain it, outermost first. */
interface Located {
  field: Field;
  lists: readonly Field[];
}

/** Returns all fields, those of rows included. */
const listAll = (fields: readonly Field[], lists: readonly Field[] = []): Located[] =>
  fields.flatMap((field) => [{ field, lists }, ...listAll(field.items ?? [], [...lists, field])]);

/**
 * Returns findings for examples and defaults that their own field rejects, in an entity or in a call's request, at every
 * depth.
 */
export function checkExamples(entity: Entity, part: "request" | undefined, dir: string): SchemaError[] {
  return listAll(entity.fields).flatMap(({ field, lists }) =>
    (["examples", "default"] as const).flatMap((keyword) =>
      [field.schema[keyword] ?? []].flat().flatMap((value) => {
        const record = lists.reduceRight<Row>((row, { name }) => ({ [name]: [row] }), { [field.name]: value });
        const pointer = field.at.replaceAll("/*", "/0");
        const wrong = (lang: Lang) =>
          entity
            .check(record, { lang, only: [lists[0]?.name ?? field.name] })
            .errors.find(({ at, code }) => at === pointer && code !== "required")?.message;
        const en = wrong("en");
        if (en === undefined) return [];
        const file = parseJson(entity.file, readFileSync(join(dir, entity.file.replace(/^[^/]*\//, "")), "utf8")).json!;
        const steps = [...lists, field].flatMap(({ name }) => [
          "items",
          ...name.split(".").flatMap((own) => ["properties", own]),
        ]);
        const location = file.walk([...(part ? [part] : []), ...steps.slice(1), keyword]).location();
        return [
          createFinding(
            location,
            "bad-example",
            toolMessages.badExample(String(value), getTextName(field), { zh: wrong("zh") ?? en, en }),
          ),
        ];
      }),
    ),
  );
}
