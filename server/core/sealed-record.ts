/**
 * Seals the secrets of records (`x-sealed`) before they are stored, and opens them only to validate, migrate or reseal
 * the record.
 */
import type { Entity, Field, Row } from "@portolan/engine";
import { isRow } from "./row.ts";
import type { Seal } from "./seal.ts";

/** The record that a secret belongs to. The sealed secret cannot be opened for any other record. */
interface SecretOwner {
  entity: Entity;
  tenant: string;
  id: string;
}

/**
 * Seals the secrets of a record. A top-level secret that is unchanged from the sealed one in `before` keeps its sealed
 * value. Secrets in nested rows are always resealed.
 *
 * @throws Error when a record has secrets and `seal` is undefined
 */
export function sealRow(seal: Seal | undefined, { entity, tenant, id }: SecretOwner, row: Row, before?: Row): Row {
  return mapSecrets(entity.fields, row, (pointer, value, [name, ...inner]) => {
    const key = requireSeal(seal, entity);
    const about = `${entity.name}|${pointer}|${tenant}|${id}`;
    const known = name !== undefined && inner.length === 0 ? before?.[name] : undefined;
    if (typeof known === "string" && key.isSealed(known) && key.openValue(tenant, about, known) === value) return known;
    return key.sealValue(tenant, about, value);
  });
}

/**
 * Opens the secrets of a record. Leaves values that are not sealed unchanged. `fields` are those of the entity, unless
 * the record still has their former names.
 *
 * @throws Error when a secret cannot be opened, or when the record has a secret and `seal` is undefined
 */
export function openRow(
  seal: Seal | undefined,
  { entity, tenant, id }: SecretOwner,
  row: Row,
  fields: readonly Field[] = entity.fields,
): Row {
  return mapSecrets(fields, row, (pointer, value) => {
    const key = requireSeal(seal, entity);
    return key.isSealed(value) ? key.openValue(tenant, `${entity.name}|${pointer}|${tenant}|${id}`, value) : value;
  });
}

function requireSeal(seal: Seal | undefined, entity: Entity): Seal {
  if (!seal) throw new Error(`${entity.file}: secrets are written where nothing can seal them`);
  return seal;
}

type SecretMapper = (pointer: string, value: string, path: readonly string[]) => string;

/** Returns the record with each secret replaced by the result of `map`. */
function mapSecrets(fields: readonly Field[], row: Row, map: SecretMapper): Row {
  let changed = row;
  const put = (name: string, value: unknown) => void (changed = { ...changed, [name]: value });
  for (const { name, sealed, items } of fields) {
    const value = row[name];
    if (sealed && typeof value === "string" && value !== "") put(name, map(name, value, [name]));
    else if (Array.isArray(value) && items?.some((item) => item.sealed)) {
      const mapItem: SecretMapper = (pointer, secret, path) => map(`${name}.${pointer}`, secret, [name, ...path]);
      put(
        name,
        value.map((item: unknown) => (isRow(item) ? mapSecrets(items, item, mapItem) : item)),
      );
    }
  }
  return changed;
}
