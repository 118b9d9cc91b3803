/** Sections of a form as cards, with fields and lists of rows. */
import { lazy, Suspense, useCallback, useSyncExternalStore } from "react";
import type { FormPlan } from "../model/entity.ts";
import { FormField } from "./Field.tsx";
import { optionalText, useForm } from "../controls/model.tsx";
import { LeafNode, ListNode, type ObjectNode } from "../form-store/nodes.ts";

type Section = FormPlan["sections"][number];

/**
 * Lists are rendered by rjsf; a form without one never loads it.
 * @see docs/decisions/0021-rjsf-where-lists-are.md
 */
const ListField = lazy(() => import("./ListField.tsx").then((module) => ({ default: module.ListField })));

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
export const sectionId = (formId: string, section: string): string => `${formId}-s-${section}`;

/** One `<form>` per card: the browser's autofill scans a whole form on every key. The wrapper handles submitting. */
function Card({ section, alone }: { section: Section; alone: boolean }) {
  const { entity, ports, store } = useForm();
  const names = section.rows.flat();
  const shown = useAnyShown(names);
  const label = optionalText(entity, `section.${section.id}`, ports.lang);
  const id = sectionId(store.root.id, section.id);
  const heading = label && !(alone && entity.source === "call");
  if (!shown) return null;
  return (
    <form
      className="pf-card"
      id={id}
      noValidate
      aria-labelledby={heading ? `${id}-t` : undefined}
      aria-label={heading ? undefined : label || entity.text("label", ports.lang)}
      onSubmit={(event) => event.preventDefault()}
    >
      {heading && (
        <h2 id={`${id}-t`} className="pf-title" tabIndex={-1}>
          {label}
        </h2>
      )}
      {section.rows.map((row) => (
        <Fields key={row.join()} node={store.root} names={row} />
      ))}
    </form>
  );
}

/** True when any of these fields is visible. Subscribes to the store only when all of them are conditional. */
export function useAnyShown(names: readonly string[]): boolean {
  const { store, entity } = useForm();
  const conditional = names.every((name) => entity.show.some((condition) => condition.field === name));
  const subscribe = useCallback(
    (run: () => void) => (conditional ? store.watch(run) : () => undefined),
    [store, conditional],
  );
  return useSyncExternalStore(subscribe, () => !conditional || store.showsAny(names));
}

/** Row of fields, of the record or of a list row. */
export function Fields({ node, names }: { node: ObjectNode; names: readonly string[] }) {
  const cells = names.map((name) => {
    const child = node.child(name);
    if (child instanceof LeafNode) return <FormField key={name} leaf={child} />;
    return child && <List key={name} list={child} />;
  });
  // A single field needs no wrapper: one box less for the browser to lay out.
  if (names.length === 1 && !node.parent) return cells;
  return (
    <div className="pf-row" data-cells={names.length}>
      {cells}
    </div>
  );
}

function List({ list }: { list: ListNode }) {
  const view = useSyncExternalStore(list.subscribe, list.getView);
  if (!view.shown) return null;
  return (
    <Suspense fallback={<div className="pf-bone" />}>
      <ListField key={view.rows} list={list} row={Fields} />
    </Suspense>
  );
}
