/** Types the rows of an entity by its schema. The server tests validate every response against these types. */
import type { EntityName, EntityRow, Lang, Row } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { readLists, type Schemas } from "@portolan/engine/folder";
import { present, type Purpose } from "../records/present.ts";

export function presentRow<E extends EntityName>(
  schemas: Schemas,
  name: E,
  row: Row,
  exit: { actor: Actor; purpose: Purpose },
): EntityRow<E>;
export function presentRow(
  schemas: Schemas,
  name: EntityName,
  row: Row,
  { actor, purpose }: { actor: Actor; purpose: Purpose },
): Row {
  return present(schemas.entity(name), row, actor, purpose);
}

/** Casts a row to the row type of its entity, without checking it. */
export function typeRow<E extends EntityName>(name: E, row: Row): EntityRow<E>;
export function typeRow(_name: EntityName, row: Row): Row {
  return row;
}

/** Returns the rows of a reference list in one language. Empty for an entity that is not a reference list. */
export function listRowsIn<E extends EntityName>(schemas: Schemas, name: E, lang: Lang): readonly EntityRow<E>[];
export function listRowsIn(schemas: Schemas, name: EntityName, lang: Lang): readonly Row[] {
  return readLists(schemas, lang).get(name) ?? [];
}
