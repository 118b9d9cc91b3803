/** A record's receipt: what it prints in both languages, because it goes to banks and auditors, with a code that only we can make. */
import { createHmac } from "node:crypto";
import {
  currencyOf,
  evaluate,
  kindContext,
  saidBy,
  fateOf,
  Labeller,
  recordScope,
  type Both,
  type Entity,
  type Lang,
  type ReadRecords,
  type Receipt,
  type ReceiptLine,
  type Row,
} from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { present, type Purpose } from "./present.ts";
import type { Queries } from "../store/database.ts";
import type { Stored } from "../lifecycle/context.ts";
import type { TimelineEntry } from "../lifecycle/timeline.ts";
import { canonical } from "../core/canonical.ts";
import { recordsFor } from "./labels.ts";
import type { RecordServices } from "./services.ts";

const CODE_GROUPS = 8;
const both = (say: (lang: Lang) => string): Both => ({ zh: say("zh"), en: say("en") });

/** What is printed: a stored record, or a row that is only worked out (a month's statement), which has no state. */
type Printed = Pick<Stored, "id" | "data" | "status">;

/** Whether the record has a receipt: `x-receipt.when` holds or, without one, its state is final. A sheet of facts is there unless `when` says otherwise. */
export function hasReceipt({ receipt, lifecycle, fields }: Entity, { data, status }: Printed): boolean {
  if (!receipt) return false;
  if (receipt.when) return evaluate(receipt.when, { self: recordScope(fields, data) }) === true;
  if (receipt.named) return true;
  return lifecycle !== undefined && lifecycle.states.some((state) => state.name === status && state.final);
}

/** What a receipt is for: masked for print, or whole for who confirmed that he wants it so. */
type Print = Extract<Purpose, "receipt" | "reveal">;

/** Nothing while the record has no receipt. */
export async function receiptOf(
  services: Pick<RecordServices, "schemas" | "seal"> & { db: Queries },
  entity: Entity,
  actor: Actor,
  stored: Printed,
  steps: readonly TimelineEntry[],
  purpose: Print = "receipt",
): Promise<Receipt | undefined> {
  const { merId: m } = actor;
  const merchant = async () =>
    (await services.db.query<{ name: string }>("SELECT name FROM merchant WHERE id = $1", [m]))[0]?.name ?? m;
  return printed(entity, stored, steps, {
    m,
    merchant,
    key: services.seal.key,
    read: (lang) => recordsFor(services, { m, lang, actor }),
    shown: present(entity, stored.data, actor, purpose),
    purpose,
  });
}

/** Whose receipt it is, what seals its code, and what reads the words of references. */
interface Printer {
  m: string;
  merchant(): Promise<string>;
  key: Buffer;
  read(lang: Lang): ReadRecords;
  /** The record's values as they are printed. */
  shown: Row;
  purpose: Print;
}

/** As `receiptOf`, without a database of its own. */
export async function printed(
  entity: Entity,
  stored: Printed,
  steps: readonly TimelineEntry[],
  { m, merchant, key, read, shown, purpose }: Printer,
): Promise<Receipt | undefined> {
  const { receipt } = entity;
  if (!receipt || !hasReceipt(entity, stored)) return undefined;
  const { data, id, status } = stored;
  const [lines, name] = await Promise.all([linesOf(entity, data, shown, receipt.fields, read), merchant()]);
  const entered = steps.findLast((step) => step.to === status);
  return {
    title: both((lang) => entity.text(receipt.named ? "receipt.name" : "label", lang)),
    ...(receipt.named ? { named: true } : { status: both((lang) => entity.text(`state.${status}`, lang)) }),
    number: id,
    merchant: name,
    ...(entered && !receipt.named ? { completedAt: new Date(entered.at).toISOString() } : {}),
    groups: grouped(entity, lines),
    ...(purpose === "receipt" && receipt.fields.some((field) => tellable(entity, field) && data[field] !== undefined)
      ? { covered: true as const }
      : {}),
    code: codeOf(key, {
      m,
      entity: entity.name,
      id,
      status,
      values: Object.fromEntries(receipt.fields.map((name) => [name, data[name] ?? null])),
    }),
  };
}

/** Whether the print covers the field, and the call `reveal` tells it whole. */
function tellable(entity: Entity, name: string): boolean {
  const field = entity.field(name);
  return (
    entity.calls["reveal"] !== undefined &&
    fateOf(field, "receipt") === "covered" &&
    fateOf(field, "whole") === "leaves"
  );
}

async function linesOf(
  entity: Entity,
  data: Row,
  shown: Row,
  names: readonly string[],
  read: Printer["read"],
): Promise<ReceiptLine[]> {
  const fields = names.map((name) => entity.field(name));
  const labeller = (lang: Lang) => new Labeller(fields, lang, read(lang));
  const labels = { zh: labeller("zh"), en: labeller("en") };
  await Promise.all([labels.zh.learn([data]), labels.en.learn([data])]);
  return fields.flatMap((field): ReceiptLine[] => {
    const value = saidBy(field, shown);
    if (value === undefined || value === null || value === "") return [];
    const currency = currencyOf(field, data);
    return [
      {
        name: field.name,
        label: both((lang) => entity.text(`field.${field.name}.label`, lang)),
        text: both(
          (lang) =>
            (field.mask ? undefined : labels[lang].label(field, String(data[field.name]))) ??
            field.kind.text(value, kindContext(entity, field, lang, data)),
        ),
        ...(currency ? { currency, value: String(value) } : {}),
      },
    ];
  });
}

/** Lines below the sections of the detail view that their fields stand in, in the receipt's own order. */
function grouped(entity: Entity, lines: readonly ReceiptLine[]): Receipt["groups"] {
  const groups = new Map<string, Receipt["groups"][number]>();
  for (const line of lines) {
    const id = entity.detail.sections.find((section) => section.fields.includes(line.name))?.id ?? "";
    const group = groups.get(id) ?? {
      ...(id === "" ? {} : { label: both((lang) => entity.text(`section.${id}`, lang)) }),
      lines: [],
    };
    group.lines.push(line);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** One more print of a receipt; its number, 1 for the first. */
export async function countPrint(tx: Queries, entity: Entity, m: string, id: string): Promise<number> {
  const [row] = await tx.query<{ prints: number }>(
    "INSERT INTO receipt_print (m, order_kind, order_id, prints) VALUES ($1, $2, $3, 1) ON CONFLICT (m, order_kind, order_id) DO UPDATE SET prints = receipt_print.prints + 1 RETURNING prints",
    [m, entity.name, id],
  );
  return Number(row!.prints);
}

/** Of the stored values, so that it stays the same whatever words a language uses for them. */
function codeOf(key: Buffer, facts: Row): string {
  const code = createHmac("sha256", key)
    .update(`receipt|${canonical(facts)}`)
    .digest("hex")
    .slice(0, CODE_GROUPS * 4)
    .toUpperCase();
  return code.replace(/(.{4})(?=.)/g, "$1 ");
}
