/** Related records of another entity in a short table with that entity's columns. */
import { useEffect, useRef } from "react";
import { findText } from "../entity/labels.ts";
import type { DetailPlan, Entity, Lang, Row } from "../model/entity.ts";
import { useRead } from "../data/use-read.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { toParameter, writeFilter } from "../query/grammar.ts";
import { Link } from "../react/Link.tsx";
import { fetchRelated, type RelatedPage } from "./fetch-related.ts";
import { Value } from "../cells/cell.tsx";
import { useSectionLevel } from "./section-level.tsx";

type Related = NonNullable<DetailPlan["related"]>[number];
const MAX_RECORDS = 50;

interface RelatedProps {
  entity: Entity;
  related: Related;
  record: Row;
}
export function RelatedRecords({ entity, related, record }: RelatedProps) {
  const { lang, t } = usePorts();
  const level = useSectionLevel();
  const { data: found, failure, reload } = useRelated(related, record);
  const label = entity.text(`related.${related.id}`, lang);
  const counted = found && formatCounted(findText(entity, `related.${related.id}.counted`, lang), found, lang);
  const title = counted ?? label;
  if (failure) {
    return (
      <section className="pd-card">
        <h3 aria-level={level}>{title}</h3>
        <p className="pd-quiet" role="alert">
          {failure.message || t("form.broken")}
        </p>
        <button type="button" className="btn" data-small onClick={reload}>
          {t("form.retry")}
        </button>
      </section>
    );
  }
  if (!found || found.rows.length === 0) return null;
  return (
    <section className="pd-card">
      <h3 aria-level={level}>
        {counted === undefined && `${label} `}
        {found.total !== undefined && (
          <Total
            related={related}
            record={record}
            other={found.other}
            text={counted ?? t("list.count", { count: found.total, unit: found.other.unit(found.total, lang) })}
            isTitle={counted !== undefined}
          />
        )}
      </h3>
      <div className="pd-related" role="region" aria-label={title} tabIndex={0}>
        <RelatedTable found={found} related={related} />
      </div>
    </section>
  );
}

/** Returns the title with the number of all related records. Undefined without such a title or number. */
const formatCounted = (template: string | undefined, { other, total }: RelatedPage, lang: Lang): string | undefined =>
  total === undefined
    ? undefined
    : template?.replace(/\{(count|unit)\}/g, (_hole, name) =>
        name === "count" ? String(total) : other.unit(total, lang),
      );

interface TotalProps extends Omit<RelatedProps, "entity"> {
  other: Entity;
  text: string;
  /** Whether the text is the title itself. */
  isTitle: boolean;
}
/** Number of all related records, as a link to the list of them where the user has a page for it. */
function Total({ related, record, other, text, isTitle }: TotalProps) {
  const { listPath } = usePorts();
  const path = listPath?.(other.name);
  if (path === undefined) return <span className={isTitle ? undefined : "pd-quiet"}>{text}</span>;
  const query = new URLSearchParams();
  for (const [theirs, own] of Object.entries(related.where)) {
    const filter = { style: "is" as const, values: [String(record[own])], not: false };
    query.set(toParameter(theirs), writeFilter(filter, other.field(theirs).kind.filter) ?? "");
  }
  return (
    <Link className="pd-related-all" href={`${path}${path.includes("?") ? "&" : "?"}${query}`}>
      {text}
    </Link>
  );
}

/** Loads the related records. Reloads them whenever the record is reloaded, since they may have changed as well. */
function useRelated(related: Related, record: Row) {
  const ports = usePorts();
  const where = Object.entries(related.where).map(([theirs, own]) => [toParameter(theirs), record[own]] as const);
  const found = useRead<RelatedPage>(
    [related.entity, "related", related.id, where],
    (signal) => fetchRelated(ports, related, record, { size: MAX_RECORDS, totals: 1, signal }),
    { onFocus: false },
  );
  const { reload } = found;
  const loadedWith = useRef(record);
  useEffect(() => {
    if (loadedWith.current === record) return;
    loadedWith.current = record;
    reload();
  }, [record, reload]);
  return found;
}

/**
 * Table with the columns of the other entity's list, without empty columns and without those of `related.where`, which
 * have the same value in every row. On narrow screens, which show the card, also with an amount that only the card has.
 */
function RelatedTable({ found: { other, rows, labels }, related }: { found: RelatedPage; related: Related }) {
  const { lang } = usePorts();
  const { columns: own, card } = other.list;
  const columns = [...new Set([...own, ...(card?.amount === undefined ? [] : [card.amount])])]
    .filter((name) => !Object.hasOwn(related.where, name))
    .map((name) => other.field(name))
    .filter((field) => rows.some((row) => (row[field.name] ?? "") !== ""));
  return (
    <table>
      <thead>
        <tr>
          {columns.map((field) => (
            <th
              key={field.name}
              scope="col"
              data-align={field.kind.align}
              data-card={!own.includes(field.name) || undefined}
            >
              {other.label(field.name, lang)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={String(row[other.key])}>
            {columns.map((field) => (
              <td
                key={field.name}
                data-align={field.kind.align}
                data-part={findPart(other, field.name)}
                data-card={!own.includes(field.name) || undefined}
              >
                <Value entity={other} field={field} row={row} labels={labels} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Returns the field's role in the card layout of narrow screens, or undefined for fields that the card does not show.
 * Without a card, every field counts as `meta`.
 */
function findPart({ list: { card } }: Entity, name: string): "title" | "amount" | "status" | "meta" | undefined {
  if (!card) return "meta";
  const part = (["title", "amount", "status"] as const).find((item) => card[item] === name);
  return part ?? (card.meta?.includes(name) ? "meta" : undefined);
}
