/** A field: label, control, and a line below for its error, notice, warning, confirmation, hint or help. */
import { memo, useCallback, useSyncExternalStore } from "react";
import { useProductInputs } from "../inputs/EngineProvider.tsx";
import { isChosenFromRecords, getRecordInput, selectInput } from "../inputs/registry.tsx";
import { createLazyPart } from "../react/lazy-part.tsx";
import { FixedValue } from "../controls/FixedValue.tsx";
import { SendCode } from "../controls/SendCode.tsx";
import { type Aria, type FieldSpec, type InputProps, useForm } from "../controls/model.tsx";
import type { LeafNode, View } from "../form-store/nodes.ts";

/** Loaded lazily, since few fields have suggestions. */
const Suggestions = createLazyPart(
  () => import("../controls/Suggestions.tsx").then((module) => module.Suggestions),
  () => <ul className="pf-recent" />,
);
const countPoints = (value: unknown): number => (typeof value === "string" ? [...value].length : 0);
/** Maximum length up to which a counter is shown. Longer limits are only reported when exceeded. */
const MAX_COUNTED = 200;

export const FormField = memo(function FormField({ leaf }: { leaf: LeafNode }) {
  const { spec } = useForm();
  const texts = spec(leaf.field);
  const fixed = leaf.locked;
  const product = useProductInputs();
  const input = selectInput(product, leaf.field);
  const listed = isChosenFromRecords(product, leaf.field);
  const isCounted = input.counted && !fixed && !listed && leaf.field.schema.enum === undefined;
  const { maxLength } = leaf.field.schema;
  const limit = isCounted && typeof maxLength === "number" ? maxLength : undefined;
  if (fixed || listed || input.follows) leaf.follow();
  const view = useSyncExternalStore(leaf.subscribe, leaf.getView);
  if (!view.shown || (fixed && texts.summarised && !view.error)) return null;
  const aria: Aria = {
    id: leaf.id,
    "aria-describedby": `${leaf.id}-m`,
    "aria-invalid": view.error ? true : undefined,
    "aria-required": view.demanded && !fixed ? true : undefined,
  };
  const props: InputProps = { leaf, view, spec: texts, aria };
  const Input = fixed ? (listed ? getRecordInput().Fixed : FixedValue) : listed ? getRecordInput().Input : input.Input;
  const group = !fixed && !listed && input.group?.(leaf.field);
  const beside = !fixed && input.ownLabel?.(leaf.field) === true;
  // CSS draws the mark; screen readers get `aria-required`.
  const marked = aria["aria-required"] ? "" : undefined;
  return (
    <div
      className="pf-field"
      data-invalid={view.error ? "" : undefined}
      data-look={fixed ? "fixed" : beside ? "beside" : undefined}
    >
      {beside ? null : group ? (
        <span className="pf-label" id={`${leaf.id}-l`} data-required={marked}>
          {texts.short}
        </span>
      ) : (
        <label className="pf-label" htmlFor={leaf.id} data-required={marked}>
          {texts.short}
        </label>
      )}
      {leaf.field.send && !fixed ? (
        <span className="pf-affix pf-affix-send">
          <Input {...props} />
          <SendCode leaf={leaf} plan={leaf.field.send} />
        </span>
      ) : (
        <Input {...props} />
      )}
      {fixed && !view.error ? (
        // Read-only fields show their help only if they are computed, because other help explains what to enter.
        <p id={`${leaf.id}-m`} className="pf-below" hidden={!leaf.field.compute || !texts.help}>
          {texts.help}
        </p>
      ) : (
        renderBelow(leaf, view, texts, limit)
      )}
      {leaf.field.suggest && !fixed && <Suggestions leaf={leaf} label={texts.label} plan={leaf.field.suggest} />}
    </div>
  );
});

/**
 * Renders the line below a field. Called as a function within the field's own render, to save a component per field.
 */
function renderBelow(leaf: LeafNode, view: View, spec: FieldSpec, limit: number | undefined) {
  const { error, note, warning, confirmation } = view;
  const text =
    error ?? note ?? warning ?? confirmation ?? [view.lookupText, view.hint, spec.help].filter(Boolean).join(" · ");
  const tone = error ? "error" : note ? "note" : warning ? "warning" : confirmation ? "confirmed" : undefined;
  const counted = limit !== undefined && limit <= MAX_COUNTED;
  const message = (
    <p id={`${leaf.id}-m`} className={counted ? "pf-message" : "pf-message pf-below"} data-tone={tone}>
      {text}
    </p>
  );
  if (!counted) return message;
  return (
    <div className="pf-below">
      {message}
      <Counter leaf={leaf} limit={limit} />
    </div>
  );
}

/** Character counter, written to the DOM on every key press without rendering. */
const Counter = memo(function Counter({ leaf, limit }: { leaf: LeafNode; limit: number }) {
  const ref = useCallback(
    (element: HTMLSpanElement) =>
      leaf.count((value) => {
        const points = countPoints(value);
        element.textContent = `${points}/${limit}`;
        element.toggleAttribute("data-over", points > limit);
      }),
    [leaf, limit],
  );
  return <span ref={ref} className="pf-count" aria-hidden />;
});
