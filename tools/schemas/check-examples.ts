import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson, type SchemaError } from "../../src/engine/compiler.ts";
import type { Entity } from "../../src/engine/index.ts";

/** Examples and defaults that a field itself refuses, of an entity or of a call's request. */
export function checkExamples(entity: Entity, part: "request" | undefined, dir: string): SchemaError[] {
  return entity.fields.flatMap((field) =>
    (["examples", "default"] as const).flatMap((word) =>
      [field.schema[word] ?? []].flat().flatMap((value) => {
        const { errors } = entity.check({ [field.name]: value }, { lang: "en", only: [field.name] });
        const wrong = errors.find(({ at, code }) => at === field.at && code !== "required");
        if (!wrong) return [];
        const file = parseJson(entity.file, readFileSync(join(dir, entity.file.replace(/^[^/]*\//, "")), "utf8")).json!;
        const place = file.walk([...(part ? [part] : []), "properties", field.name, word]).place();
        return [{ ...place, severity: "error", rule: "bad-example", message: `${String(value)} of "${field.name}": ${wrong.message}` } satisfies SchemaError];
      }),
    ),
  );
}
