/** Combobox for records of another entity or of a reference list. */
import { useEffect, useState } from "react";
import { useRead } from "../data/use-read.tsx";
import { findText, getTextName } from "../entity/labels.ts";
import { formatMessage } from "../entity/messages.ts";
import { formatLabel } from "../entity/record-label.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import { buildFactScope } from "../entity/facts.ts";
import { buildSelfScope } from "../entity/self-scope.ts";
import { evaluate } from "../rules/evaluate.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import { findChange } from "../operation/record-actions.ts";
import { type FormModel, type InputProps, useForm } from "./model.tsx";
import { ComboControl } from "./ComboControl.tsx";
import type { ComboOption } from "./use-combo-options.tsx";
import { FixedValue } from "./FixedValue.tsx";
import type { LeafNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";
import { listFilled, useRecords } from "./use-records.tsx";

/** Loaded with the first reference that offers recently used records. Its place is kept meanwhile. */
const RecentRecords = createLazyPart(
  () => import("./RecentRecords.tsx").then((module) => module.RecentRecords),
  () => <ul className="pf-recent" />,
);

/** Loaded with the first reference that explains why it has no options. */
const NoRecords = createLazyPart(
  () => import("./NoRecords.tsx").then((module) => module.NoRecords),
  () => null,
);

export function RecordCombo(props: InputProps) {
  const { leaf, spec } = props;
  const { store, entity, ports } = useForm();
  const { field } = spec;
  const { load, any, loadRecent, loadFirst, label: recordLabel, remember } = useRecords(leaf, props.view);

  // The message for an empty field depends on whether any record exists, so this is checked when the message is first
  // shown.
  const hasQuery =
    props.view.error !== undefined &&
    leaf.value === undefined &&
    leaf.none === undefined &&
    field.messages.includes("choose");
  const { data: found } = useRead([`${entity.name}.${field.name}`, "any"], any, { enabled: hasQuery, onFocus: false });
  useEffect(() => {
    if (hasQuery && found !== undefined) reportEmpty(leaf, store, !found);
  }, [hasQuery, found, leaf, store]);

  const choose = (option: ComboOption | undefined) => {
    remember(option);
    store.set(leaf, option?.value);
    const pairs = listFilled(field);
    if (Object.keys(pairs).length)
      store.fill(
        Object.fromEntries(Object.entries(pairs).map(([own, theirs]) => [own, option?.row?.[theirs]])),
        leaf.parent,
      );
  };

  const adding = useAdding(props, (target, row) => {
    const label = formatLabel(target, row, field.ref?.label, ports.lang);
    choose({ value: String(row[target.key]), label, row });
    const isOpen = Object.entries(field.ref?.where ?? {}).every(([name, values]) => values.includes(String(row[name])));
    if (!isOpen) leaf.publish({ note: formatMessage(entity, { field, code: "where" }, ports.lang) });
  });
  const chooseRecent = (option: ComboOption) => {
    choose(option);
    store.blur(leaf);
  };
  const { waits } = props.view;
  const waiting = waits === undefined ? undefined : ports.t("form.chooseFirst", { label: labelBeside(waits) });
  const shown = leaf.value === undefined ? "" : (recordLabel ?? store.text(leaf));
  return (
    <>
      <ComboControl {...props} load={load} chosen={shown} onChoose={choose} waiting={waiting} add={adding.add} />
      {adding.drawer}
      {field.ref?.recent !== undefined && (
        <RecentRecords leaf={leaf} spec={spec} load={loadRecent} onChoose={chooseRecent} />
      )}
      {field.ref?.none && leaf.value === undefined && <NoRecords field={field} load={loadFirst} add={adding.add} />}
    </>
  );

  /** Returns the label of a field of the record, or of the same list row. */
  function labelBeside(name: string): string {
    const list = leaf.list?.field.name;
    return findText(entity, `field.${list ? `${list}.` : ""}${name}.label`, ports.lang) ?? name;
  }
}

/**
 * Returns the row that adds a record of the referenced entity, and the drawer with its form. Returns an empty object
 * unless the schema and the user's grants allow adding.
 */
function useAdding({ spec: { field } }: InputProps, onDone: (entity: Entity, record: Row) => void) {
  const { store, entity, ports, Adder } = useForm();
  const [typed, setTyped] = useState<string>();
  const { ref } = field;
  const { data: target } = useRead(["schema", ref?.entity ?? ""], () => ports.entity(ref?.entity ?? ""), {
    enabled: ref?.add !== undefined && Adder !== undefined,
    onFocus: false,
  });
  const title = findText(entity, `field.${getTextName(field)}.add`, ports.lang) ?? "";
  if (!ref?.add || !Adder || !target || !findChange(target, "create", ports.granted)) return {};
  const { add } = ref;
  return {
    add: {
      title,
      label: (text: string) => ports.t(text ? "form.addNamed" : "form.add", { label: title, typed: text }),
      go: setTyped,
    },
    drawer: typed !== undefined && (
      <Adder
        entity={ref.entity}
        title={title}
        preset={buildPreset({ store, entity }, add, typed)}
        onCancel={() => setTyped(undefined)}
        onDone={(added, record) => {
          setTyped(undefined);
          onDone(added, record);
        }}
      />
    ),
  };
}

/** Returns the values that a new record begins with: those of the schema, and the typed text. */
function buildPreset(
  { store, entity }: Pick<FormModel, "store" | "entity">,
  { fill, with: given = {} }: NonNullable<NonNullable<Field["ref"]>["add"]>,
  typed: string,
): Row {
  const facts = buildFactScope(entity, store.contexts);
  const scope = { ...facts, self: buildSelfScope(entity, store.record(), facts) };
  const known = Object.entries(given)
    .map(([name, source]) => [name, evaluate(source, scope)] as const)
    .filter(([, value]) => typeof value === "string");
  return { ...Object.fromEntries(known), ...(fill !== undefined && typed !== "" && { [fill]: typed }) };
}

/** Stores whether a field has no options at all. If so, checks the field again to update its message. */
function reportEmpty(leaf: LeafNode, store: FormStore, isEmpty: boolean): void {
  leaf.none = isEmpty;
  if (isEmpty) store.checkNow([leaf.top]);
}

/** Read-only reference, which shows the record's label instead of its key. */
export function FixedRecord(props: InputProps) {
  const { label } = useRecords(props.leaf, props.view);
  return <FixedValue {...props} text={label} />;
}
