/** Loads the review and the address of the payee that an order refers to. */
import type { Field, Row } from "@portolan/engine";
import type { FactLoader } from "../../lifecycle/context.ts";
import { createRecordStore } from "../../store/records.ts";

/** Code of `reasonCode.json` for a refusal without a code. */
const UNEXPLAINED = "XN04";

/**
 * Loads the payee's status, the code of its refusal, its address, and whether its details are still those that the
 * order copied, or undefined while no payee is chosen. `with` names the field that refers to the payee. A payee that was deleted has no
 * status, and counts as changed.
 */
export const payee: FactLoader = async ({ db, schemas, actor, entity, record }) => {
  const field = entity.fields.find(({ name }) => name === entity.contexts["payee"]?.with?.["payee"]);
  const id = field && record[field.name];
  const target = field?.ref && schemas.entities.get(field.ref.entity);
  if (!field?.ref || !target || typeof id !== "string" || id === "") return undefined;
  const found = await createRecordStore(db, schemas).get(target, actor.tenant, id);
  if (!found) return { unchanged: false };
  const { reasonCode = UNEXPLAINED, address, country, city, state, postcode } = found.data;
  const unchanged = isUnchanged(field.ref, record, found.data);
  return { status: found.status, reasonCode, unchanged, address, country, city, state, postcode };
};

/** Returns whether every detail that the order has copied is still that of the payee. */
const isUnchanged = ({ copies }: NonNullable<Field["ref"]>, order: Row, current: Row): boolean =>
  Object.entries(copies).every(([own, theirs]) => order[own] === undefined || order[own] === current[theirs]);
