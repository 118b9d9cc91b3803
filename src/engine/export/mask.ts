/**
 * `x-mask`: what a reader sees of a value that he need not see whole. Done by the server on the way out, for lists, details, forms, files and
 * logs alike, and undone on the way in: a masked value that comes back means unchanged.
 */
import type { Entity, Field, MaskPlace, Row } from "../entity/entity.ts";

const STARS = "****";

/** Bank accounts and cards: `6222 **** **** 3445`. */
function account(value: string): string {
  const plain = value.replace(/[\s-]/g, "");
  if (plain.length < 8) return plain.length > 4 ? `${STARS} ${plain.slice(-2)}` : STARS;
  return plain.length < 12 ? `${STARS} ${plain.slice(-4)}` : `${plain.slice(0, 4)} ${STARS} ${STARS} ${plain.slice(-4)}`;
}

/** Each style: how much of the value stays. Lengths are not given away. */
export const maskStyles: Readonly<Record<string, (value: string) => string>> = {
  account,
  card: account,
  /** Payment cards, as schemes want them shown: `**** 1234`, nothing of the issuer's part. */
  tail: (value) => (value.length > 4 ? `${STARS} ${value.slice(-4)}` : STARS),
  /** Identity papers: `110***********001X`, first three and last four. */
  id: (value) => (value.length < 10 ? `${value.slice(0, 1)}${STARS}${value.length > 4 ? value.slice(-1) : ""}` : `${value.slice(0, 3)}***********${value.slice(-4)}`),
  /** `138****5678`, with the country's prefix where there is one: `+86 138****5678`. At least four figures are covered. */
  phone: (value) => {
    const [, prefix = "", local = value] = /^(\+\d{1,3}[\s-]|\+86)?(.*)$/s.exec(value) ?? [];
    const lead = prefix.trim() === "" ? "" : `${prefix.trim()} `;
    return lead + (local.length < 8 ? `${STARS}${local.length > 4 ? local.slice(-2) : ""}` : `${local.slice(0, Math.min(3, local.length - 8))}${STARS}${local.slice(-4)}`);
  },
  /** `wang****@example.com`: at most four letters of the name, never all of it. */
  email: (value) => {
    const at = value.lastIndexOf("@");
    if (at < 1) return STARS;
    return `${value.slice(0, Math.min(4, Math.ceil(at / 2) - (at === 1 ? 1 : 0)))}${STARS}${value.slice(at)}`;
  },
  /** Names of people: `王**`, `J*** S****` keep the first letter of each word. */
  name: (value) => value.split(/(\s+)/).map((word) => (/^\s*$/.test(word) ? word : `${[...word][0]}**`)).join(""),
  /** Names of firms: their two ends, `深圳南山****限公司`; half or more is covered. */
  company: (value) => {
    const letters = [...value.trim()];
    const [head, tail] = [Math.min(4, Math.ceil(letters.length / 4)), Math.min(4, Math.floor(letters.length / 4))];
    return `${letters.slice(0, head).join("")}${STARS}${letters.slice(letters.length - tail).join("")}`;
  },
  /** Internet addresses: `203.0.113.*`, `2001:db8:****`: the network, not the machine. */
  ip: (value) => (value.includes(":") ? `${value.split(":").slice(0, 2).join(":")}:${STARS}` : value.replace(/[^.]*$/, "*")),
  /** Nothing stays. */
  all: () => STARS,
};

/** A single value as it shows at this place; the value itself where it is not masked there. An unknown style hides everything. */
function maskValue(field: Pick<Field, "mask">, value: unknown, place: MaskPlace): unknown {
  if (!field.mask?.in.includes(place) || value === undefined || value === null || value === "") return value;
  return typeof value === "string" ? (maskStyles[field.mask.style] ?? maskStyles["all"]!)(value) : STARS;
}

/** Fields with a mask at this place, those of lists' rows included; most entities have none, so most rows pass untouched. */
function masked(fields: readonly Field[], place: MaskPlace): Field[] {
  return fields.filter((field) => field.mask?.in.includes(place) || (field.items && masked(field.items, place).length > 0));
}

/**
 * The record as a reader may see it at this place: masked, and without values of fields that the schema no longer has, because their masks went
 * with them. The record itself is left alone; where nothing is to be hidden it is returned as it is.
 */
export function maskRow(entity: Pick<Entity, "fields">, row: Row, place: MaskPlace): Row {
  return maskFields(masked(entity.fields, place), knownRow(entity.fields, row), place);
}

const namesOf = new WeakMap<readonly Field[], { all: ReadonlySet<string>; lists: readonly Field[] }>();

function knownRow(fields: readonly Field[], row: Row): Row {
  let names = namesOf.get(fields);
  if (!names) namesOf.set(fields, (names = { all: new Set(fields.map(({ name }) => name)), lists: fields.filter(({ items }) => items) }));
  const { all, lists } = names;
  let shown = Object.keys(row).every((name) => all.has(name)) ? row : Object.fromEntries(Object.entries(row).filter(([name]) => all.has(name)));
  for (const { name, items } of lists) {
    const value = shown[name];
    if (!Array.isArray(value)) continue;
    const inner = value.map((item: unknown) => (item !== null && typeof item === "object" ? knownRow(items!, item as Row) : item));
    if (inner.some((item, at) => item !== value[at])) shown = { ...shown, [name]: inner };
  }
  return shown;
}

function maskFields(fields: readonly Field[], row: Row, place: MaskPlace): Row {
  if (fields.length === 0) return row;
  const shown = { ...row };
  for (const field of fields) {
    const value = row[field.name];
    if (value === undefined) continue;
    if (field.items && Array.isArray(value)) {
      const inner = masked(field.items, place);
      shown[field.name] = value.map((item: unknown) => (item !== null && typeof item === "object" ? maskFields(inner, item as Row, place) : item));
    } else shown[field.name] = maskValue(field, value, place);
  }
  return shown;
}

/**
 * What a person sent back, with every value that equals the mask of the stored one put back to the stored one. Rows of lists are compared by their place.
 */
export function unmaskRow(entity: Pick<Entity, "fields">, sent: Row, stored: Row): Row {
  return unmaskFields(entity.fields, sent, stored);
}

function unmaskFields(fields: readonly Field[], sent: Row, stored: Row): Row {
  const whole = { ...sent };
  for (const field of fields) {
    const [ours, theirs] = [stored[field.name], sent[field.name]];
    if (ours === undefined || theirs === undefined) continue;
    if (field.items && Array.isArray(ours) && Array.isArray(theirs)) {
      const { items } = field;
      whole[field.name] = theirs.map((item: unknown, index) => (isRow(item) && isRow(ours[index]) ? unmaskFields(items, item, ours[index]) : item));
    } else if (field.mask?.in.some((place) => maskValue(field, ours, place) === theirs)) whole[field.name] = ours;
  }
  return whole;
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
