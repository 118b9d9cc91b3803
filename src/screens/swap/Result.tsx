/** Last step: the completed exchange from its record, with links to follow-up actions. */
import { useEffect, useRef } from "react";
import { t } from "@portolan/engine/app";
import type { EntityRow } from "@portolan/engine";
import { Link, RecordPage, useLoaded, usePorts } from "@portolan/engine/ui";

const RECORDS = "/exchangeRecord";

/** Returns the link to the record of an exchange. */
export const recordHref = (record: EntityRow<"swap">): string => `${RECORDS}?id=${encodeURIComponent(record.orderNo)}`;

export function Result({ record, again, label }: { record: EntityRow<"swap">; again(): void; label: string }) {
  const ports = usePorts();
  const head = useRef<HTMLHeadingElement>(null);
  const entity = useLoaded(() => ports.entity("swap"), "swap");
  useEffect(() => head.current?.focus(), []);
  return (
    <section className="sw-result">
      <h2 ref={head} tabIndex={-1}>
        {t("swap.done")}
      </h2>
      <p className="sw-quiet">{t("swap.doneHint")}</p>
      <p className="sw-buttons">
        <button type="button" className="btn" data-main onClick={again}>
          {label}
        </button>
        <Link className="btn" href={recordHref(record)}>
          {t("swap.toRecord")}
        </Link>
      </p>
      {entity && <RecordPage entity={entity} id={record.orderNo} level={2} />}
    </section>
  );
}
