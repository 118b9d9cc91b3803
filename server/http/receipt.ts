/** A record's receipt: what it prints in both languages, because it goes to banks and auditors, with a code that only we can make. */
import { createHmac } from "node:crypto";
import { evaluate, kindContext, maskRow, recordScope, type Entity, type Labels, type Row } from "../../src/engine/index.ts";
import type { Deps } from "../app.ts";

const LANGS = ["zh", "en"] as const;
type Both = Record<(typeof LANGS)[number], string>;

/** One line: label and value in both languages; of an amount its currency and plain value too. */
export interface ReceiptLine {
  name: string;
  label: Both;
  text: Both;
  currency?: string;
  value?: string;
}
export interface Receipt {
  title: Both;
  lines: ReceiptLine[];
  /** Verification code: groups of four, from the merchant, the record's key and its printed values. */
  code: string;
}

/** Nothing while the record has no receipt (`x-receipt.when`). Values are masked for print. */
export function receiptOf(deps: Pick<Deps, "seal">, entity: Entity, m: string, record: Row, labels: Labels): Receipt | undefined {
  const { receipt } = entity;
  if (!receipt) return undefined;
  if (receipt.when && evaluate(receipt.when, { self: recordScope(entity.fields, record) }) !== true) return undefined;
  const shown = maskRow(entity, record, "receipt");
  const both = (say: (lang: keyof Both) => string): Both => ({ zh: say("zh"), en: say("en") });
  const lines = receipt.fields.flatMap((name): ReceiptLine[] => {
    const field = entity.field(name);
    const value = shown[name];
    if (value === undefined || value === null || value === "") return [];
    const currency = field.currency && ("code" in field.currency ? field.currency.code : String(record[field.currency.field] ?? ""));
    return [
      {
        name,
        label: both((lang) => entity.text(`field.${name}.label`, lang)),
        text: both((lang) => labels[name]?.[String(value)] ?? field.kind.text(value, { ...kindContext(entity, field, lang), record })),
        ...(currency ? { currency, value: String(value) } : {}),
      },
    ];
  });
  const code = createHmac("sha256", deps.seal.key).update(`receipt|${m}|${entity.name}|${JSON.stringify(lines.map((line) => [line.name, line.text.zh]))}`).digest("hex");
  return { title: both((lang) => entity.text("label", lang)), lines, code: code.slice(0, 16).toUpperCase().replace(/(.{4})(?=.)/g, "$1 ") };
}
