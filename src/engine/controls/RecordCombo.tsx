/** Combobox of another entity's records or of a reference list. */
import { useEffect } from "react";
import { useRead } from "../data/use-read.tsx";
import { type InputProps, optionalText, useForm } from "./model.tsx";
import { ComboControl } from "./ComboControl.tsx";
import type { ComboOption } from "./use-combo-options.tsx";
import { FixedValue } from "./FixedValue.tsx";
import type { LeafNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";
import { useRecords } from "./use-records.tsx";

export function RecordCombo(props: InputProps) {
  const { leaf, spec } = props;
  const { store, entity, ports } = useForm();
  const { field } = spec;
  const { load, any, words, remember } = useRecords(leaf, props.view);

  // The message for an empty field depends on whether any record exists; ask when the message is first shown.
  const asks =
    props.view.error !== undefined &&
    leaf.value === undefined &&
    leaf.none === undefined &&
    field.messages.includes("choose");
  const { data: found } = useRead([`${entity.name}.${field.name}`, "any"], any, { enabled: asks, onFocus: false });
  useEffect(() => {
    if (asks && found !== undefined) reportEmpty(leaf, store, !found);
  }, [asks, found, leaf, store]);

  const choose = (option: ComboOption | undefined) => {
    remember(option);
    store.set(leaf, option?.value);
    const pairs = field.ref?.copies ?? (field.options && "list" in field.options ? field.options.fills : {});
    if (Object.keys(pairs).length)
      store.fill(
        Object.fromEntries(Object.entries(pairs).map(([own, theirs]) => [own, option?.row?.[theirs]])),
        leaf.parent,
      );
  };

  const { waits } = props.view;
  const waiting = waits === undefined ? undefined : ports.word("form.chooseFirst", { label: labelBeside(waits) });
  const shown = leaf.value === undefined ? "" : (words ?? store.text(leaf));
  return <ComboControl {...props} load={load} chosen={shown} onChoose={choose} waiting={waiting} />;

  /** Label of a field of the record, or of the same list row. */
  function labelBeside(name: string): string {
    const list = leaf.list?.field.name;
    return optionalText(entity, `field.${list ? `${list}.` : ""}${name}.label`, ports.lang) ?? name;
  }
}

/** Tells a field whether its list is empty, and shows the message for that. */
function reportEmpty(leaf: LeafNode, store: FormStore, isEmpty: boolean): void {
  leaf.none = isEmpty;
  if (isEmpty) store.checkNow([leaf.top]);
}

/** Read-only reference: shows the record's label instead of its key. */
export function FixedRecord(props: InputProps) {
  const { words } = useRecords(props.leaf, props.view);
  return <FixedValue {...props} words={words} />;
}
