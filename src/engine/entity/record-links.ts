/** Links from a record to other pages (`x-links`). */
import type { Entity, Row } from "../model/entity.ts";
import { evaluate } from "../rules/evaluate.ts";
import { buildRecordScope } from "../rules/scope.ts";

/**
 * Returns the links whose condition is true for the record. `fault` is the field that the reason of a failed record is
 * about.
 * @example
 * const [main] = findLinks(entity, row).filter((link) => link.main);
 */
export function findLinks(entity: Entity, record: Row, fault = ""): NonNullable<Entity["links"]> {
  const self = buildRecordScope(entity.fields, record);
  return (entity.links ?? []).filter(
    ({ when, fixes }) => (!fixes || fixes.includes(fault)) && (!when || evaluate(when, { self }) === true),
  );
}

/**
 * Returns the address of a link for a record.
 * @example
 * fillLink("/sample?id={id}", { id: "7" }) // => "/sample?id=7"
 */
export const fillLink = (to: string, record: Row): string =>
  to.replace(/\{([\w.]+)\}/g, (_hole, name: string) => encodeURIComponent(String(record[name] ?? "")));
