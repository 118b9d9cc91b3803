/** Newest records of another entity that belong to a card, in one line. */
import type { Entity, Row } from "@portolan/engine";
import { fetchRelated, Link, usePorts, useRead, Value } from "@portolan/engine/ui";
import type { FaceRecent } from "./faces.ts";
import { fillLink } from "./Offer.tsx";

interface RecentRecordsProps {
  entity: Entity;
  /** Id of the view. */
  id: string;
  recent: FaceRecent;
  row: Row;
  /** Name of the record, for screen readers. */
  name: string;
}

/** Renders nothing while there are none, until they are loaded, or when they fail to load. */
export function RecentRecords({ entity, id, recent, row, name }: RecentRecordsProps) {
  const ports = usePorts();
  const { until, line, count } = recent;
  const { data } = useRead(
    [recent.entity, "recent", id, recent.name, row[entity.key]],
    (signal) => fetchRelated(ports, recent, row, { signal }),
    { shared: true },
  );
  const rows = data?.rows
    .filter((their) => until === undefined || Date.parse(String(their[until])) > ports.now())
    .slice(0, count);
  if (!data || !rows?.length) return null;
  const { other, labels } = data;
  const label = entity.text(`views.${id}.${recent.name}`, ports.lang);
  return (
    <p className="py-recent" data-until={until !== undefined || undefined}>
      <Link href={fillLink(recent.to, row)} aria-label={`${label} ${name}`}>
        {label}
      </Link>
      {rows.map((their) => (
        <span key={String(their[other.key])}>
          {line.map((field) => (
            <Value key={field} entity={other} field={other.field(field)} row={their} labels={labels} />
          ))}
        </span>
      ))}
    </p>
  );
}
