/** Sheets and rows of the product's payments, for tests of the import. */
import zh from "../../src/engine/locales/zh/engine.json" with { type: "json" };
import { listTargets } from "../../src/engine/import/columns.ts";
import { guessHeader, matchColumns } from "../../src/engine/import/match.ts";
import { type RowContext, readRows } from "../../src/engine/import/rows.ts";
import type { RawCell, Sheet } from "../../src/engine/import/sheet.ts";
import type { Entity, Lang } from "@portolan/engine";
import { productSchemas } from "../product-schemas.ts";

/** Compiled schemas of the product. */
export const schemas = productSchemas();
/** The entity that most rows belong to. */
export const payment = schemas.entities.get("withdrawal")!;
/**
 * Returns a Chinese message of the engine.
 * @throws for an unknown key
 */
export const t = (key: string, params: Record<string, string | number> = {}) => {
  const text = (zh as Record<string, string>)[key];
  if (text === undefined) throw new Error(`no word ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
};
/** Terms of the merchant's channel. */
export const channel = {
  singleMin: "10.00",
  singleMax: "500000.00",
  monthlyMax: "900000.00",
  monthUsed: "0.00",
  singleFee: "2.00",
  withdrawalRate: "0.005",
};
/** Contexts available to every row. */
export const contexts = {
  channel,
  wallet: { currency: "CNY", withdrawable: "10000.00" },
  user: { certified: true, payPasswordSet: true },
};
/** Returns the context for validating rows of an entity. */
export const contextOf = (entity: Entity, lang: Lang = "zh"): RowContext => ({
  entity,
  lang,
  targets: listTargets(entity),
  factsFor: () => (entity === payment ? contexts : {}),
  t,
});
/** Returns a sheet with the given cells. */
export const sheetOf = (...rows: (string | RawCell)[][]): Sheet => ({
  name: "s",
  more: false,
  rows: rows.map((row) => row.map((cell) => (typeof cell === "string" ? { text: cell } : cell))),
});
/** Returns the columns of a sheet, mapped by its header row. */
export const columnsOf = (sheet: Sheet, entity = payment) =>
  matchColumns(sheet.rows[guessHeader(sheet, listTargets(entity))]!, listTargets(entity));
/** Returns the validated rows of a sheet. */
export const rowsIn = (sheet: Sheet, entity = payment, lang: Lang = "zh") =>
  readRows(sheet, guessHeader(sheet, listTargets(entity)), columnsOf(sheet, entity), contextOf(entity, lang));
/** Returns the targets of the given headers; an empty string for an ignored header. */
export const meaning = (...headers: string[]) => columnsOf(sheetOf(headers)).map((column) => column.target?.id ?? "");
/** Column names and texts of an error file. */
export const ERRORS = {
  reason: t("import.reasonColumn"),
  line: t("import.lineColumn"),
  colon: t("form.colon"),
  stop: t("import.stop"),
  field: (column: string) => payment.label(column, "zh"),
};
/** Server response that resolves the payee by name. */
export const FOUND = { found: { accountId: { id: "BA1", label: "杭州启航" } } };
