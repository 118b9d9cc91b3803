/** Uploads documents as a ZIP archive, then lists the files that the server found in it. Loaded on demand. */
import { useEffect, useRef, useState } from "react";
import { t } from "@portolan/engine/app";
import type { Entity, Row } from "@portolan/engine";
import { EntityForm, usePorts, useRead, Value } from "@portolan/engine/ui";

/** No labels: neither file names nor sizes refer to other records. */
const NONE = {};

export interface MaterialFormProps {
  onCancel(): void;
}
export function MaterialForm({ onCancel }: MaterialFormProps) {
  const ports = usePorts();
  const { data: entity } = useRead(["material", "form"], () => ports.entity("material"), { onFocus: false });
  const [record, setRecord] = useState<Row>();
  if (!entity) return <div className="hm-material-wait" aria-hidden />;
  return record ? (
    <Receipt entity={entity} record={record} onAgain={() => setRecord(undefined)} />
  ) : (
    <EntityForm entity={entity} onCancel={onCancel} onDone={setRecord} />
  );
}

/** Shows the response: the reference number, and each file in the archive with its size. */
function Receipt({ entity, record, onAgain }: { entity: Entity; record: Row; onAgain(): void }) {
  const { lang } = usePorts();
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), []);
  const contents = record.contents as Row[];
  const [name, size] = entity.field("contents").items!;
  return (
    <div className="hm-receipt">
      <p ref={head} tabIndex={-1} role="status">
        <strong>{t("home.materialDone")}</strong> {entity.label("receiptNo", lang)}{" "}
        <span>{String(record.receiptNo)}</span>
      </p>
      <p className="hm-quiet">{t("home.materialHolds", { file: String(record.fileName), count: contents.length })}</p>
      <ul tabIndex={0} aria-label={entity.label("contents", lang)}>
        {contents.map((content) => (
          <li key={String(content.name)}>
            <span>
              <Value entity={entity} field={name!} row={content} labels={NONE} />
            </span>
            <span>
              <Value entity={entity} field={size!} row={content} labels={NONE} /> {t("home.materialBytes")}
            </span>
          </li>
        ))}
      </ul>
      <button type="button" className="btn" data-small onClick={onAgain}>
        {t("home.materialAgain")}
      </button>
    </div>
  );
}
