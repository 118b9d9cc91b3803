/**
 * Receipts of records. They are in both languages, because they go to banks and auditors, and have a check code that
 * only the server can create.
 */
import {
  findCurrency,
  evaluate,
  buildKindContext,
  readValue,
  decideMasking,
  Labeller,
  buildRecordScope,
  type LocalizedText,
  type Entity,
  type Lang,
  type ReadRecords,
  type Receipt,
  type ReceiptLine,
  type Row,
} from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { present, type Purpose } from "./present.ts";
import type { Queries } from "../store/database.ts";
import type { Stored } from "../lifecycle/context.ts";
import type { TimelineEntry } from "../lifecycle/timeline.ts";
import { createCheckCode } from "./check-code.ts";
import { createRecordReader } from "./labels.ts";
import type { RecordServices } from "./services.ts";
import { readTenantName } from "../store/tenants.ts";

const localizeBoth = (format: (lang: Lang) => string): LocalizedText => ({ zh: format("zh"), en: format("en") });

/** Subject of a receipt: a stored record, or a computed row such as a month's statement, which has no state. */
type Printed = Pick<Stored, "id" | "data" | "status">;

/**
 * Returns whether the record has a receipt: `x-receipt.when` is true or, without one, its state is final. A fact sheet
 * without `when` always exists.
 */
export function hasReceipt({ receipt, lifecycle, fields }: Entity, { data, status }: Printed): boolean {
  if (!receipt) return false;
  if (receipt.when) return evaluate(receipt.when, { self: buildRecordScope(fields, data) }) === true;
  if (receipt.named) return true;
  return lifecycle !== undefined && lifecycle.states.some((state) => state.name === status && state.final);
}

/** `receipt`: masked for print. `reveal`: unmasked, after a step-up. */
type Print = Extract<Purpose, "receipt" | "reveal">;

/** Recipient of a receipt, and the timeline of its record, which determines the time of completion. */
export interface ReceiptRequest {
  actor: Actor;
  steps: readonly TimelineEntry[];
  /** Default: `receipt`. */
  purpose?: Print;
}

/** Creates the receipt of a record, or returns undefined while the record has none. */
export async function createReceipt(
  services: Pick<RecordServices, "schemas" | "seal" | "vocabulary"> & { db: Queries },
  entity: Entity,
  stored: Printed,
  { actor, steps, purpose = "receipt" }: ReceiptRequest,
): Promise<Receipt | undefined> {
  const { tenant } = actor;
  return buildReceipt(entity, stored, steps, {
    tenant,
    readName: async () => (await readTenantName(services.db, services.vocabulary.accounts.tenants, tenant)) ?? tenant,
    key: services.seal.getLastingKey("receipt"),
    read: (lang) => createRecordReader(services, { tenant, lang, actor }),
    shown: present(entity, stored.data, actor, purpose),
    purpose,
  });
}

interface Printer {
  tenant: string;
  readName(): Promise<string>;
  key: Buffer;
  read(lang: Lang): ReadRecords;
  shown: Row;
  purpose: Print;
}

/** Builds a receipt like `createReceipt`, but from dependencies instead of services. */
export async function buildReceipt(
  entity: Entity,
  stored: Printed,
  steps: readonly TimelineEntry[],
  { tenant, readName, key, read, shown, purpose }: Printer,
): Promise<Receipt | undefined> {
  const { receipt } = entity;
  if (!receipt || !hasReceipt(entity, stored)) return undefined;
  const { data, id, status } = stored;
  const [lines, name] = await Promise.all([readLines(entity, receipt.fields, { data, shown, read }), readName()]);
  const entered = steps.findLast((step) => step.to === status);
  return {
    title: localizeBoth((lang) => entity.text(receipt.named ? "receipt.name" : "label", lang)),
    ...(receipt.named ? { named: true } : { status: localizeBoth((lang) => entity.stateLabel(status, lang)) }),
    number: id,
    ...(entity.dialect.tenant && { [entity.dialect.tenant.word]: name }),
    ...(entered && !receipt.named ? { completedAt: new Date(entered.at).toISOString() } : {}),
    groups: groupLines(entity, lines),
    ...(purpose === "receipt" &&
    receipt.fields.some((field) => isRevealable(entity, field) && data[field] !== undefined)
      ? { covered: true as const }
      : {}),
    code: createCheckCode(key, { tenant, entity: entity.name, id, status, data }, receipt.fields),
  };
}

/** Returns whether the print masks the field and the call `reveal` unmasks it. */
function isRevealable(entity: Entity, name: string): boolean {
  const field = entity.field(name);
  return (
    entity.calls["reveal"] !== undefined &&
    decideMasking(field, "receipt") === "masked" &&
    decideMasking(field, "whole") === "leaves"
  );
}

async function readLines(
  entity: Entity,
  names: readonly string[],
  { data, shown, read }: Pick<Printer, "shown" | "read"> & { data: Row },
): Promise<ReceiptLine[]> {
  const fields = names.map((name) => entity.field(name));
  const labeller = (lang: Lang) => new Labeller(fields, lang, read(lang));
  const labels = { zh: labeller("zh"), en: labeller("en") };
  await Promise.all([labels.zh.learn([data]), labels.en.learn([data])]);
  return fields.flatMap((field): ReceiptLine[] => {
    const value = readValue(field, shown);
    if (value === undefined || value === null || value === "") return [];
    const currency = findCurrency(field, data);
    return [
      {
        name: field.name,
        label: localizeBoth((lang) => entity.label(field.name, lang)),
        text: localizeBoth(
          (lang) =>
            (field.mask ? undefined : labels[lang].label(field, String(data[field.name]))) ??
            field.kind.text(value, buildKindContext(entity, field, lang, data)),
        ),
        ...(currency ? { currency, value: String(value) } : {}),
      },
    ];
  });
}

/** Groups lines by the detail view section of their field, in the order of the receipt. */
function groupLines(entity: Entity, lines: readonly ReceiptLine[]): Receipt["groups"] {
  const groups = new Map<string, Receipt["groups"][number]>();
  for (const line of lines) {
    const id = entity.detail.sections.find((section) => section.fields.includes(line.name))?.id ?? "";
    const group = groups.get(id) ?? {
      ...(id === "" ? {} : { label: localizeBoth((lang) => entity.text(`section.${id}`, lang)) }),
      lines: [],
    };
    group.lines.push(line);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Counts a print of a receipt and returns its number, starting at 1. */
export async function countPrint(tx: Queries, entity: Entity, tenant: string, id: string): Promise<number> {
  const [row] = await tx.query(
    "INSERT INTO receipt_print (m, order_kind, order_id, prints) VALUES ($1, $2, $3, 1) ON CONFLICT (m, order_kind, order_id) DO UPDATE SET prints = receipt_print.prints + 1 RETURNING prints",
    [tenant, entity.name, id],
  );
  return Number(row?.prints);
}
