import { isObject } from "../base/guards.ts";
import type { Row } from "../model/field.ts";
import type { Lang } from "../model/register.ts";
import type { Schemas } from "./read.ts";

const made = new WeakMap<Schemas["data"], Map<Lang, Map<string, Row[]>>>();

/**
 * Returns the reference lists in one language: each value `{zh, en}` is replaced by its text.
 * @example
 * const banks = readLists(folder, "en").get("bank");
 */
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

/**
 * Returns the rows of a reference list with these keys, through an index that is built once per list and language.
 * @example
 * findListRows([{ code: "USD" }, { code: "EUR" }], "code", ["EUR"]) // => [{ code: "EUR" }]
 */
export function findListRows(rows: readonly Row[], key: string, keys: readonly string[]): Row[] {
  let index = indexes.get(rows);
  if (!index) indexes.set(rows, (index = new Map(rows.map((row) => [String(row[key]), row]))));
  return keys.map((wanted) => index.get(wanted)).filter((row) => row !== undefined);
}

/**
 * Returns a row with each value `{zh, en}` replaced by its text in one language.
 * @example
 * localize({ code: "CN", name: { zh: "中国", en: "China" } }, "en") // => { code: "CN", name: "China" }
 */
export function localize(row: Row, lang: Lang): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isObject(value) && lang in value ? value[lang] : value]),
  );
}
