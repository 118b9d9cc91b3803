/** Buttons for the links of a record (`x-links`). */
import { fillLink, findLinks } from "../entity/record-links.ts";
import type { Entity, Row } from "../model/entity.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";

interface LinksProps {
  entity: Entity;
  record: Row;
  /** Field that the reason of a failed record is about. */
  fault?: string | undefined;
}
export function Links({ entity, record, fault }: LinksProps) {
  const { lang } = usePorts();
  return findLinks(entity, record, fault).map(({ id, to, main }) => (
    <Link key={id} className="btn" data-main={main || undefined} href={fillLink(to, record)}>
      {entity.text(`link.${id}`, lang)}
    </Link>
  ));
}
