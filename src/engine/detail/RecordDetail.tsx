/** A record with its states: loading, gone, failed; what it says and what may be done with it. Stands in the drawer and on a page. */
import { Receipt as ReceiptIcon } from "lucide-react";
import { useState } from "react";
import type { Entity } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { Actions } from "./Actions.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { EditRecord, PlainActions } from "./PlainActions.tsx";
import { ReceiptSheet } from "./ReceiptSheet.tsx";
import { RecordBody } from "./RecordBody.tsx";
import { useRecord } from "./use-record.tsx";
import "./detail.css";

interface DetailProps {
  entity: Entity;
  id: string;
  headingId: string;
  onChanged(): void;
  onRemoved(): void;
  /** Buttons beside the heading (close, previous, next). */
  tools?: React.ReactNode;
}
export function RecordDetail({ entity, id, headingId, onChanged, onRemoved, tools }: DetailProps) {
  const { word, lang } = usePorts();
  const { loaded, failure, loading, reload } = useRecord(entity, id);
  const [editing, setEditing] = useState(false);
  const [printing, setPrinting] = useState(false);
  const changed = () => {
    setEditing(false);
    reload();
    onChanged();
  };
  const keyField = entity.field(entity.key);
  return (
    <article className="pd-detail" aria-busy={loading} aria-labelledby={headingId}>
      <header className="pd-head">
        <div>
          <p className="pd-quiet">{entity.text("label", lang)}</p>
          <h2 id={headingId} className={keyField.kind.ellipsis ? "pd-key" : undefined}>
            {id}
            <CopyButton value={id} label={entity.text(`field.${entity.key}.label`, lang)} />
          </h2>
        </div>
        {tools}
      </header>
      <div className="pd-scroll">
        {loaded ? (
          editing ? (
            <EditRecord entity={entity} record={loaded.record} onDone={changed} onCancel={() => setEditing(false)} />
          ) : printing && loaded.receipt ? (
            <ReceiptSheet receipt={loaded.receipt} amount={entity.list.card?.amount} onClose={() => setPrinting(false)} />
          ) : (
            <RecordBody entity={entity} loaded={loaded} />
          )
        ) : failure ? (
          <div className="pd-state" role="alert">
            <p>{failure.kind === "refused" ? word("detail.gone") : failure.message || word("list.failed")}</p>
            {failure.traceId && (
              <p className="pd-quiet">
                {word("form.trace")} {failure.traceId}
              </p>
            )}
            {failure.kind !== "refused" && (
              <button type="button" className="btn" onClick={reload}>
                {word("form.retry")}
              </button>
            )}
          </div>
        ) : (
          <Skeleton />
        )}
      </div>
      {loaded && !editing && !printing && (
        <footer className="pd-foot">
          {entity.lifecycle ? <Actions key={`${id}-${loaded.timeline.length}`} entity={entity} id={id} events={loaded.events} onDone={changed} /> : <PlainActions entity={entity} id={id} onEdit={() => setEditing(true)} onRemoved={onRemoved} />}
          {entity.receipt && (
            <div className="pd-receipt-line">
              {loaded.receipt ? (
                <button type="button" className="btn" onClick={() => setPrinting(true)}>
                  <ReceiptIcon size={16} strokeWidth={1.5} aria-hidden />
                  {word("receipt.open")}
                </button>
              ) : (
                <p className="pd-quiet">{word("receipt.notYet")}</p>
              )}
            </div>
          )}
        </footer>
      )}
    </article>
  );
}

/** The shape of what comes: the amount, two sections; shown after 200 ms. */
function Skeleton() {
  return (
    <div className="pd-skeleton" aria-hidden>
      <span style={{ width: "50%", height: 32 }} />
      {Array.from({ length: 7 }, (_line, index) => (
        <span key={index} style={{ width: `${90 - (index % 3) * 12}%` }} />
      ))}
    </div>
  );
}
