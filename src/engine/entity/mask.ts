/**
 * `x-mask`: what a reader sees of a value that he need not see whole. Done by the server on the way out, wherever the record goes, and undone on the
 * way in: a masked value that comes back means unchanged.
 */
import { isCovered } from "./covered.ts";
import type { Entity, Field, MaskPlace, Row } from "../model/entity.ts";

const STARS = "****";

/** Bank accounts and cards: `6222 **** **** 3445`. */
function account(value: string): string {
  const plain = value.replace(/[\s-]/g, "");
  if (plain.length < 8) return plain.length > 4 ? `${STARS} ${plain.slice(-2)}` : STARS;
  return plain.length < 12
    ? `${STARS} ${plain.slice(-4)}`
    : `${plain.slice(0, 4)} ${STARS} ${STARS} ${plain.slice(-4)}`;
}

/** Each style: how much of the value stays. Lengths are not given away. */
export const maskStyles: Readonly<Record<string, (value: string) => string>> = {
  account,
  card: account,
  /** Payment cards, as schemes want them shown: `**** 1234`, nothing of the issuer's part. */
  tail: (value) => (value.length > 4 ? `${STARS} ${value.slice(-4)}` : STARS),
  /** Identity papers: `110***********001X`, first three and last four. */
  id: (value) =>
    value.length < 10
      ? `${value.slice(0, 1)}${STARS}${value.length > 4 ? value.slice(-1) : ""}`
      : `${value.slice(0, 3)}***********${value.slice(-4)}`,
  /** `138****5678`, with the country's prefix where there is one: `+86 138****5678`. At least four figures are covered. */
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
  /** `wang****@example.com`: at most four letters of the name, never all of it. */
  email: (value) => {
    const at = value.lastIndexOf("@");
    if (at < 1) return STARS;
    return `${value.slice(0, Math.min(4, Math.ceil(at / 2) - (at === 1 ? 1 : 0)))}${STARS}${value.slice(at)}`;
  },
  /** Names of people: `王**`, `J*** S****` keep the first letter of each word. */
  name: (value) =>
    value
      .split(/(\s+)/)
      .map((word) => (/^\s*$/.test(word) ? word : `${[...word][0]}**`))
      .join(""),
  /** Names of firms: their two ends, `深圳南山****限公司`; half or more is covered. */
  company: (value) => {
    const letters = [...value.trim()];
    const [head, tail] = [Math.min(4, Math.ceil(letters.length / 4)), Math.min(4, Math.floor(letters.length / 4))];
    return `${letters.slice(0, head).join("")}${STARS}${letters.slice(letters.length - tail).join("")}`;
  },
  /** Internet addresses: `203.0.113.*`, `2001:db8:****`: the network, not the machine. */
  ip: (value) =>
    value.includes(":") ? `${value.split(":").slice(0, 2).join(":")}:${STARS}` : value.replace(/[^.]*$/, "*"),
  /** Nothing stays. */
  all: () => STARS,
};

/** Where a record goes. `whole`: to a reader who confirmed with the payment password that he wants to see what `x-reveal` fields hide. */
export type Exit = MaskPlace | "whole";

/** What becomes of a field on its way out. */
type Fate = "leaves" | "covered" | "stays";

/** What becomes of a field at an exit. Whatever is no place at all covers all that has a mask. */
export function fateOf(
  field: Pick<Field, "writeOnly" | "local" | "digest" | "sealed" | "mask" | "reveal">,
  exit: Exit,
): Fate {
  if (field.writeOnly || field.local || field.digest || field.sealed) return "stays";
  if (exit === "whole") return field.mask && field.reveal !== true ? "covered" : "leaves";
  return isCovered(field, exit) ? "covered" : "leaves";
}

/** A single value, covered; empty ones are. An unknown style hides everything. */
function coverValue({ mask }: Pick<Field, "mask">, value: unknown): unknown {
  if (!mask || value === undefined || value === null || value === "") return value;
  return typeof value === "string" ? (maskStyles[mask.style] ?? maskStyles["all"]!)(value) : STARS;
}

/** Whether what came back is the value, covered; kinds may have taken its spaces. */
function isCoverOf(field: Pick<Field, "mask">, value: unknown, sent: unknown): boolean {
  const cover = field.mask && coverValue(field, value);
  if (typeof cover !== "string" || typeof sent !== "string") return cover !== undefined && cover === sent;
  return cover.replaceAll(" ", "") === sent.replaceAll(" ", "");
}

/** What an exit does to records of these fields; made once for each. */
interface ExitPlan {
  /** Names that may leave. */
  names: ReadonlySet<string>;
  covered: readonly Field[];
  /** Lists whose rows something happens to. */
  lists: readonly [Field, ExitPlan][];
}
const plans = new WeakMap<readonly Field[], Map<Exit, ExitPlan>>();

function planOf(fields: readonly Field[], exit: Exit): ExitPlan {
  let known = plans.get(fields);
  if (!known) plans.set(fields, (known = new Map()));
  let plan = known.get(exit);
  if (!plan) {
    const out = fields.filter((field) => fateOf(field, exit) !== "stays");
    plan = {
      names: new Set(out.map(({ name }) => name)),
      covered: out.filter((field) => !field.items && fateOf(field, exit) === "covered"),
      lists: out.flatMap((field) => (field.items ? [[field, planOf(field.items, exit)] as [Field, ExitPlan]] : [])),
    };
    known.set(exit, plan);
  }
  return plan;
}

/**
 * The record as it leaves the server at this exit: covered, without what never leaves (`writeOnly`, `x-sealed`, `x-local`), and without values of fields that
 * the schema no longer has, because their masks went with them. The record itself is left alone; where nothing is to be hidden it is returned as it is.
 */
export function maskRow(entity: Pick<Entity, "fields">, row: Row, exit: Exit): Row {
  return leaving(planOf(entity.fields, exit), row);
}

function leaving({ names, covered, lists }: ExitPlan, row: Row): Row {
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
    const inner = value.map((item: unknown) => (isRow(item) ? leaving(plan, item) : item));
    if (inner.some((item, at) => item !== value[at])) put(name, inner);
  }
  return shown;
}

/**
 * What a person sent back, with every value that equals the mask of the stored one put back to the stored one. A row of a list may have moved: it is the
 * stored row whose masks it shows and with which it shares most.
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
    else if (isCoverOf(field, ours, theirs)) whole[field.name] = ours;
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
      const shows = (field: Field) => isRow(row) && isCoverOf(field, row[field.name], item[field.name]);
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
    // Two that fit alike: the one at its place, while none was added or taken away. Else nothing is put back, and the covered value is refused.
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
