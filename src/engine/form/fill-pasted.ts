/** Fills a form from pasted labels and values in either language. */
import type { Entity, Field } from "../model/entity.ts";
import { normalizeHeader } from "../import/match.ts";
import type { Ports } from "../model/ports.ts";
import { loadBothLanguages } from "../import/columns.ts";
import { findChoice, getListName } from "./pasted-values.ts";
import { LEAST_PAIRS, type Pair } from "./pasted.ts";
import type { FormStore } from "../form-store/store.ts";

/**
 * Fills the fields that the pairs refer to, in order, except those that the user edits in the meantime. Returns in
 * `unknown` the fields whose list has no single matching record, and all others in `filled`. Fills nothing when fewer
 * than `LEAST_PAIRS` fields match, since the text is then not meant for this form.
 */
export async function fillPasted(
  store: FormStore,
  ports: Ports,
  pairs: readonly Pair[],
): Promise<{ filled: Field[]; unknown: Field[] }> {
  const before = new Map(store.entity.fields.map(({ name }) => [name, store.record()[name]]));
  /** Whether the user edited the field during the lookup, in which case the edit wins. */
  const overtaken = ({ name }: Field) => store.leaf(name).touched && store.leaf(name).value !== before.get(name);
  const values = placePairs(await loadBothLanguages(store.entity, ports), pairs);
  const result: { filled: Field[]; unknown: Field[] } = { filled: [], unknown: [] };
  if (values.size < LEAST_PAIRS) return result;
  for (const [field, value] of values)
    result[(await write({ store, ports, field, value }, overtaken)) ? "filled" : "unknown"].push(field);
  return result;
}

/**
 * Returns the field whose label in any language, or whose alias, matches in full, in part, or as an abbreviation (开户行
 * for 开户银行). A full match wins, otherwise the one whose lengths differ least in proportion. Undefined when there is
 * no match or the best one is ambiguous.
 */
function findField(label: string, names: ReadonlyMap<Field, readonly string[]>): Field | undefined {
  const key = normalizeHeader(label);
  const scored = [...names]
    .map(([field, keys]) => ({ field, score: Math.max(0, ...keys.map((name) => measureLikeness(key, name))) }))
    .filter(({ score }) => score > 0);
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const [winner, second] = scored.filter(({ score }) => score === best);
  return second ? undefined : winner?.field;
}
/** Scores a match: 2 if the names are equal, a fraction below 1 for a partial match, otherwise 0. */
function measureLikeness(key: string, name: string): number {
  if (key === name) return 2;
  const [short, long] = key.length < name.length ? [key, name] : [name, key];
  if (short.length < 2) return 0;
  let index = 0;
  for (const character of long) if (character === short[index]) index++;
  return index === short.length && (long.includes(short) || /\p{Script=Han}/u.test(short))
    ? short.length / long.length
    : 0;
}

/**
 * Assigns the values of pasted pairs to fields. The first value of each field wins. Read-only fields, passwords, files
 * and lists of rows are skipped.
 */
export function placePairs(entity: Entity, pairs: readonly Pair[]): Map<Field, string> {
  const open = entity.fields.filter((field) => !field.readOnly && !field.digest && !field.file && !field.items);
  const names = new Map(
    open.map(
      (field) =>
        [
          field,
          [...entity.dialect.languages.map((lang) => entity.label(field.name, lang)), ...(field.aliases ?? [])].map(
            normalizeHeader,
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

interface Filling {
  store: FormStore;
  ports: Ports;
  field: Field;
  value: string;
}

/**
 * Writes a value into its field, unless the user has edited it in the meantime. Returns false only when the field's
 * list has no single matching record or cannot be searched.
 */
async function write(filling: Filling, overtaken: (field: Field) => boolean): Promise<boolean> {
  const { store, field, value } = filling;
  const leaf = store.leaf(field.name);
  if (overtaken(field)) return true;
  if (getListName(field) === undefined) store.type(leaf, value);
  else {
    const row = await findChoice({ ...filling, record: store.record() }).catch(() => undefined);
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
