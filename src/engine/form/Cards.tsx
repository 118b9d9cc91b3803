/** Sections of a form as cards. */
import { useCallback, useSyncExternalStore } from "react";
import type { FormPlan } from "../model/entity.ts";
import { useForm } from "../controls/model.tsx";
import { findText } from "../entity/labels.ts";
import { FieldRows } from "./Fields.tsx";

type Section = FormPlan["sections"][number];

export function Cards({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="pf-cards">
      {sections.map((section) => (
        <Card key={section.id} section={section} alone={sections.length === 1} />
      ))}
    </div>
  );
}

/** Returns the DOM id of a section. */
export const buildSectionId = (formId: string, section: string): string => `${formId}-s-${section}`;

/**
 * A section as a card. Each card is a separate `<form>`, because the browser's autofill scans the whole form on every
 * key press. The wrapper handles submitting.
 */
function Card({ section, alone }: { section: Section; alone: boolean }) {
  const { entity, ports, spec, store } = useForm();
  const names = section.rows.flat();
  const shown = useAnyShown(names);
  const label = findText(entity, `section.${section.id}`, ports.lang);
  const [field, ...others] = names.map((name) => spec(entity.field(name))).filter(({ summarised }) => !summarised);
  const isRepeated = others.length === 0 && field?.label === label;
  const id = buildSectionId(store.root.id, section.id);
  const heading = label && !isRepeated && !(alone && entity.source === "call");
  // A call has no label; the page's heading names its form.
  const name = label ?? (entity.source === "call" ? undefined : entity.text("label", ports.lang));
  if (!shown) return null;
  return (
    <form
      className="pf-card"
      id={id}
      noValidate
      aria-labelledby={heading ? `${id}-t` : undefined}
      aria-label={heading ? undefined : name}
      onSubmit={(event) => event.preventDefault()}
    >
      {heading && (
        <h2 id={`${id}-t`} className="pf-title" tabIndex={-1}>
          {label}
        </h2>
      )}
      <FieldRows rows={section.rows} />
    </form>
  );
}

/** Returns whether any of these fields is visible. Subscribes to the store only if all of them are conditional. */
export function useAnyShown(names: readonly string[]): boolean {
  const { store, entity } = useForm();
  const conditional = names.every((name) => entity.show.some((condition) => condition.field === name));
  const subscribe = useCallback(
    (run: () => void) => (conditional ? store.watch(run) : () => undefined),
    [store, conditional],
  );
  return useSyncExternalStore(subscribe, () => !conditional || store.showsAny(names));
}
