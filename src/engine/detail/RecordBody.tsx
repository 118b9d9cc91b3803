/** The record itself: its state and amount large, what happened to it, then its sections. */
import { Download } from "lucide-react";
import type { Entity, Field } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { Value, wordsOf } from "../table/cell.tsx";
import { CopyButton } from "./CopyButton.tsx";
import type { RecordAnswer } from "./record.ts";
import { Timeline } from "./Timeline.tsx";

interface BodyProps {
  entity: Entity;
  loaded: RecordAnswer;
}
export function RecordBody({ entity, loaded }: BodyProps) {
  const { lang } = usePorts();
  const { record, labels } = loaded;
  const value = (name: string) => <Value entity={entity} field={entity.field(name)} row={record} labels={labels} />;
  const { card } = entity.list;
  const amount = card?.amount ?? entity.fields.find((field) => field.currency)?.name;
  const status = entity.lifecycle?.field ?? card?.status;
  const title = card?.title === entity.key ? undefined : card?.title;
  return (
    <>
      {(amount || status || title) && (
        <div className="pd-lead">
          {(title || status) && (
            <p className="pd-lead-line">
              {title && <strong className="pd-title">{value(title)}</strong>}
              {status && value(status)}
            </p>
          )}
          {amount && (
            <p className="pd-amount">
              <span className="sr-only">{entity.text(`field.${amount}.label`, lang)} </span>
              {value(amount)}
            </p>
          )}
        </div>
      )}
      <Timeline entity={entity} status={status && record[status]} entries={loaded.timeline} />
      {sectionsOf(entity).map((section) => (
        <Section key={section.id} id={section.id} fields={section.fields.map((name) => entity.field(name))} entity={entity} loaded={loaded} />
      ))}
    </>
  );
}

function Section({ id, fields, entity, loaded }: BodyProps & { id: string; fields: Field[] }) {
  const { lang } = usePorts();
  const { record } = loaded;
  const label = entity.text(`section.${id}`, lang);
  // What does not apply to this record is not there, rather than empty.
  const shown = fields.filter((field) => (record[field.name] ?? "") !== "" || entity.shown(field.name, record));
  if (shown.length === 0) return null;
  return (
    <section className="pd-card">
      {label !== `section.${id}` && <h3>{label}</h3>}
      <dl className="pd-pairs">
        {shown.map((field) => (
          <div key={field.name}>
            <dt>{entity.text(`field.${field.name}.label`, lang)}</dt>
            <dd>
              <Fact field={field} entity={entity} loaded={loaded} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** One value; numbers that people carry elsewhere can be copied, files downloaded. */
function Fact({ field, entity, loaded }: BodyProps & { field: Field }) {
  const ports = usePorts();
  const { lang, word } = ports;
  const { record, labels } = loaded;
  const label = entity.text(`field.${field.name}.label`, lang);
  const text = wordsOf(entity, field, record, labels, lang);
  const value = <Value entity={entity} field={field} row={record} labels={labels} />;
  if (text === "") return value;
  if (field.file && ports.openFile) {
    const id = String(record[field.name]);
    const open = () => ports.openFile!(id).catch((failure: { message?: string }) => ports.notify("danger", failure.message || word("detail.fileFailed")));
    return (
      <button type="button" className="pd-link" aria-label={word("detail.download", { label })} onClick={() => void open()}>
        <Download size={16} strokeWidth={1.5} aria-hidden />
        {labels[field.name]?.[id] ?? word("detail.file")}
      </button>
    );
  }
  // A masked number would be of no use elsewhere.
  const copied = (field.name === entity.key || field.kind.ellipsis === "middle") && !field.mask?.in.includes("detail");
  return (
    <>
      <span className={field.kind.ellipsis ? "pd-code" : undefined}>{value}</span>
      {copied && <CopyButton value={String(record[field.name])} label={label} />}
    </>
  );
}

/** The schema's sections; without any, every field that a person may read. */
function sectionsOf(entity: Entity) {
  if (entity.detail.sections.length > 0) return entity.detail.sections;
  return [{ id: "all", fields: entity.fields.filter((field) => !field.writeOnly && !field.local).map((field) => field.name) }];
}
