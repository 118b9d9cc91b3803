/** Fills a form from a pasted block of labels and values, in either language. */
import { listObjects } from "../base/guards.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import { addLanguage } from "../import/columns.ts";
import { normaliseHeader } from "../import/match.ts";
import type { Ports } from "../model/ports.ts";
import { labelOf } from "../entity/record-label.ts";
import { getOptionsCall } from "../entity/options-call.ts";
import { LEAST_PAIRS, type Pair } from "./pasted.ts";
import type { FormStore } from "../form-store/store.ts";

/**
 * Fills the fields that the pairs name, in order. Returns the fields filled and those whose list has no such record;
 * both empty when the text is no block of this form.
 */
export async function fillPasted(
  store: FormStore,
  ports: Ports,
  pairs: readonly Pair[],
): Promise<{ filled: Field[]; unknown: Field[] }> {
  const before = new Map(store.entity.fields.map(({ name }) => [name, store.record()[name]]));
  /** True when the user edited the field during the lookup; the edit wins. */
  const overtaken = ({ name }: Field) => store.leaf(name).touched && store.leaf(name).value !== before.get(name);
  const values = placePairs(await loadBothLanguages(store.entity, ports), pairs);
  const said: { filled: Field[]; unknown: Field[] } = { filled: [], unknown: [] };
  if (values.size < LEAST_PAIRS) return said;
  for (const [field, value] of values)
    said[(await write({ store, ports, field, value }, overtaken)) ? "filled" : "unknown"].push(field);
  return said;
}

/**
 * Returns the field that a label names: by its label in any language, a part of it, or an abbreviation (开户行 for 开户银行).
 * The longest match wins; undefined when ambiguous.
 */
function findField(label: string, names: ReadonlyMap<Field, readonly string[]>): Field | undefined {
  const key = normaliseHeader(label);
  const scored = [...names]
    .map(([field, keys]) => ({ field, score: Math.max(0, ...keys.map((name) => measureLikeness(key, name))) }))
    .filter(({ score }) => score > 0);
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const [winner, second] = scored.filter(({ score }) => score === best);
  return second ? undefined : winner?.field;
}
/** Scores a match: 2 when equal, below 1 for the matching share, 0 for none. */
function measureLikeness(key: string, name: string): number {
  if (key === name) return 2;
  const [short, long] = key.length < name.length ? [key, name] : [name, key];
  if (short.length < 2) return 0;
  let at = 0;
  for (const character of long) if (character === short[at]) at++;
  return at === short.length && (long.includes(short) || /\p{Script=Han}/u.test(short))
    ? short.length / long.length
    : 0;
}

/** Assigns the values of a block to fields; the first value of each field wins. */
export function placePairs(entity: Entity, pairs: readonly Pair[]): Map<Field, string> {
  const open = entity.fields.filter((field) => !field.readOnly && !field.digest && !field.file && !field.items);
  const names = new Map(
    open.map(
      (field) =>
        [
          field,
          [...entity.dialect.languages.map((lang) => entity.label(field.name, lang)), ...(field.aliases ?? [])].map(
            normaliseHeader,
          ),
        ] as const,
    ),
  );
  const found = new Map<Field, string>();
  for (const { label, value } of pairs) {
    const field = findField(label, names);
    if (field && !found.has(field)) found.set(field, value);
  }
  return found;
}

/** Returns the entity with labels in the reader's language and another; unchanged when there is no other, or its texts cannot be loaded. */
async function loadBothLanguages(entity: Entity, ports: Ports): Promise<Entity> {
  const other = entity.dialect.languages.find((one) => one !== ports.lang);
  if (other === undefined) return entity;
  const texts = await ports.texts?.(entity.name, other).catch(() => undefined);
  return texts ? addLanguage(entity, other, texts) : entity;
}

interface Filling {
  store: FormStore;
  ports: Ports;
  field: Field;
  value: string;
}

/** Writes one value into its field; false when its list has no such record. */
async function write(filling: Filling, overtaken: (field: Field) => boolean): Promise<boolean> {
  const { store, field, value } = filling;
  const leaf = store.leaf(field.name);
  if (overtaken(field)) return true;
  const list = field.ref?.entity ?? (field.options && "list" in field.options ? field.options.list : undefined);
  if (list === undefined) store.type(leaf, value);
  else {
    const row = await findChoice(filling, list).catch(() => undefined);
    if (overtaken(field)) return true;
    if (!row) return false;
    store.set(leaf, row.key);
    store.fill(row.copies);
  }
  leaf.control?.write();
  leaf.publish({ value: leaf.value });
  store.blur(leaf);
  return true;
}

/** Page size for scanning a whole list. */
const MAX_READ = 100;

/**
 * Returns the record of a list whose name equals the text or is its beginning (a bank for its branch); undefined when
 * none or several match.
 */
async function findChoice(
  { store, ports, field, value }: Filling,
  list: string,
): Promise<{ key: string; copies: Row } | undefined> {
  const target = await ports.entity(list);
  const params = field.options && "list" in field.options ? field.options.params : {};
  const record = store.record();
  const from = Object.fromEntries(Object.entries(params).map(([theirs, own]) => [theirs, record[own]]));
  const ask = async (size: number, q?: string) =>
    listObjects((await ports.call(getOptionsCall(target), { ...from, size, ...(q === undefined ? {} : { q }) })).list);
  const name = (row: Row) => labelOf(target, row, field.ref?.label, ports.lang);
  const rows = await ask(20, value);
  const exact = rows.filter((row) => name(row) === value);
  const begins = async () =>
    (await ask(MAX_READ))
      .filter((row) => name(row) !== "" && value.startsWith(name(row)))
      .toSorted((a, b) => name(b).length - name(a).length)
      .slice(0, 1);
  const [row, second] = exact.length > 0 ? exact : rows.length > 0 ? rows : await begins();
  if (!row || second) return undefined;
  const pairs = field.ref?.copies ?? (field.options && "list" in field.options ? field.options.fills : {});
  return {
    key: String(row[target.key]),
    copies: Object.fromEntries(Object.entries(pairs).map(([own, theirs]) => [own, row[theirs]])),
  };
}
