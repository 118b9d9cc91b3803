/**
 * Masks values (`x-mask`). The server masks every record that it returns, except where the schema shows a value whole
 * or a user reveals it, and unmasks every change that it receives: a received value that equals the mask is replaced by
 * the stored value.
 */
import { isObject } from "../base/guards.ts";
import { isMasked } from "./is-masked.ts";
import type { Entity, Field, MaskContext, Row } from "../model/entity.ts";

const STARS = "****";

/** Masks bank account and card numbers: `6222 **** **** 3445`. Shows fewer digits of numbers shorter than 12 digits. */
function maskAccount(value: string): string {
  const plain = value.replace(/[\s-]/g, "");
  if (plain.length < 8) return plain.length > 4 ? `${STARS} ${plain.slice(-2)}` : STARS;
  return plain.length < 12
    ? `${STARS} ${plain.slice(-4)}`
    : `${plain.slice(0, 4)} ${STARS} ${STARS} ${plain.slice(-4)}`;
}

const maskAll = (): string => STARS;

/**
 * Mask styles by name. The number of asterisks does not reveal the length of the value.
 * @example
 * maskStyles["email"]?.("wangfang@example.com") // => "wang****@example.com"
 */
export const maskStyles: Readonly<Record<string, (value: string) => string>> = {
  account: maskAccount,
  card: maskAccount,
  /** Payment cards as card schemes require: `**** 1234`, without the issuer digits. */
  tail: (value) => (value.length > 4 ? `${STARS} ${value.slice(-4)}` : STARS),
  /**
   * Identity documents: `110***********001X`. Keeps the first three and last four characters, fewer of short numbers.
   */
  id: (value) =>
    value.length < 10
      ? `${value.slice(0, 1)}${STARS}${value.length > 4 ? value.slice(-1) : ""}`
      : `${value.slice(0, 3)}***********${value.slice(-4)}`,
  /**
   * Phone numbers: `138****5678`, after the country code: `+86 138****5678`. Keeps the last four and up to three of the
   * first digits, fewer of short numbers.
   */
  phone: (value) => {
    const [, prefix = "", local = value] = /^(\+\d{1,3}[\s-]|\+86)?(.*)$/s.exec(value) ?? [];
    const lead = prefix.trim() === "" ? "" : `${prefix.trim()} `;
    return (
      lead +
      (local.length < 8
        ? `${STARS}${local.length > 4 ? local.slice(-2) : ""}`
        : `${local.slice(0, Math.min(3, local.length - 8))}${STARS}${local.slice(-4)}`)
    );
  },
  /** Email addresses: `wang****@example.com`. Keeps at most four characters of the local part, never all of them. */
  email: (value) => {
    const index = value.lastIndexOf("@");
    if (index < 1) return STARS;
    return `${value.slice(0, Math.min(4, Math.ceil(index / 2) - (index === 1 ? 1 : 0)))}${STARS}${value.slice(index)}`;
  },
  /** Personal names: `王**`, `J** S**`. Keeps the first character of each part. */
  name: (value) =>
    value
      .split(/(\s+)/)
      .map((word) => (/^\s*$/.test(word) ? word : `${[...word][0]}**`))
      .join(""),
  /** Company names: `深圳南山****限公司`. Keeps about a quarter of the name at each end, at most four characters. */
  company: (value) => {
    const letters = [...value.trim()];
    const [head, tail] = [Math.min(4, Math.ceil(letters.length / 4)), Math.min(4, Math.floor(letters.length / 4))];
    return `${letters.slice(0, head).join("")}${STARS}${letters.slice(letters.length - tail).join("")}`;
  },
  /** IP addresses: `203.0.113.*`, `2001:db8:****`. Keeps the network part. */
  ip: (value) =>
    value.includes(":") ? `${value.split(":").slice(0, 2).join(":")}:${STARS}` : value.replace(/[^.]*$/, "*"),
  all: maskAll,
};

/**
 * Destination of a record. `whole` is a user who completed a step-up check to see `x-reveal` fields. `provider`
 * executes orders and needs the full values, so that nothing is masked.
 */
export type Destination = MaskContext | "whole" | "provider";

/** What happens to a field on output: it is included, masked, or omitted. */
type MaskingDecision = "leaves" | "masked" | "stays";

/**
 * Returns whether a field is included, masked or omitted for a destination. An unknown destination masks every field
 * that has a mask.
 * @example
 * const fate = decideMasking(field, "export");
 */
export function decideMasking(
  field: Pick<Field, "writeOnly" | "local" | "digest" | "sealed" | "mask" | "reveal">,
  exit: Destination,
): MaskingDecision {
  if (field.writeOnly || field.local || field.digest || field.sealed) return "stays";
  if (exit === "provider") return "leaves";
  if (exit === "whole") return field.mask && field.reveal !== true ? "masked" : "leaves";
  return isMasked(field, exit) ? "masked" : "leaves";
}

/**
 * Masks a value. Returns empty values, and values of fields without a mask, unchanged. Masks the whole value for an
 * unknown style or a value other than a string.
 */
function maskValue({ mask }: Pick<Field, "mask">, value: unknown): unknown {
  if (!mask || value === undefined || value === null || value === "") return value;
  return typeof value === "string" ? (maskStyles[mask.style] ?? maskAll)(value) : STARS;
}

/** Returns whether a received value is the mask of the stored one. Spaces are ignored, since kinds remove them. */
function isMask(field: Pick<Field, "mask">, value: unknown, sent: unknown): boolean {
  const mask = field.mask && maskValue(field, value);
  if (typeof mask !== "string" || typeof sent !== "string") return mask !== undefined && mask === sent;
  return mask.replaceAll(" ", "") === sent.replaceAll(" ", "");
}

/** Masking plan for the given fields and a destination, built once. */
interface MaskingPlan {
  /** Names of the fields to include. */
  names: ReadonlySet<string>;
  masked: readonly Field[];
  /** List fields with the plans of their rows. */
  lists: readonly [Field, MaskingPlan][];
}
const plans = new WeakMap<readonly Field[], Map<Destination, MaskingPlan>>();

function buildMaskingPlan(fields: readonly Field[], exit: Destination): MaskingPlan {
  let cached = plans.get(fields);
  if (!cached) plans.set(fields, (cached = new Map()));
  let plan = cached.get(exit);
  if (!plan) {
    const out = fields.filter((field) => decideMasking(field, exit) !== "stays");
    const lists: [Field, MaskingPlan][] = [];
    for (const field of out) if (field.items) lists.push([field, buildMaskingPlan(field.items, exit)]);
    plan = {
      names: new Set(out.map(({ name }) => name)),
      masked: out.filter((field) => !field.items && decideMasking(field, exit) === "masked"),
      lists,
    };
    cached.set(exit, plan);
  }
  return plan;
}

/**
 * Returns a record for output: masked, without fields that are never returned (`writeOnly`, `x-digest`, `x-sealed`,
 * `x-local`) and without fields that the schema no longer has, whose masks are unknown. Does not modify the record, and
 * returns the same object when nothing is hidden.
 * @example
 * const outside = maskRow(entity, row, "list");
 */
export function maskRow(entity: Pick<Entity, "fields">, row: Row, exit: Destination): Row {
  return maskCopy(buildMaskingPlan(entity.fields, exit), row);
}

function maskCopy({ names, masked, lists }: MaskingPlan, row: Row): Row {
  let shown = Object.keys(row).every((name) => names.has(name))
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
  const put = (name: string, value: unknown) => void (shown = { ...shown, [name]: value });
  for (const field of masked) {
    const value = row[field.name];
    const mask = maskValue(field, value);
    if (mask !== value) put(field.name, mask);
  }
  for (const [{ name }, plan] of lists) {
    const value = row[name];
    if (!Array.isArray(value)) continue;
    const inner = value.map((item: unknown) => (isObject(item) ? maskCopy(plan, item) : item));
    if (inner.some((item, index) => item !== value[index])) put(name, inner);
  }
  return shown;
}

/**
 * Returns a received record in which each value that equals the mask of the stored value is replaced by the stored
 * value. As rows may have moved, a row is matched to the stored row with the same masks and the most values in common.
 * @example
 * const whole = unmaskRow(entity, { account: "6222****4455" }, row);
 */
export function unmaskRow(entity: Pick<Entity, "fields">, sent: Row, stored: Row): Row {
  return unmaskFields(entity.fields, sent, stored);
}

function unmaskFields(fields: readonly Field[], sent: Row, stored: Row): Row {
  const whole = { ...sent };
  for (const field of fields) {
    const [ours, theirs] = [stored[field.name], sent[field.name]];
    if (ours === undefined || theirs === undefined) continue;
    if (field.items && Array.isArray(ours) && Array.isArray(theirs))
      whole[field.name] = unmaskRows(field.items, theirs, ours);
    else if (isMask(field, ours, theirs)) whole[field.name] = ours;
  }
  return whole;
}

/** Returns whether a received value is the mask of the stored one, or for lists, whether a row contains such a mask. */
function showsMask(field: Field, ours: unknown, theirs: unknown): boolean {
  const { items } = field;
  if (!items || !Array.isArray(ours) || !Array.isArray(theirs)) return isMask(field, ours, theirs);
  return theirs.some(
    (item: unknown) =>
      isObject(item) &&
      ours.some(
        (row: unknown) => isObject(row) && items.some((inner) => showsMask(inner, row[inner.name], item[inner.name])),
      ),
  );
}

function unmaskRows(fields: readonly Field[], sent: readonly unknown[], stored: readonly unknown[]): unknown[] {
  const free = new Set(stored.keys());
  return sent.map((item, position) => {
    if (!isObject(item)) return item;
    const fits = [...free].flatMap((index) => {
      const row = stored[index];
      const shows = (field: Field) => isObject(row) && showsMask(field, row[field.name], item[field.name]);
      if (!isObject(row) || !fields.some(shows)) return [];
      return [
        {
          index,
          row,
          shared: fields.filter(
            (field) => shows(field) || JSON.stringify(row[field.name]) === JSON.stringify(item[field.name]),
          ).length,
        },
      ];
    });
    const most = Math.max(...fits.map(({ shared }) => shared));
    const best = fits.filter(({ shared }) => shared === most);
    // Among equal matches, take the one at the same index unless rows were added or removed. Otherwise keep the masked
    // value, which the check rejects.
    const found =
      best.length === 1
        ? best[0]
        : sent.length === stored.length
          ? best.find(({ index }) => index === position)
          : undefined;
    if (!found) return item;
    free.delete(found.index);
    return unmaskFields(fields, item, found.row);
  });
}
