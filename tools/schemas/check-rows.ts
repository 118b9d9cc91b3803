import type { Entity, Lang, Row } from "@portolan/engine";
import { toolMessages } from "./tool-messages.ts";

const isText = (value: unknown): value is Record<"zh" | "en", string> =>
  typeof value === "object" && value !== null && "zh" in value;

/**
 * Checks the rows of a reference list against their schema, with unique keys. Texts in two languages are treated as
 * strings. Messages are in the language `lang`.
 */
export function checkRows(entity: Entity, rows: readonly Row[], file: string, lang: Lang): string[] {
  const seen = new Set<unknown>();
  return rows.flatMap((row, index) => {
    const plain = Object.fromEntries(
      entity.fields.flatMap(({ name }) =>
        row[name] === undefined ? [] : [[name, isText(row[name]) ? row[name].zh : row[name]]],
      ),
    );
    const key = plain[entity.key];
    const twice =
      key !== undefined && seen.has(key)
        ? [`${file}  error  duplicate-row  ${toolMessages.rowTwice(String(index + 1), String(key))[lang]}`]
        : [];
    seen.add(key);
    return [
      ...twice,
      ...entity
        .check(plain, { lang })
        .errors.map(
          ({ at, message }) =>
            `${file}  error  bad-row  ${toolMessages.badRow(String(index + 1), at, { zh: message, en: message })[lang]}`,
        ),
    ];
  });
}
