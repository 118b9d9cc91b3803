import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFinding, parseJson, type SchemaError } from "../../src/engine/compiler.ts";
import type { Entity, Lang } from "../../src/engine/index.ts";
import { toolMessages } from "./tool-messages.ts";

/** Returns findings for examples and defaults that their own field rejects, in an entity or in a call's request. */
export function checkExamples(entity: Entity, part: "request" | undefined, dir: string): SchemaError[] {
  return entity.fields.flatMap((field) =>
    (["examples", "default"] as const).flatMap((keyword) =>
      [field.schema[keyword] ?? []].flat().flatMap((value) => {
        const wrong = (lang: Lang) =>
          entity
            .check({ [field.name]: value }, { lang, only: [field.name] })
            .errors.find(({ at, code }) => at === field.at && code !== "required")?.message;
        const en = wrong("en");
        if (en === undefined) return [];
        const file = parseJson(entity.file, readFileSync(join(dir, entity.file.replace(/^[^/]*\//, "")), "utf8")).json!;
        const location = file.walk([...(part ? [part] : []), "properties", field.name, keyword]).location();
        return [
          createFinding(
            location,
            "bad-example",
            toolMessages.badExample(String(value), field.name, { zh: wrong("zh") ?? en, en }),
          ),
        ];
      }),
    ),
  );
}
