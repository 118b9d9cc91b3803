/** Records without a lifecycle: change and remove, where the schema has calls for them. */
import { useState } from "react";
import type { Entity, Row } from "../entity/entity.ts";
import { EntityForm } from "../form/lazy.tsx";
import type { CallFailure } from "../ports.ts";
import { usePorts } from "../ports-context.tsx";

interface PlainProps {
  entity: Entity;
  id: string;
  record: Row;
  onChanged(): void;
  onRemoved(): void;
}
/** Stands in place of the record while it is being changed. */
export function EditRecord({ entity, record, onDone, onCancel }: { entity: Entity; record: Row; onDone(): void; onCancel(): void }) {
  return <EntityForm entity={entity} record={record} onDone={onDone} onCancel={onCancel} />;
}

export function PlainActions({ entity, id, onRemoved, onEdit }: Omit<PlainProps, "record" | "onChanged"> & { onEdit(): void }) {
  const ports = usePorts();
  const { word } = ports;
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const { update, remove } = entity.calls;
  if (!update && !remove) return null;
  const drop = async () => {
    setBusy(true);
    setRefused(undefined);
    try {
      await ports.call(remove!, { [entity.key]: id }, { idempotencyKey: crypto.randomUUID() });
      ports.notify("success", word("detail.removed"));
      onRemoved();
    } catch (error) {
      setRefused((error as CallFailure).message || word("form.broken"));
      setSure(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="pd-actions" aria-label={word("detail.actions")}>
      {refused && (
        <p className="pd-refused" role="alert">
          {refused}
        </p>
      )}
      <div className="pd-buttons">
        {sure ? (
          <>
            <p>{word("detail.sureRemove")}</p>
            <button type="button" className="btn" onClick={() => setSure(false)}>
              {word("detail.notNow")}
            </button>
            <button type="button" className="btn" data-tone="danger" autoFocus disabled={busy} onClick={() => void drop()}>
              {word("detail.remove")}
            </button>
          </>
        ) : (
          <>
            {update && (
              <button type="button" className="btn" data-main onClick={onEdit}>
                {word("detail.edit")}
              </button>
            )}
            {remove && (
              <button type="button" className="btn" data-tone="danger" onClick={() => setSure(true)}>
                {word("detail.remove")}
              </button>
            )}
          </>
        )}
      </div>
    </section>
  );
}
