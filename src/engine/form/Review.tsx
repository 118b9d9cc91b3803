/** Read-only review before submitting: recipient, amount in figures and in words, then all other values. */
import { Fragment } from "react";
import { useSpelledAmount } from "../react/use-spelled-amount.tsx";
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { listSummaryFields } from "../entity/summary-fields.ts";
import { findCurrency } from "../entity/values.ts";
import type { ChangedFigure } from "../operation/changed-figures.ts";
import { useForm } from "../controls/model.tsx";
import { findText } from "../entity/labels.ts";
import { LeafNode } from "../form-store/nodes.ts";
import { buildAmountSummary, reviewText } from "../operation/review.ts";

interface ReviewProps {
  record: Row;
  changed: readonly ChangedFigure[];
}
export function Review({ record, changed }: ReviewProps) {
  const { store, entity, ports } = useForm();
  const all: Row = { ...store.record(), ...record };
  const amountSummary = buildAmountSummary(entity, all);
  const inSummary = listSummaryFields(entity);
  const isSummarised = (name: string) =>
    inSummary.has(name) && entity.field(name).readOnly && !changed.some((figure) => figure.name === name);
  // The head already shows the recipient and the amount, and the summary beside it the computed figures.
  const shown = (name: string) =>
    name !== amountSummary.amount?.name &&
    !amountSummary.covered.has(name) &&
    !isSummarised(name) &&
    all[name] !== undefined &&
    store.root.child(name)?.view.shown === true;
  const parts = listParts(entity, { shown, copies: amountSummary.more }, ports.lang);
  return (
    <section
      className="pf-review pf-card"
      data-review
      data-parts={parts.length > 1 || undefined}
      tabIndex={-1}
      aria-label={ports.t("form.review")}
    >
      <h2 className="pf-title">{ports.t("form.review")}</h2>
      <ReviewHead amountSummary={amountSummary} all={all} />
      {parts.map(({ id, label, names, copies }) => (
        <Fragment key={id}>
          {label && <h3 className="pf-review-part">{label}</h3>}
          <dl className="pf-pairs">
            {copies.map((field) => (
              <ReviewLine key={field.name} field={field} all={all} isText />
            ))}
            {names.map((name) => (
              <ReviewLine
                key={name}
                field={entity.field(name)}
                all={all}
                change={changed.find((figure) => figure.name === name)}
              />
            ))}
          </dl>
        </Fragment>
      ))}
    </section>
  );
}

/** Recipient, and the amount in figures and in words. */
function ReviewHead({
  amountSummary: cheque,
  all,
}: {
  amountSummary: ReturnType<typeof buildAmountSummary>;
  all: Row;
}) {
  const { entity, ports, spec } = useForm();
  const formatShown = useShownValues();
  const { amount, currency } = cheque;
  const text = (field: Field) => reviewText(entity, field, all, ports.lang);
  return (
    <>
      {cheque.to.length > 0 && (
        <p className="pf-cheque-to">
          {cheque.to.map((field) => (
            <span key={field.name}>
              <span className="sr-only">{spec(field).label} </span>
              {formatShown(field.name) ?? text(field)}
            </span>
          ))}
        </p>
      )}
      {amount && (
        <p className="pf-cheque-amount">
          <span className="sr-only">{spec(amount).label} </span>
          {text(amount)} <small className="pf-iso">{currency}</small>
        </p>
      )}
      {amount && <InWords amount={String(all[amount.name])} currency={currency} />}
    </>
  );
}

interface ReviewLineProps {
  field: Field;
  all: Row;
  /** Set when the server computes a value that differs from the one the user saw. */
  change?: ChangedFigure | undefined;
  /** Renders the value itself even where the form shows a label for it. */
  isText?: boolean;
}
/** Label and value of a field, with its currency if it has one. */
function ReviewLine({ field, all, change, isText }: ReviewLineProps) {
  const { entity, ports, spec } = useForm();
  const formatShown = useShownValues();
  const text = (row: Row) => reviewText(entity, field, row, ports.lang);
  const code = findCurrency(field, all);
  return (
    <div data-changed={change ? "" : undefined}>
      <dt>{spec(field).label}</dt>
      <dd>
        {change && (
          <>
            <span className="sr-only">{ports.t("form.before")} </span>
            <del>{text({ ...all, [field.name]: change.was })}</del>{" "}
            <span className="sr-only">{ports.t("form.now")} </span>
          </>
        )}
        {(isText ? undefined : formatShown(field.name)) ?? text(all)}
        {code && <small className="pf-iso">{code}</small>}
      </dd>
    </div>
  );
}

/**
 * Returns a lookup of the text that a field's input shows instead of its value. The lookup returns undefined for inputs
 * that show the value itself.
 */
function useShownValues(): (name: string) => string | undefined {
  const { store } = useForm();
  return (name) => {
    const node = store.root.child(name);
    return node instanceof LeafNode ? node.text : undefined;
  };
}

/** Number of values above which a review is divided into the form's sections. */
const MAX_UNDIVIDED = 8;

interface ReviewPart {
  id: string;
  label?: string | undefined;
  /** Fields copied from the records that the section's references select. */
  copies: Field[];
  names: string[];
}

/** Returns the values by section for a long form or one with steps, otherwise as a single list. */
function listParts(
  entity: Entity,
  { shown, copies }: { shown: (name: string) => boolean; copies: ReadonlyMap<string, readonly Field[]> },
  lang: Lang,
): ReviewPart[] {
  const parts = entity.form.sections
    .map((section) => ({
      id: section.id,
      label: findText(entity, `section.${section.id}`, lang),
      copies: section.rows.flat().flatMap((name) => copies.get(name) ?? []),
      names: section.rows.flat().filter(shown),
    }))
    .filter((part) => part.names.length + part.copies.length > 0);
  const names = parts.flatMap((part) => part.names);
  if (entity.form.steps || names.length > MAX_UNDIVIDED) return parts;
  return [{ id: "", copies: parts.flatMap((part) => part.copies), names }];
}

/** Renders the amount in words, for currencies that support it. */
function InWords({ amount, currency }: { amount: string; currency: string | undefined }) {
  const { ports } = useForm();
  const spelled = useSpelledAmount(amount, currency);
  if (spelled === undefined) return null;
  return (
    <p className="pf-cheque-words">
      <span className="pf-label">{ports.t("form.inWords")}</span> <span lang="zh-CN">{spelled}</span>
    </p>
  );
}
