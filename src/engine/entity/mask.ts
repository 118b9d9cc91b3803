/** Masks values (`x-mask`). The server masks a record at every exit and unmasks it at the entry: a masked value that comes back means unchanged. */
import { isCovered } from "./covered.ts";
import type { Entity, Field, MaskPlace, Row } from "../model/entity.ts";

const STARS = "****";

/** Bank accounts and cards: `6222 **** **** 3445`. */
function maskAccount(value: string): string {
  const plain = value.replace(/[\s-]/g, "");
  if (plain.length < 8) return plain.length > 4 ? `${STARS} ${plain.slice(-2)}` : STARS;
  return plain.length < 12
    ? `${STARS} ${plain.slice(-4)}`
    : `${plain.slice(0, 4)} ${STARS} ${STARS} ${plain.slice(-4)}`;
}

/** Covers the whole value. */
const coverAll = (): string => STARS;

/**
 * Styles of a mask, by how much of the value they keep. None reveals the length.
 * @example
 * maskStyles["email"]?.("wangfang@example.com") // => "wang****@example.com"
 */
export const maskStyles: Readonly<Record<string, (value: string) => string>> = {
  account: maskAccount,
  card: maskAccount,
  /** Payment cards as schemes require: `**** 1234`, without the issuer's part. */
  tail: (value) => (value.length > 4 ? `${STARS} ${value.slice(-4)}` : STARS),
  /** Identity papers: `110***********001X`, first three and last four. */
  id: (value) =>
    value.length < 10
      ? `${value.slice(0, 1)}${STARS}${value.length > 4 ? value.slice(-1) : ""}`
      : `${value.slice(0, 3)}***********${value.slice(-4)}`,
  /** `138****5678`, after the country's prefix: `+86 138****5678`. Covers at least four digits. */
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
  /** `wang****@example.com`: keeps at most four letters of the name, never all. */
  email: (value) => {
    const at = value.lastIndexOf("@");
    if (at < 1) return STARS;
    return `${value.slice(0, Math.min(4, Math.ceil(at / 2) - (at === 1 ? 1 : 0)))}${STARS}${value.slice(at)}`;
  },
  /** Personal names: `王**`, `J*** S****`; keeps the first letter of each word. */
  name: (value) =>
    value
      .split(/(\s+)/)
      .map((word) => (/^\s*$/.test(word) ? word : `${[...word][0]}**`))
      .join(""),
  /** Company names: `深圳南山****限公司`; keeps both ends, covers at least half. */
  company: (value) => {
    const letters = [...value.trim()];
    const [head, tail] = [Math.min(4, Math.ceil(letters.length / 4)), Math.min(4, Math.floor(letters.length / 4))];
    return `${letters.slice(0, head).join("")}${STARS}${letters.slice(letters.length - tail).join("")}`;
  },
  /** IP addresses: `203.0.113.*`, `2001:db8:****`; keeps the network. */
  ip: (value) =>
    value.includes(":") ? `${value.split(":").slice(0, 2).join(":")}:${STARS}` : value.replace(/[^.]*$/, "*"),
  all: coverAll,
};

/**
 * Where a record goes. `whole`: to a user who confirmed with a step-up to see `x-reveal` fields. `provider`: to an external party that carries out an
 * order and needs whole values; nothing is masked.
 */
export type Exit = MaskPlace | "whole" | "provider";

/** How a field leaves: whole, masked, or not at all. */
type Fate = "leaves" | "covered" | "stays";

/**
 * Returns what happens to a field at an exit. An unknown exit covers every masked field.
 * @example
 * const fate = decideExit(field, "export");
 */
export function decideExit(
  field: Pick<Field, "writeOnly" | "local" | "digest" | "sealed" | "mask" | "reveal">,
  exit: Exit,
): Fate {
  if (field.writeOnly || field.local || field.digest || field.sealed) return "stays";
  if (exit === "provider") return "leaves";
  if (exit === "whole") return field.mask && field.reveal !== true ? "covered" : "leaves";
  return isCovered(field, exit) ? "covered" : "leaves";
}

/** Returns a masked value; an empty one stays. An unknown style covers everything. */
function coverValue({ mask }: Pick<Field, "mask">, value: unknown): unknown {
  if (!mask || value === undefined || value === null || value === "") return value;
  return typeof value === "string" ? (maskStyles[mask.style] ?? coverAll)(value) : STARS;
}

/** Returns whether a sent value is the masked stored one. Ignores spaces: kinds remove them. */
function isMask(field: Pick<Field, "mask">, value: unknown, sent: unknown): boolean {
  const cover = field.mask && coverValue(field, value);
  if (typeof cover !== "string" || typeof sent !== "string") return cover !== undefined && cover === sent;
  return cover.replaceAll(" ", "") === sent.replaceAll(" ", "");
}

/** Masking of an exit for records with the given fields; built once per exit. */
interface ExitPlan {
  /** Names of fields that may leave. */
  names: ReadonlySet<string>;
  covered: readonly Field[];
  /** Lists, with what happens to their rows. */
  lists: readonly [Field, ExitPlan][];
}
const plans = new WeakMap<readonly Field[], Map<Exit, ExitPlan>>();

function exitPlan(fields: readonly Field[], exit: Exit): ExitPlan {
  let known = plans.get(fields);
  if (!known) plans.set(fields, (known = new Map()));
  let plan = known.get(exit);
  if (!plan) {
    const out = fields.filter((field) => decideExit(field, exit) !== "stays");
    const lists: [Field, ExitPlan][] = [];
    for (const field of out) if (field.items) lists.push([field, exitPlan(field.items, exit)]);
    plan = {
      names: new Set(out.map(({ name }) => name)),
      covered: out.filter((field) => !field.items && decideExit(field, exit) === "covered"),
      lists,
    };
    known.set(exit, plan);
  }
  return plan;
}

/**
 * Returns the record as it leaves the server: masked, without fields that never leave (`writeOnly`, `x-sealed`, `x-local`) and without
 * fields that the schema no longer has, whose masks are unknown. Does not change the record; returns it when nothing is hidden.
 * @example
 * const outside = maskRow(entity, row, "list");
 */
export function maskRow(entity: Pick<Entity, "fields">, row: Row, exit: Exit): Row {
  return copyLeaving(exitPlan(entity.fields, exit), row);
}

function copyLeaving({ names, covered, lists }: ExitPlan, row: Row): Row {
  let shown = Object.keys(row).every((name) => names.has(name))
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
  const put = (name: string, value: unknown) => void (shown = { ...shown, [name]: value });
  for (const field of covered) {
    const value = row[field.name];
    const cover = coverValue(field, value);
    if (cover !== value) put(field.name, cover);
  }
  for (const [{ name }, plan] of lists) {
    const value = row[name];
    if (!Array.isArray(value)) continue;
    const inner = value.map((item: unknown) => (isRow(item) ? copyLeaving(plan, item) : item));
    if (inner.some((item, at) => item !== value[at])) put(name, inner);
  }
  return shown;
}

/**
 * Returns a sent record with every masked value replaced by the stored one. A row of a list may have moved: it matches the stored row
 * whose masks it has and with which it shares most values.
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

function unmaskRows(fields: readonly Field[], sent: readonly unknown[], stored: readonly unknown[]): unknown[] {
  const covered = fields.filter((field) => field.mask);
  const free = new Set(stored.keys());
  return sent.map((item, at) => {
    if (!isRow(item)) return item;
    const fits = [...free].flatMap((index) => {
      const row = stored[index];
      const shows = (field: Field) => isRow(row) && isMask(field, row[field.name], item[field.name]);
      if (!isRow(row) || !covered.some(shows)) return [];
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
    // Of equal matches, take the one at the same index while no row was added or removed. Otherwise keep the masked value: the check refuses it.
    const found =
      best.length === 1 ? best[0] : sent.length === stored.length ? best.find(({ index }) => index === at) : undefined;
    if (!found) return item;
    free.delete(found.index);
    return unmaskFields(fields, item, found.row);
  });
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
