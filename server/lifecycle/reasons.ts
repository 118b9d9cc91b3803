/**
 * Why a record stands where it does. A machine brings a reason as a code of `schemas/data/reasonCode.json`, and after it, where there is one,
 * the bank's own text; the record keeps both apart. A person brings words. The reader gets words in his language, made when the record is read.
 */
import type { Entity, Lang, Row, TransitionPlan } from "../../src/engine/index.ts";

/** `BE01`, or `BE01 NAME MISMATCH`: ISO 20022 external reason codes; ours begin with X. */
const CODED = /^([A-Z]{2}[0-9]{2})(?:\s+(\S.*))?$/s;
/** Both languages in one string, as reasons were written before there were codes: the Chinese, then the English. */
const BOTH = /^(.*[\u4e00-\u9fff].*?) \/ ([^\u4e00-\u9fff]+)$/s;
/** Fields that say why: a person's words or an old text, the code, the bank's own text. */
const FIELDS = ["reason", "reasonCode", "bankText"] as const;

const has = (entity: Entity, name: string): boolean => entity.fields.some((field) => field.name === name);
const brings = ({ needs, takes }: TransitionPlan): boolean =>
  needs.includes("reason") || takes?.includes("reason") === true;

/** What stands in the timeline and in notices: the code alone where there is one. */
export function shortReason({ by }: Pick<TransitionPlan, "by">, given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  return by === "merchant" ? given : (CODED.exec(given)?.[1] ?? given);
}

/** The code that the transition itself sets. */
export const codeSet = ({ set }: TransitionPlan, { reasonCode }: Row): string | undefined =>
  "reasonCode" in set && typeof reasonCode === "string" ? reasonCode : undefined;

/** Writes an event's reason into the record. One that brings none and leads to another state takes the old one away: it was said of the state before. */
export function writeReason(
  entity: Entity,
  transition: TransitionPlan,
  from: string | undefined,
  data: Row,
  given: unknown,
): void {
  const said = typeof given === "string" && brings(transition) ? given : undefined;
  if (said === undefined && transition.to === from) return;
  for (const name of FIELDS) if (has(entity, name)) delete data[name];
  if (said === undefined || !has(entity, "reason")) return;
  const [, code, text] = (transition.by === "merchant" ? null : CODED.exec(said)) ?? [];
  if (!code || !has(entity, "reasonCode")) data["reason"] = said;
  else
    Object.assign(data, { reasonCode: code }, text !== undefined && has(entity, "bankText") ? { bankText: text } : {});
}

/** A stored reason as the reader gets it: its code's words, his half of an old text in both languages, else the text itself. */
export function reasonText(codes: readonly Row[], stored: string, lang: Lang): string {
  const [, code, text] = CODED.exec(stored) ?? [];
  const known = codes.find((row) => row["code"] === code)?.["name"];
  if (typeof known === "string") return known;
  const both = BOTH.exec(text ?? stored);
  return both ? both[lang === "zh" ? 1 : 2]! : stored;
}

const explained = new WeakMap<Entity, ReadonlySet<string>>();
/** States that an event with a reason leads to. In any other a reason is left over from before. */
function statesWithReason(entity: Entity): ReadonlySet<string> {
  let states = explained.get(entity);
  if (!states) {
    const why = (entity.lifecycle?.transitions ?? []).filter(
      (one) => brings(one) || FIELDS.some((name) => name in one.set) || "question" in one.set,
    );
    explained.set(entity, (states = new Set(why.map(({ to }) => to))));
  }
  return states;
}

/** The row with its reasons in the reader's language; without those that its state says nothing of any more. */
export function sayReasons(codes: readonly Row[], entity: Entity, row: Row, lang: Lang): Row {
  const state = entity.lifecycle && String(row[entity.lifecycle.field] ?? "");
  const over = state !== undefined && !statesWithReason(entity).has(state);
  const said: Row = { ...row };
  if (over) for (const name of [...FIELDS, "question"]) delete said[name];
  const code = said["reasonCode"];
  if (typeof code === "string") said["reason"] = reasonText(codes, code, lang);
  for (const { name, items } of entity.fields) {
    const value = said[name];
    if (SAID.has(name) && typeof value === "string") said[name] = reasonText(codes, value, lang);
    if (Array.isArray(value) && items?.some((item) => item.name === "reason"))
      said[name] = value.map((item: Row) =>
        typeof item["reason"] === "string" ? { ...item, reason: reasonText(codes, item["reason"], lang) } : item,
      );
  }
  return said;
}
/** Fields that hold a code or an old text; a ledger line's remark is its event's reason. */
const SAID: ReadonlySet<string> = new Set(["reason", "question", "remark"]);
/** Whether rows of the entity have any reason to be said. */
export const hasReasons = (entity: Entity): boolean =>
  entity.fields.some(({ name, items }) => SAID.has(name) || items?.some((item) => item.name === "reason"));
