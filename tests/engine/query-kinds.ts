import type { Kind, KindContext } from "../../src/engine/index.ts";
const base = (name: string, column: Kind["column"], filter: Kind["filter"], extra: Partial<Kind> = {}): Kind => ({
  name, column, filter, matches: () => false, schema: { type: "string" }, celType: "string", tsType: "string", align: "start", width: 140,
  normalise: (v) => v, text: (v) => (v == null ? "" : String(v)), parse: (t) => ({ ok: true, value: t }),
  cell: (v) => (v == null || v === "" ? { type: "empty" } : { type: "text", value: String(v) }), toRule: (v) => v, fromRule: (v) => v as never, samples: () => [], boundaries: () => [], ...extra });
const DEC = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const all: Kind[] = [
  base("text", "text", "contains"), base("identifier", "text", "contains"),
  base("choice", "text", "is", { text: (v, c) => (v ? c.text(`option.${c.field.name}.${v}`) : ""), cell: (v, c) => ({ type: "text", value: c.text(`option.${c.field.name}.${v}`) }) }),
  base("status", "text", "is", { text: (v, c) => (v ? c.text(`state.${v}`) : ""), cell: (v, c) => ({ type: "text", value: c.text(`state.${v}`) }) }),
  base("money", "numeric", "range", { parse: (t) => (DEC.test(t) ? { ok: true, value: t } : { ok: false, code: "money" }), cell: (v, c: KindContext) => v == null ? { type: "empty" } : ({ type: "number", value: v, format: c.record["currency"] === "JPY" ? "#,##0" : "#,##0.00" }) }),
  base("integer", "bigint", "range", { parse: (t) => (/^-?\d{1,15}$/.test(t) ? { ok: true, value: Number(t) } : { ok: false, code: "integer" }), cell: (v) => v == null ? { type: "empty" } : ({ type: "number", value: String(v), format: "0" }) }),
  base("yes-no", "boolean", "is", { parse: (t) => (t === "true" || t === "false" ? { ok: true, value: t === "true" } : { ok: false, code: "yesno" }) }),
  base("date", "date", "range", { parse: (t) => (/^\d{4}-\d\d-\d\d$/.test(t) ? { ok: true, value: t } : { ok: false, code: "date" }), cell: (v) => v == null ? { type: "empty" } : ({ type: "date", value: v, format: "yyyy-mm-dd" }) }),
  base("date-time", "timestamptz", "range", { bound: (t, edge) => (/^\d{4}-\d\d-\d\d$/.test(t) ? new Date(Date.parse(`${t}T00:00:00+08:00`) + (edge === "to" ? 86_399_999 : 0)).toISOString() : /T.*Z$/.test(t) ? t : undefined), parse: (t) => ({ ok: true, value: t }), cell: (v) => v == null ? { type: "empty" } : ({ type: "date", value: v, format: "yyyy-mm-dd hh:mm:ss" }) }),
];
export const kindNamed = (name: string) => all.find((k) => k.name === name);
