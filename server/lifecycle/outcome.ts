import type { Entity, Field, Lang, Row } from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../store/database.ts";
import type { Vocabulary } from "./context.ts";
import { listCodes, findReasonField, findReasonReference } from "./reasons.ts";

/**
 * Why a record failed and what happened to its money, from the ledger lines of its final event, in the reader's
 * language.
 */
export interface Outcome {
  /** Sentence from `x-says`. */
  said?: string;
  why?: string;
  money?: string;
  /** Time of the failure, ISO 8601 in UTC. */
  at?: string;
  /** Name of the field that the reason is about. */
  field?: string;
}

const NO_REASON: Readonly<Record<Lang, string>> = { zh: "对方没有说明原因", en: "no reason was given" };

/** Returns whether a state is final and not a success. */
export const hasFailed = ({ lifecycle }: Entity, status: string): boolean =>
  lifecycle?.states.some(({ name, final, tone }) => name === status && final && tone !== "success") === true;

/** Returns whether users can still correct the record: a failure that is not final. */
const isCorrectable = ({ lifecycle }: Entity, status: string): boolean =>
  lifecycle?.states.some(({ name, final, tone }) => name === status && !final && tone === "danger") === true &&
  lifecycle.transitions.some(({ from, touches }) => touches !== undefined && from.includes(status));

const CHECK: Readonly<Record<Lang, (label: string) => string>> = {
  zh: (label) => `请核对“${label}”。`,
  en: (label) => ` Check “${label}”.`,
};

/** Asks the user to check the field that the reason's code names. Empty when users cannot change it. */
function formatCheck(entity: Entity, codes: readonly Row[], record: Row, lang: Lang): string {
  const field = findReasonField(entity, codes, record);
  return field && !field.readOnly && !field.once ? CHECK[lang](entity.label(field.name, lang)) : "";
}

/** Returns the field that the reason of a record's last event is about, or the reference whose record gave it. */
function findFault(entity: Entity, codes: readonly Row[], record: Row, event: string | undefined): Field | undefined {
  const status = record[entity.lifecycle?.field ?? ""];
  const fired = entity.lifecycle?.transitions.find(({ on, to }) => on === event && to === status);
  return findReasonField(entity, codes, record) ?? (fired && findReasonReference(entity, fired));
}

interface OutcomeServices {
  db: Queries;
  vocabulary: Pick<Vocabulary, "describeMoney" | "formatSentence">;
  schemas: Pick<Schemas, "data">;
}
interface Failed {
  tenant: string;
  id: string;
  status: string;
  record: Row;
}

/**
 * Describes why a record failed, which field to correct, and what happened to its money; undefined for a record that is
 * pending or has succeeded. A failure that is not final is described if the schema has a sentence for it. `record`
 * contains its reason in the reader's language.
 */
export async function describeOutcome(
  services: OutcomeServices,
  entity: Entity,
  failed: Failed,
  lang: Lang,
): Promise<Outcome | undefined> {
  if (hasFailed(entity, failed.status)) return describeFailure(services, entity, failed, lang);
  if (!isCorrectable(entity, failed.status)) return undefined;
  const { said, ...failure } = await describeFailure(services, entity, failed, lang);
  if (said === undefined) return undefined;
  return { ...failure, said: said + formatCheck(entity, listCodes(services.schemas, lang), failed.record, lang) };
}

async function describeFailure(
  { db, vocabulary, schemas }: OutcomeServices,
  entity: Entity,
  { tenant, id, status, record }: Failed,
  lang: Lang,
): Promise<Outcome> {
  const [last] = await db.query(
    `SELECT event, seq, at FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND "to" = $4 AND ("from" IS NULL OR "from" <> "to") ORDER BY seq DESC LIMIT 1`,
    [tenant, entity.name, id, status],
  );
  const step = last && `${last.event}#${last.seq}`;
  const money =
    step === undefined ? undefined : await vocabulary.describeMoney?.(db, { tenant, entity, id, step, record });
  const reason = record["reason"];
  const why = typeof reason === "string" && reason !== "" ? reason : undefined;
  // The sentence may contain the reason, so use a standard phrase when there is none.
  const said =
    last &&
    vocabulary.formatSentence?.(entity, `says.${last.event}.failure`, {
      record,
      lang,
      more: { why: why ?? NO_REASON[lang] },
    });
  const fault = findFault(entity, listCodes(schemas, lang), record, last?.event);
  return {
    ...(last ? { at: new Date(last.at).toISOString() } : {}),
    ...(said ? { said } : {}),
    ...(why ? { why } : {}),
    ...(money ? { money: money[lang] } : {}),
    ...(fault ? { field: fault.name } : {}),
  };
}
