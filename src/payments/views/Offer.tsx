/** Offer of a record: a sentence and a link, shown while its condition holds and the user may open the page. */
import { type Entity, evaluate, interpolate, buildRecordScope, type Row } from "@portolan/engine";
import { Link, usePorts } from "@portolan/engine/ui";
import type { FacesPlan } from "./faces.ts";
import "./offer.css";

interface OfferProps {
  entity: Entity;
  /** Id of the view. */
  id: string;
  offer: NonNullable<FacesPlan["offer"]>;
  row: Row;
}
export function Offer({ entity, id, offer: { to, when }, row }: OfferProps) {
  const { lang, canOpen } = usePorts();
  const href = fillLink(to, row);
  const self = buildRecordScope(entity.fields, row);
  if ((when && evaluate(when, { self }) !== true) || canOpen?.(href) === false) return null;
  return (
    <p className="py-offer">
      {entity.text(`views.${id}.offer.says`, lang)}{" "}
      <Link className="btn" data-main data-small href={href}>
        {entity.text(`views.${id}.offer`, lang)}
      </Link>
    </p>
  );
}

/** Fills the placeholders of a URL with the record's values, URL-encoded. */
export const fillLink = (to: string, row: Row): string =>
  interpolate(
    to,
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, encodeURIComponent(String(value))])),
  );
