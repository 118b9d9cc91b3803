/** Placeholder of a form that is loading, with the boxes of the loaded form, so that nothing shifts when it appears. */
import type { CSSProperties } from "react";
import { isFieldVisible } from "../entity/conditions.ts";
import { findText } from "../entity/labels.ts";
import { isTick } from "../inputs/YesNoInput.tsx";
import type { Entity, Field, Lang, Row, StepPlan } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { listAnchoredSections } from "./anchored.ts";
import { hasStepsAside } from "./stepping.ts";

interface SkeletonProps {
  entity: Entity;
  /** Values that the form opens with. Fields that they hide have no box. */
  record: Row;
}
export function FormSkeleton({ entity, record }: SkeletonProps) {
  const { t, lang } = usePorts();
  const { form, summary } = entity;
  // A call's only section has neither a frame nor a heading.
  const isPlain = (entity.source === "call" && form.sections.length < 2) || undefined;
  return (
    <div
      className="pf-form pf-skeleton"
      data-plain={isPlain}
      data-anchors={listAnchoredSections(entity, lang).length > 0 || undefined}
      data-stepped={hasStepsAside(entity) || undefined}
      data-summarised={summary && ""}
      data-lines={form.grids && ""}
    >
      <output className="sr-only">{t("form.loading")}</output>
      {form.steps && <Steps steps={form.steps} />}
      {summary && <div className="pf-summary-bone" />}
      <div className="pf-cards" aria-hidden>
        {listSections(entity, record).map(({ id, rows }) => (
          <div key={id} className="pf-card">
            {!isPlain && hasHeading(entity, id, rows.flat(), lang) && <Bone className="pf-title" />}
            {rows.map((row) => {
              const cells = row.map((name) => <Cell key={name} field={entity.field(name)} />);
              return cells.length === 1 ? (
                cells
              ) : (
                <div key={row.join()} className="pf-row" data-cells={row.length}>
                  {cells}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <div className="pf-footer" aria-hidden>
        {summary && <div className="pf-summary-bone" />}
        <Bone className="btn" />
      </div>
    </div>
  );
}

/** Returns the sections of the form, or of its first step, with the rows of fields that these values show. */
function listSections(entity: Entity, record: Row) {
  const { sections, steps } = entity.form;
  // Read-only fields are empty at first, and hidden.
  const fixed = new Set(entity.fields.flatMap(({ name, readOnly }) => (readOnly ? name : [])));
  const isShown = (name: string) => !fixed.has(name) && isFieldVisible(entity, name, record, {});
  return sections
    .filter(({ id }) => steps?.[0]?.sections.includes(id) !== false)
    .map(({ id, rows }) => ({ id, rows: rows.map((row) => row.filter(isShown)).filter((row) => row.length > 0) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Returns whether a section has a heading: a label that is not that of its only field. */
function hasHeading(entity: Entity, id: string, [name = "", ...others]: readonly string[], lang: Lang): boolean {
  const label = findText(entity, `section.${id}`, lang);
  return label !== undefined && (others.length > 0 || entity.label(name, lang) !== label);
}

function Steps({ steps }: { steps: readonly StepPlan[] }) {
  return (
    <>
      <p className="pf-steps-head">&nbsp;</p>
      <div className="pf-steps" aria-hidden>
        <ol>
          {steps.map(({ id }) => (
            <li key={id}>
              <span className="pf-steps-mark" />
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

/** Label, control, recently used records, line below and suggestions of a field. */
function Cell({ field }: { field: Field }) {
  const { kind, schema, items, options, ref, suggest } = field;
  if (items)
    return (
      <fieldset className="pf-list-field">
        <legend>
          <Bone className="pf-label" />
        </legend>
        <span className="btn pf-bone-text" data-small />
      </fieldset>
    );
  const isBeside = schema.type === "boolean" && isTick(field);
  // Radio buttons whose options have outcomes take a line each.
  const outcomes = options && "values" in options ? options.values.filter(({ outcome }) => outcome).length : 0;
  const style: CSSProperties & Record<`--${string}`, number> = { "--lines": outcomes || 1 };
  return (
    <div className="pf-field" data-look={isBeside ? "beside" : undefined}>
      {!isBeside && <Bone className="pf-label" />}
      <div className="pf-bone" data-kind={kind.name} style={style} />
      {ref?.recent !== undefined && <ul className="pf-recent" />}
      <p className="pf-below" />
      {suggest && <ul className="pf-recent" />}
    </div>
  );
}

/** A line of text. */
const Bone = ({ className }: { className: string }) => <span className={`${className} pf-bone-text`}>&nbsp;</span>;
