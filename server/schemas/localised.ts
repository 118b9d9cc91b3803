import type { Lang, Row } from "@portolan/engine";
import type { Schemas } from "./read.ts";

const made = new WeakMap<Schemas["data"], Map<Lang, Map<string, Row[]>>>();

/** Returns the reference lists in one language: each value `{zh, en}` is replaced by its text. */
export function readLists({ data }: Pick<Schemas, "data">, lang: Lang): ReadonlyMap<string, Row[]> {
  const byLang = made.get(data) ?? new Map<Lang, Map<string, Row[]>>();
  made.set(data, byLang);
  let lists = byLang.get(lang);
  if (!lists)
    byLang.set(
      lang,
      (lists = new Map([...data].map(([name, rows]) => [name, rows.map((row) => localize(row, lang))]))),
    );
  return lists;
}

const indexes = new WeakMap<readonly Row[], ReadonlyMap<string, Row>>();

/** Returns the rows of a reference list with these keys, through an index that is built once per list and language. */
export function findListRows(rows: readonly Row[], key: string, keys: readonly string[]): Row[] {
  let index = indexes.get(rows);
  if (!index) indexes.set(rows, (index = new Map(rows.map((row) => [String(row[key]), row]))));
  return keys.map((wanted) => index.get(wanted)).filter((row) => row !== undefined);
}

/** Returns a row with each value `{zh, en}` replaced by its text in one language. */
export function localize(row: Row, lang: Lang): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isTexts(value) ? value[lang] : value]));
}
const isTexts = (value: unknown): value is Record<Lang, string> =>
  typeof value === "object" && value !== null && "zh" in value && "en" in value;

/** Returns the reason codes with their texts in one language. */
export const listCodes = (schemas: Pick<Schemas, "data">, lang: Lang): readonly Row[] =>
  readLists(schemas, lang).get("reasonCode") ?? [];
