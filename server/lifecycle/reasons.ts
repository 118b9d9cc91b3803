/**
 * Reasons for a record's state. Providers send a code in `schemas/data/reasonCode.json`, optionally followed by the
 * bank's own text, and the record stores both separately. Users send text. Codes are translated to the reader's
 * language when the record is read.
 */
import { isUser } from "../core/actor.ts";
import type { Entity, Field, Lang, Row, TransitionPlan } from "@portolan/engine";
import { readLists, type Schemas } from "@portolan/engine/folder";

/** Matches `BE01` and `BE01 NAME MISMATCH`: ISO 20022 external reason codes. The product's own codes begin with X. */
const CODED = /^([A-Z]{2}[0-9]{2})(?:\s+(\S.*))?$/s;
/** Matches a bilingual reason, as stored before codes existed: Chinese, then English. */
const BOTH = /^(?<zh>.*[\u4e00-\u9fff].*?) \/ (?<en>[^\u4e00-\u9fff]+)$/s;
/** Fields of a reason: the text (of a user, or stored before codes existed), the code, and the bank's own text. */
const FIELDS = ["reason", "reasonCode", "bankText"] as const;

const has = (entity: Entity, name: string): boolean => entity.fields.some((field) => field.name === name);
const hasOwnReason = ({ needs, takes }: TransitionPlan): boolean =>
  needs.includes("reason") || takes?.includes("reason") === true;

/** Returns the reason codes with their texts in one language. */
export const listCodes = (schemas: Pick<Schemas, "data">, lang: Lang): readonly Row[] =>
  readLists(schemas, lang).get("reasonCode") ?? [];

/**
 * Returns the reason to show in the timeline and in notifications: the code of a provider's reason that begins with
 * one, otherwise the whole text. Undefined when `given` is not a string.
 */
export function readShortReason(transition: Pick<TransitionPlan, "by">, given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  return isUser(transition) ? given : (CODED.exec(given)?.[1] ?? given);
}

/** Returns the reason code that the transition itself sets. */
export const readCodeSet = ({ set }: TransitionPlan, { reasonCode }: Row): string | undefined =>
  "reasonCode" in set && typeof reasonCode === "string" ? reasonCode : undefined;

/** A transition, its previous state, and the reason given with it. */
interface ReasonChange {
  transition: TransitionPlan;
  from: string | undefined;
  given: unknown;
}

/**
 * Writes an event's reason to the record. Removes the previous reason when the event gives none and leaves the state
 * that it explained.
 */
export function writeReason(entity: Entity, { transition, from, given }: ReasonChange, data: Row): void {
  const reason = typeof given === "string" && hasOwnReason(transition) ? given : undefined;
  if (reason === undefined && transition.to === from) return;
  for (const name of FIELDS) if (has(entity, name)) delete data[name];
  if (reason === undefined || !has(entity, "reason")) return;
  const [, code, text] = (isUser(transition) ? null : CODED.exec(reason)) ?? [];
  if (!code || !has(entity, "reasonCode")) data["reason"] = reason;
  else
    Object.assign(data, { reasonCode: code }, text !== undefined && has(entity, "bankText") ? { bankText: text } : {});
}

/**
 * Formats a stored reason for the reader: the text of its code, the reader's half of an old bilingual text, or the text
 * itself.
 */
export function formatReason(codes: readonly Row[], stored: string, lang: Lang): string {
  const [, code, text] = CODED.exec(stored) ?? [];
  const known = codes.find((row) => row["code"] === code)?.["name"];
  if (typeof known === "string") return known;
  return BOTH.exec(text ?? stored)?.groups?.[lang] ?? stored;
}

/** Returns the field of the entity that a record's reason is about, as its code says. */
export function findReasonField({ fields }: Entity, codes: readonly Row[], { reasonCode }: Row): Field | undefined {
  const names = codes.find(({ code }) => code === reasonCode)?.["fields"];
  return Array.isArray(names) ? fields.find(({ name }) => names.includes(name)) : undefined;
}

/**
 * Returns the reference whose record gave the reason: the transition takes the code from a context that is loaded for
 * that reference.
 */
export function findReasonReference({ contexts, fields }: Entity, transition: TransitionPlan): Field | undefined {
  const [source] = transition.set["reasonCode"]?.reads.map((path) => path.split(".", 1)[0] ?? "") ?? [];
  const names = Object.values(contexts[source ?? ""]?.with ?? {});
  return fields.find(({ name, ref }) => ref && names.includes(name));
}

const explained = new WeakMap<Entity, ReadonlySet<string>>();
/** Returns the states that events with a reason lead to. In any other state, a stored reason is obsolete. */
function listStatesWithReason(entity: Entity): ReadonlySet<string> {
  let states = explained.get(entity);
  if (!states) {
    const why = (entity.lifecycle?.transitions ?? []).filter(
      (transition) =>
        hasOwnReason(transition) || FIELDS.some((name) => name in transition.set) || "question" in transition.set,
    );
    explained.set(entity, (states = new Set(why.map(({ to }) => to))));
  }
  return states;
}

/** Returns the row with its reasons in the reader's language, without obsolete ones. */
export function localizeReasons(codes: readonly Row[], entity: Entity, row: Row, lang: Lang): Row {
  const state = entity.lifecycle && String(row[entity.lifecycle.field] ?? "");
  const over = state !== undefined && !listStatesWithReason(entity).has(state);
  const localized: Row = { ...row };
  if (over) for (const name of [...FIELDS, "question"]) delete localized[name];
  const code = localized["reasonCode"];
  if (typeof code === "string") localized["reason"] = formatReason(codes, code, lang);
  for (const { name, items } of entity.fields) {
    const value = localized[name];
    if (SAID.has(name) && typeof value === "string") localized[name] = formatReason(codes, value, lang);
    if (Array.isArray(value) && items?.some((item) => item.name === "reason"))
      localized[name] = value.map((item: Row) =>
        typeof item["reason"] === "string" ? { ...item, reason: formatReason(codes, item["reason"], lang) } : item,
      );
  }
  return localized;
}
/** Fields whose text may be a code or a bilingual reason. The remark of a ledger line is the reason of its event. */
const SAID: ReadonlySet<string> = new Set(["reason", "question", "remark"]);
/** Returns whether rows of the entity can have a reason. */
export const hasReasons = (entity: Entity): boolean =>
  entity.fields.some(({ name, items }) => SAID.has(name) || items?.some((item) => item.name === "reason"));
