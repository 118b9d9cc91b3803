/** Links from a record to other pages (`x-links`). */
import type { Entity, Row } from "../model/entity.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { evaluate } from "../rules/evaluate.ts";
import { buildRecordScope } from "../rules/scope.ts";

/** Returns the links whose condition is true for the record. */
export function findLinks(entity: Entity, record: Row): NonNullable<Entity["links"]> {
  const self = buildRecordScope(entity.fields, record);
  return (entity.links ?? []).filter(({ when }) => !when || evaluate(when, { self }) === true);
}

export function Links({ entity, record }: { entity: Entity; record: Row }) {
  const { lang } = usePorts();
  return findLinks(entity, record).map(({ id, to, main }) => {
    const path = to.replace(/\{([\w.]+)\}/g, (_hole, name: string) => encodeURIComponent(String(record[name] ?? "")));
    return (
      <Link key={id} className="btn" data-main={main || undefined} href={path}>
        {entity.text(`link.${id}`, lang)}
      </Link>
    );
  });
}
