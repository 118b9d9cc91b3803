/** Placeholder of a form that is loading, with the boxes of the loaded form, so that nothing shifts when it appears. */
import { isFieldVisible } from "../entity/conditions.ts";
import { findText } from "../entity/labels.ts";
import type { Entity, Lang } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { listAnchoredSections } from "./anchored.ts";
import { hasStepsAside } from "./stepping.ts";

export function FormSkeleton({ entity }: { entity: Entity }) {
  const { t, lang } = usePorts();
  const { form, summary } = entity;
  const [step] = form.steps ?? [];
  const sections = form.sections.flatMap(({ id, rows }) => {
    const names = rows.map((row) => row.filter((name) => isExpected(entity, name))).filter((row) => row.length > 0);
    return names.length > 0 && (!step || step.sections.includes(id)) ? [{ id, rows: names }] : [];
  });
  return (
    <div
      className="pf-form pf-skeleton"
      data-anchors={listAnchoredSections(entity, lang).length > 0 || undefined}
      data-stepped={hasStepsAside(entity) || undefined}
      data-summarised={summary && ""}
      data-lines={form.grids && ""}
    >
      <output className="sr-only">{t("form.loading")}</output>
      <div className="pf-cards" aria-hidden>
        {sections.map(({ id, rows }) => (
          <div key={id} className="pf-card">
            {hasHeading(entity, id, rows.flat(), lang) && <Bone className="pf-title" />}
            {rows.map((row) => (
              <div key={row.join()} className="pf-row" data-cells={row.length}>
                {row.map((name) => (
                  <Cell key={name} field={entity.field(name)} />
                ))}
              </div>
            ))}
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

/** Returns whether an empty form shows a field. Read-only fields are empty then, and hidden. */
const isExpected = (entity: Entity, name: string): boolean =>
  !entity.fields.some((field) => field.name === name && field.readOnly) && isFieldVisible(entity, name, {}, {});

/** Returns whether a section has a heading: a label that is not that of its only field. */
function hasHeading(entity: Entity, id: string, [name = "", ...others]: readonly string[], lang: Lang): boolean {
  const label = findText(entity, `section.${id}`, lang);
  return label !== undefined && (others.length > 0 || entity.label(name, lang) !== label);
}

/** Label, control, recently used records and line below of a field. */
function Cell({ field }: { field: ReturnType<Entity["field"]> }) {
  return (
    <div className="pf-field">
      <Bone className="pf-label" />
      <div className="pf-bone" />
      {field.ref?.recent !== undefined && <ul className="pf-recent" />}
      <p className="pf-message pf-below" />
    </div>
  );
}

/** A line of text. */
const Bone = ({ className }: { className: string }) => <span className={`${className} pf-bone-text`}>&nbsp;</span>;
