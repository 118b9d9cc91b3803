/** Secrets of records (`x-sealed`): sealed before they are stored, opened where the record is judged again, and nowhere else. */
import type { Entity, Field, Row } from "../../src/engine/index.ts";
import type { Seal } from "./seal.ts";

/** Whose secret it is: a sealed text opens in its own place alone. */
interface Place {
  tenant: string;
  id: string;
}

/**
 * The record as it is stored. What `before` (sealed) says the same stays as it was sealed then. Throws where there are secrets and nothing to seal with,
 * which is our own fault.
 */
export function sealRow(seal: Seal | undefined, entity: Entity, place: Place, row: Row, before?: Row): Row {
  return eachSecret(entity, row, (at, value, path) => {
    const key = keyOf(seal, entity);
    const about = `${entity.name}|${at}|${place.tenant}|${place.id}`;
    const known = path.length === 1 ? before?.[path[0]!] : undefined;
    if (typeof known === "string" && key.isSealed(known) && key.openValue(place.tenant, about, known) === value)
      return known;
    return key.sealValue(place.tenant, about, value);
  });
}

/** The record with its secrets open. One that is not sealed yet stays as it is; throws for one that does not open. */
export function openRow(seal: Seal | undefined, entity: Entity, place: Place, row: Row): Row {
  return eachSecret(entity, row, (at, value) => {
    const key = keyOf(seal, entity);
    return key.isSealed(value)
      ? key.openValue(place.tenant, `${entity.name}|${at}|${place.tenant}|${place.id}`, value)
      : value;
  });
}

function keyOf(seal: Seal | undefined, entity: Entity): Seal {
  if (!seal) throw new Error(`${entity.file}: secrets are written where nothing can seal them`);
  return seal;
}

/** The record with another text for each secret in it. */
function eachSecret(
  { fields }: Pick<Entity, "fields">,
  row: Row,
  change: (at: string, value: string, path: readonly string[]) => string,
): Row {
  let changed = row;
  const put = (name: string, value: unknown) => void (changed = { ...changed, [name]: value });
  for (const field of fields) {
    const value = row[field.name];
    if (field.sealed && typeof value === "string" && value !== "")
      put(field.name, change(field.name, value, [field.name]));
    else if (Array.isArray(value) && field.items?.some(({ sealed }) => sealed))
      put(
        field.name,
        value.map((item: unknown) => (isRow(item) ? inRow(field.items!, field.name, item, change) : item)),
      );
  }
  return changed;
}

const inRow = (fields: readonly Field[], list: string, row: Row, change: Parameters<typeof eachSecret>[2]): Row =>
  eachSecret({ fields: [...fields] }, row, (at, value, path) => change(`${list}.${at}`, value, [list, ...path]));
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
