/** The record itself: its state and amount large, then what happened to it, then its sections. */
import type { Entity } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { Value, wordsOf } from "../table/cell.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { Timeline } from "./Timeline.tsx";
import type { Loaded } from "./use-record.tsx";

export function RecordBody({ entity, loaded }: { entity: Entity; loaded: Loaded }) {
  const { lang } = usePorts();
  const { record, labels } = loaded;
  const value = (name: string) => <Value entity={entity} field={entity.field(name)} row={record} labels={labels} />;
  const amount = entity.list.card?.amount ?? entity.list.columns.find((name) => entity.field(name).currency);
  const status = entity.lifecycle?.field;
  const title = entity.list.card?.title;
  return (
    <>
      {(amount || status) && (
        <div className="pd-lead">
          {amount && <p className="pd-amount">{value(amount)}</p>}
          <p className="pd-lead-line">
            {title && title !== entity.key && <span>{value(title)}</span>}
            {status && value(status)}
          </p>
        </div>
      )}
      <Timeline entity={entity} entries={loaded.timeline} />
      {sectionsOf(entity).map((section) => {
        const label = entity.text(`section.${section.id}`, lang);
        return (
          <section key={section.id} className="pd-card">
            {label !== `section.${section.id}` && <h3>{label}</h3>}
            <dl className="pd-pairs">
              {section.fields.map((name) => {
                const field = entity.field(name);
                const text = wordsOf(entity, field, record, labels, lang);
                // Digits and codes are what people carry elsewhere; masked ones would be of no use there.
                const copied = text !== "" && !text.includes("*") && (name === entity.key || field.kind.ellipsis === "middle") ? text : undefined;
                return (
                  <div key={name}>
                    <dt>{entity.text(`field.${name}.label`, lang)}</dt>
                    <dd>
                      {value(name)}
                      {copied && <CopyButton value={copied} label={entity.text(`field.${name}.label`, lang)} />}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </section>
        );
      })}
    </>
  );
}

/** The schema's sections; without any, every field that a person may read. */
function sectionsOf(entity: Entity) {
  if (entity.detail.sections.length > 0) return entity.detail.sections;
  return [{ id: "all", fields: entity.fields.filter((field) => !field.writeOnly && !field.local && !field.items).map((field) => field.name) }];
}
