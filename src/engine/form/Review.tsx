/** Review before sending, read only: recipient, amount in figures and in words, then all other values. */
import { Fragment } from "react";
import { useSpelled } from "../react/use-spelled.tsx";
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { currencyOf } from "../entity/values.ts";
import type { Changed } from "../operation/figures.ts";
import { optionalText, useForm } from "../controls/model.tsx";
import { LeafNode } from "../form-store/nodes.ts";
import { chequeOf, reviewText } from "../operation/review.ts";

export function Review({ record, changed }: { record: Row; changed: readonly Changed[] }) {
  const { store, entity, ports, spec } = useForm();
  const all: Row = { ...store.record(), ...record };
  const cheque = chequeOf(entity, all);
  const text = (field: Field, row: Row = all) => reviewText(entity, field, row, ports.lang);
  // Recipient and amount are in the head already.
  const shown = (name: string) =>
    name !== cheque.amount?.name &&
    !cheque.said.has(name) &&
    all[name] !== undefined &&
    store.root.child(name)?.view.shown === true;
  const wordsOf = (name: string) => {
    const node = store.root.child(name);
    return node instanceof LeafNode ? node.words : undefined;
  };
  const codeOf = (field: Field) => {
    const code = currencyOf(field, all);
    return code && <small className="pf-iso">{code}</small>;
  };
  const line = (name: string) => {
    const field = entity.field(name);
    const change = changed.find((figure) => figure.name === name);
    return (
      <div key={name} data-changed={change ? "" : undefined}>
        <dt>{spec(field).label}</dt>
        <dd>
          {change && (
            <>
              <span className="sr-only">{ports.word("form.before")} </span>
              <del>{text(field, { ...all, [name]: change.was })}</del>{" "}
              <span className="sr-only">{ports.word("form.now")} </span>
            </>
          )}
          {wordsOf(name) ?? text(field)}
          {codeOf(field)}
        </dd>
      </div>
    );
  };
  const parts = partsOf(entity, shown, ports.lang);
  return (
    <section className="pf-review pf-card" data-review tabIndex={-1} aria-label={ports.word("form.review")}>
      <h2 className="pf-title">{ports.word("form.review")}</h2>
      {cheque.to.length > 0 && (
        <p className="pf-cheque-to">
          {cheque.to.map((field) => (
            <span key={field.name}>
              <span className="sr-only">{spec(field).label} </span>
              {wordsOf(field.name) ?? text(field)}
            </span>
          ))}
        </p>
      )}
      {cheque.amount && (
        <p className="pf-cheque-amount">
          <span className="sr-only">{spec(cheque.amount).label} </span>
          {text(cheque.amount)} <small className="pf-iso">{cheque.currency}</small>
        </p>
      )}
      {cheque.amount && <InWords amount={String(all[cheque.amount.name])} currency={cheque.currency} />}
      {parts.map(({ id, label, names }, index) => (
        <Fragment key={id}>
          {label && <h3 className="pf-review-part">{label}</h3>}
          <dl className="pf-pairs">
            {index === 0 &&
              cheque.more.map((field) => (
                <div key={field.name}>
                  <dt>{spec(field).label}</dt>
                  <dd>
                    {text(field)}
                    {codeOf(field)}
                  </dd>
                </div>
              ))}
            {names.map(line)}
          </dl>
        </Fragment>
      ))}
    </section>
  );
}

/** Returns the values by section for a form in steps, otherwise as one list. */
function partsOf(
  entity: Entity,
  shown: (name: string) => boolean,
  lang: Lang,
): { id: string; label?: string | undefined; names: string[] }[] {
  const parts = entity.form.sections
    .map((section) => ({
      id: section.id,
      label: optionalText(entity, `section.${section.id}`, lang),
      names: section.rows.flat().filter(shown),
    }))
    .filter(({ names }) => names.length > 0);
  return entity.form.steps ? parts : [{ id: "", names: parts.flatMap(({ names }) => names) }];
}

/** Renders the amount in words, for currencies that are spelled. */
function InWords({ amount, currency }: { amount: string; currency: string | undefined }) {
  const { ports } = useForm();
  const words = useSpelled(amount, currency);
  if (words === undefined) return null;
  return (
    <p className="pf-cheque-words">
      <span className="pf-label">{ports.word("form.inWords")}</span> <span lang="zh-CN">{words}</span>
    </p>
  );
}
