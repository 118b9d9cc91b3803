/** Content of a record: status and amount, timeline, sections, related records. */
import { LockKeyhole, Download } from "lucide-react";
import { formatWallClock, formatZone } from "../base/time-zone.ts";
import { isMasked, canReveal } from "../entity/is-masked.ts";
import { findRole } from "../entity/transitions.ts";
import { listCorrectable } from "../entity/remarks.ts";
import type { DetailPlan, Entity, Field, Lang, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { Value, formatCell } from "../cells/cell.tsx";
import { CopyAll, CopyButton } from "./CopyButton.tsx";
import { Links } from "./Links.tsx";
import { formatLines } from "./format-lines.tsx";
import type { DetailResponse, TimelineEntry } from "../model/wire.ts";
import { findOpenRemarks } from "./returned.ts";
import type { ReactNode } from "react";
import { Link } from "../react/Link.tsx";
import { getTextName } from "../entity/labels.ts";
import { listObjects } from "../base/guards.ts";
import { RelatedRecords } from "./RelatedRecords.tsx";
import { useSectionLevel } from "./section-level.tsx";
import { Reveal } from "./Reveal.tsx";
import { Decimal } from "../base/decimal.ts";
import { listNextSteps } from "./next-step.ts";
import { useActorName, useNextStep } from "./use-next-step.tsx";
import { findEventLabel } from "../operation/record-actions.ts";

interface BodyProps {
  entity: Entity;
  loaded: DetailResponse;
}
export function RecordBody({ entity, loaded }: BodyProps) {
  const { record } = loaded;
  return (
    <>
      {loaded.outcome ? (
        <Outcome entity={entity} loaded={loaded} />
      ) : findOpenRemarks(entity, loaded).length > 0 ? (
        <Returned entity={entity} loaded={loaded} />
      ) : (
        <Waiting entity={entity} loaded={loaded} />
      )}
      <Lead entity={entity} loaded={loaded} />
      {hasFailed(entity, loaded) && (
        <div className="pd-next pd-buttons">
          <Links entity={entity} record={record} fault={loaded.outcome?.field} />
        </div>
      )}
      <div className="pd-columns">
        <Timeline entity={entity} record={record} entries={loaded.timeline} review={loaded.review} />
        <div className="pd-sections">
          {listSections(entity).map((section) => (
            <Section
              key={section.id}
              id={section.id}
              fields={section.fields.map((name) => entity.field(name))}
              copy={section.copy === true}
              sum={section.sum === true}
              entity={entity}
              loaded={loaded}
            />
          ))}
          {entity.detail.related?.map((related) => (
            <RelatedRecords key={related.id} entity={entity} related={related} record={record} />
          ))}
        </div>
      </div>
    </>
  );
}

/** Returns whether the record has failed. Its links then say what to do next, above the timeline. */
export const hasFailed = ({ lifecycle }: Entity, { record, outcome }: DetailResponse): boolean =>
  outcome !== undefined && lifecycle?.states.find(({ name }) => name === record[lifecycle.field])?.tone === "danger";

/** Title, status and amount of the record. */
function Lead({ entity, loaded: { record, labels, checkWords } }: BodyProps) {
  const { lang, t } = usePorts();
  const value = (name: string) => <Value entity={entity} field={entity.field(name)} row={record} labels={labels} />;
  const { card } = entity.list;
  // If the schema defines a card without an amount, no amount represents the record.
  const amount = card ? card.amount : entity.fields.find((field) => field.currency)?.name;
  const status = entity.lifecycle?.field ?? card?.status;
  const title = card?.title === entity.key ? undefined : card?.title;
  if (!amount && !status && !title) return null;
  return (
    <div className="pd-lead">
      {(title || status) && (
        <p className="pd-lead-line">
          {title && <strong className="pd-title">{value(title)}</strong>}
          {status && value(status)}
          {entity.lifecycle?.also?.map((axis) => (
            <span key={axis} className="pd-axis">
              <span className="pd-quiet">{entity.label(axis, lang)} </span>
              {value(axis)}
            </span>
          ))}
        </p>
      )}
      {amount && (
        <p className="pd-amount">
          <span className="sr-only">{entity.label(amount, lang)} </span>
          {value(amount)}
        </p>
      )}
      {checkWords && (
        <p className="pd-quiet">
          {t("detail.checkWords")} {checkWords}
        </p>
      )}
    </div>
  );
}

/** Outcome of a finished record, shown first: what happened, where the money is, and when it happened. */
function Outcome({ entity, loaded: { record, outcome } }: BodyProps) {
  const { dialect, lang, t } = usePorts();
  const { said, why, money, at } = outcome ?? {};
  if (!said && !why && !money) return null;
  const { state, tone } = describeState(entity, record, lang);
  return (
    <div className="pd-outcome" data-tone={tone}>
      <p>
        <strong>{said ?? (why ? t("detail.outcome", { state, why }) : state)}</strong>
      </p>
      {money && (
        <p>
          {money}
          {at && (
            <time className="pd-quiet" dateTime={at}>
              {" "}
              {formatWallClock(Date.parse(at), dialect.zone).slice(0, 16)}
            </time>
          )}
        </p>
      )}
    </div>
  );
}

/** Sentence on a record that a review returned, shown first: its state, the reason, and how many fields to correct. */
export function Returned({ entity, loaded }: BodyProps) {
  const { t, lang } = usePorts();
  const { record } = loaded;
  const { state, tone } = describeState(entity, record, lang);
  const why = record["reason"];
  return (
    <div className="pd-outcome" data-tone={tone}>
      <p>
        <strong>{typeof why === "string" ? t("detail.outcome", { state, why }) : state}</strong>
      </p>
      <p>{t("detail.returned", { count: findOpenRemarks(entity, loaded).length })}</p>
    </div>
  );
}

/** Returns the label and tone of the record's state. */
function describeState(entity: Entity, record: Row, lang: Lang) {
  const { lifecycle } = entity;
  const name = String(record[lifecycle?.field ?? ""] ?? "");
  return {
    state: entity.stateLabel(name, lang),
    tone: lifecycle?.states.find((state) => state.name === name)?.tone ?? "neutral",
  };
}

/** What a record that is under way waits for, shown first. A record that a user just created says that it was submitted. */
function Waiting({ entity, loaded: { record, timeline, review } }: BodyProps) {
  const { t, dialect } = usePorts();
  const describe = useNextStep({ entity, record, review });
  const steps = listNextSteps(entity, record, timeline.at(-1)?.at);
  const step = steps.find(({ by }) => by !== "clock") ?? steps[0];
  if (!step) return null;
  const next = describe(step);
  const [first, second] = timeline;
  const isNew = first && !second && findRole(dialect, first.by) === "user";
  return (
    <p className="pd-outcome pd-waiting" data-tone="info">
      <strong>{isNew ? t("detail.submitted", { next }) : next}</strong>
    </p>
  );
}

interface SectionProps extends BodyProps {
  id: string;
  fields: Field[];
  copy: boolean;
  sum?: boolean;
}
function Section({ id, fields, copy, sum = false, entity, loaded }: SectionProps) {
  const level = useSectionLevel();
  const { lang } = usePorts();
  const { record, labels } = loaded;
  const label = entity.text(`section.${id}`, lang);
  const shown = fields.filter((field) => formatCell({ entity, field, row: record, labels }, lang) !== "");
  if (shown.length === 0) return null;
  const last = fields.at(-1);
  if (sum && last && shown.includes(last))
    return (
      <section className="pd-card">
        <h3 aria-level={level}>{label}</h3>
        <Sum entity={entity} fields={shown} record={record} />
      </section>
    );
  // Fields that the form lays out as table rows are shown as a table here as well.
  const tables = shown.filter((field) => entity.form.grids?.[field.name]);
  const facts = shown.filter((field) => !tables.includes(field));
  return (
    <section className="pd-card">
      {(label !== `section.${id}` || copy) && (
        <div className="pd-card-head">
          <h3 aria-level={level}>{label !== `section.${id}` && label}</h3>
          {copy && <CopyAll value={formatLines(entity, shown, loaded, lang)} label={label} />}
        </div>
      )}
      {tables.map((field) => (
        <RowTable key={field.name} entity={entity} field={field} record={record} />
      ))}
      <dl
        className="pd-pairs"
        hidden={facts.length === 0}
        data-sum={facts.every((field) => field.kind.align === "end") || undefined}
        data-wide={
          facts.some((field) => measureReadingWidth(entity.label(field.name, lang)) > NARROW_LABEL) || undefined
        }
      >
        {facts.map((field) => {
          const label = entity.label(field.name, lang);
          return (
            <div key={field.name} data-long={measureReadingWidth(label) > MAX_LABEL_WIDTH || undefined}>
              <dt>{label}</dt>
              <dd>
                <Fact field={field} copy={copy} entity={entity} loaded={loaded} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Width of a label in Latin letters up to which phones lay out a narrow label column. */
const NARROW_LABEL = 13;
/** Maximum width of a label in Latin letters. A wider label is not laid out in the label column. */
const MAX_LABEL_WIDTH = 32;
/** Returns the width of a string, counting CJK characters twice. */
const measureReadingWidth = (text: string): number =>
  text.length + (text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0);

/** A single value, with a copy button for identifiers and a download link for files. */
function Fact({ field, copy, entity, loaded }: BodyProps & { field: Field; copy: boolean }) {
  const ports = usePorts();
  const { lang } = ports;
  const { record, labels } = loaded;
  const label = entity.label(field.name, lang);
  const text = formatCell({ entity, field, row: record, labels }, lang);
  const value = <Value entity={entity} field={field} row={record} labels={labels} />;
  if (field.file && ports.openFile) {
    const stored = record[field.name];
    const ids = (Array.isArray(stored) ? stored : [stored]).filter((id): id is string => typeof id === "string");
    return ids.map((id) => <FileLink key={id} id={id} name={labels[field.name]?.[id]} label={label} />);
  }
  // Masked values are useless elsewhere, so they have no copy button.
  const copied = (copy || field.name === entity.key || field.kind.ellipsis === "middle") && !isMasked(field, "detail");
  return (
    <>
      <span>
        <RecordLink field={field} record={record}>
          {value}
        </RecordLink>
      </span>
      {field.reveal &&
        isMasked(field, "detail") &&
        (field.reveal !== true || canReveal(entity, field, ports.granted)) && (
          <Reveal entity={entity} field={field} reveal={field.reveal} record={record} />
        )}
      {copied && <CopyButton value={copy ? text : String(record[field.name])} label={label} />}
    </>
  );
}

/** Values of a returned record that its form does not offer, because only the fields with remarks can be corrected. */
export function KeptSections({ entity, loaded }: BodyProps) {
  const { t } = usePorts();
  const open = listCorrectable(entity, findOpenRemarks(entity, loaded));
  const kept = new Set(entity.form.sections.flatMap(({ rows }) => rows.flat()).filter((name) => !open.has(name)));
  return (
    <section className="pd-kept" aria-label={t("detail.kept")}>
      <p className="pd-quiet">
        <LockKeyhole size={16} strokeWidth={1.5} aria-hidden />
        {t("detail.kept")}
      </p>
      {listSections(entity).map(({ id, fields, copy }) => (
        <Section
          key={id}
          id={id}
          fields={fields.filter((name) => kept.has(name)).map((name) => entity.field(name))}
          copy={copy === true}
          entity={entity}
          loaded={loaded}
        />
      ))}
    </section>
  );
}

/** Returns the schema's sections, or by default a single one with every readable field. */
function listSections(entity: Entity): DetailPlan["sections"] {
  if (entity.detail.sections.length > 0) return entity.detail.sections;
  return [
    { id: "all", fields: entity.fields.filter((field) => !field.writeOnly && !field.local).map((field) => field.name) },
  ];
}

/** Button that downloads a file of a record. */
function FileLink({ id, name, label }: { id: string; name: string | undefined; label: string }) {
  const ports = usePorts();
  const { t } = ports;
  const shown = name ?? t("detail.file");
  const open = () =>
    ports
      .openFile?.(id)
      .catch((failure: { message?: string }) => ports.notify("danger", failure.message || t("detail.fileFailed")));
  return (
    <button
      type="button"
      className="pd-link"
      aria-label={`${t("detail.download", { label })} ${shown}`}
      onClick={() => void open()}
    >
      <Download size={16} strokeWidth={1.5} aria-hidden />
      {shown}
    </button>
  );
}

/** Links a reference to its record. Rendered as plain text when the user has no page for it. */
function RecordLink({ field, record, children }: { field: Field; record: Row; children: ReactNode }) {
  const { recordPath } = usePorts();
  const kind = field.ref?.entity ?? (field.record && String(record[field.record.kind] ?? ""));
  const path = kind ? recordPath?.(kind, String(record[field.name])) : undefined;
  if (!path) return children;
  return (
    <Link className="pd-link" href={path}>
      {children}
    </Link>
  );
}

const NO_LABELS = {};

/** Renders the rows of a list as a table, with a column for each field that has a value in at least one row. */
function RowTable({ entity, field, record }: { entity: Entity; field: Field; record: Row }) {
  const { lang, t } = usePorts();
  const rows = listObjects(record[field.name]);
  const columns = (field.items ?? []).filter(({ name }) => rows.some((row) => (row[name] ?? "") !== ""));
  const label = entity.label(field.name, lang);
  return (
    <div className="pd-rows" role="region" aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t("form.rowNo")}</span>
            </th>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-align={column.kind.align}>
                {entity.label(getTextName(column), lang)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              {columns.map((column, index) => (
                <td key={column.name} data-align={column.kind.align} data-first={index === 0 ? "" : undefined}>
                  <Value entity={entity} field={column} row={{ ...record, ...row }} labels={NO_LABELS} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Amounts of a record as a sum: the first less the others equals the last. Zeros are left out. */
export function Sum({ entity, fields, record }: { entity: Entity; fields: readonly Field[]; record: Row }) {
  const { lang } = usePorts();
  const [first, last] = [fields[0], fields.at(-1)];
  const shown = fields.filter(
    (field) => field === first || field === last || Decimal.parse(record[field.name])?.eq(0n) === false,
  );
  return (
    <dl className="pd-equation">
      {shown.map((field) => (
        <div key={field.name}>
          <dt>
            {field !== first && <span>{field === last ? "=" : "−"} </span>}
            {entity.label(field.name, lang)}
          </dt>
          <dd>
            <Value entity={entity} field={field} row={record} labels={{}} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TimelineProps {
  entity: Entity;
  record: Row;
  entries: readonly TimelineEntry[];
  /** Review that the record waits for; undefined when it waits for none. */
  review?: DetailResponse["review"];
}
/** Timeline of a record, oldest first, followed by the next steps while the record is not final. */
function Timeline({ entity, record, entries, review }: TimelineProps) {
  const { dialect, t, lang } = usePorts();
  const { zone } = dialect;
  const level = useSectionLevel();
  const { lifecycle } = entity;
  const who = useActorName(entity);
  const describe = useNextStep({ entity, record, review });
  if (entries.length === 0 || !lifecycle) return null;
  const tone = (name: string) => lifecycle.states.find((state) => state.name === name)?.tone ?? "neutral";
  const name = (event: string) => findEventLabel(entity, event, lang);
  return (
    <section className="pd-card">
      <h3 aria-level={level}>
        {t("detail.timeline")} <span className="pd-quiet">{formatZone(zone)}</span>
      </h3>
      <ol className="pd-timeline">
        {entries.map((entry) => (
          <li key={`${entry.at}-${entry.event}-${entry.to}`} data-tone={tone(entry.to)}>
            <p>
              <strong>{name(entry.event)}</strong>
              <span className="pd-quiet">
                {" "}
                {entry.name ?? entry.username ?? (entry.by === "record" && entry.from === null ? "" : who(entry.by))}
              </span>
            </p>
            {entry.reason && <p className="pd-reason">{entry.reason}</p>}
            <time className="pd-quiet" dateTime={entry.at}>
              {formatWallClock(Date.parse(entry.at), zone)}
            </time>
          </li>
        ))}
        {listNextSteps(entity, record, entries.at(-1)?.at).map((step) => (
          <li key={step.by} data-next>
            <p className="pd-quiet">{describe(step)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
