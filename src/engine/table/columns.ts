/** Which columns a list shows: the schema's, the person's own choice, or what a link says. */
import type { Entity, Field } from "../entity/entity.ts";

/** A person's choice. `known` are the schema's columns when it was made: ones that came later still appear. */
export interface KeptColumns {
  shown: string[];
  known: string[];
}

/** Fields that may be a column: the schema's own first, then every other that the server shows in lists. */
export function offered(entity: Entity, own: readonly string[]): string[] {
  const rest = entity.fields.filter((field) => mayShow(field) && !own.includes(field.name)).map((field) => field.name);
  return [...own, ...rest];
}
// A reference whose words are copied into the record is said by those copies; its own value is a number for machines.
const mayShow = (field: Field): boolean =>
  !(field.writeOnly || field.local || field.digest || field.sensitive || field.items || field.file || (field.ref && Object.keys(field.ref.copies).length > 0));

/** What was kept, if it has the shape of a choice. */
export function readColumns(kept: unknown): KeptColumns | undefined {
  const { shown, known } = (kept ?? {}) as Partial<KeptColumns>;
  const texts = (list: unknown) => Array.isArray(list) && list.every((name) => typeof name === "string");
  return texts(shown) && texts(known) ? { shown: shown!, known: known! } : undefined;
}

/** The columns to show, in order; never none. A link's `cols` wins over the person's choice. Unknown names fall out. */
export function chosenColumns(entity: Entity, own: readonly string[], kept: KeptColumns | undefined, link: string | null): readonly string[] {
  const all = new Set(offered(entity, own));
  const known = (names: readonly string[]) => [...new Set(names)].filter((name) => all.has(name));
  const asked = known(link?.split(",") ?? []);
  if (asked.length > 0) return asked;
  if (!kept) return own;
  const shown = known(kept.shown);
  for (const [at, name] of own.entries()) {
    if (kept.known.includes(name) || shown.includes(name)) continue;
    const before = shown.indexOf(own[at - 1] ?? "");
    shown.splice(before < 0 ? shown.length : before + 1, 0, name);
  }
  return shown.length > 0 ? shown : own;
}

/** The list with one item at another place. */
export function moved(names: readonly string[], from: number, to: number): string[] {
  if (Math.min(from, to) < 0 || Math.max(from, to) >= names.length) return [...names];
  return names.toSpliced(from, 1).toSpliced(to, 0, names[from]!);
}
