/** Another record, or a row of a reference list, found by what the person types. */
import { useCallback, useEffect, useState } from "react";
import type { Entity, Row } from "../../entity/entity.ts";
import { type InputProps, ownText, useForm } from "../model.tsx";
import { ComboControl } from "./ComboControl.tsx";
import { detailOf, fieldText, labelOf, optionsCall } from "./record-label.ts";
import type { ComboOption } from "./use-combo-options.tsx";

const PAGE = 50;

export function RecordCombo(props: InputProps) {
  const { leaf, spec } = props;
  const { store, entity, ports } = useForm();
  const { field } = spec;
  const other = field.ref?.entity ?? (field.options && "list" in field.options ? field.options.list : "");
  const [chosen, setChosen] = useState<{ value: unknown; label: string }>();

  const load = useCallback(
    async (q: string, signal: AbortSignal, more: Row = {}): Promise<ComboOption[]> => {
      const target = await ports.entity(other);
      const params = field.options && "list" in field.options ? field.options.params : {};
      const from = Object.fromEntries(Object.entries(params).map(([theirs, own]) => [theirs, store.context(leaf).record[own]]));
      const map = await ports.call(optionsCall(target), { ...from, ...(q && { q }), size: PAGE, ...more }, { signal });
      return ((map.list ?? []) as Row[]).map((row) => toOption(target, row));
      function toOption(target: Entity, row: Row): ComboOption {
        return { value: String(row[target.key]), label: labelOf(target, row, field.ref?.label, ports.lang), detail: field.ref ? undefined : detailOf(target, row, ports.lang), row };
      }
    },
    [ports, other, field, store, leaf],
  );

  useEffect(() => leaf.say(chosen && chosen.value === leaf.value ? chosen.label : undefined));

  // A value that came with the record is only a key: its words are looked up once.
  const { value } = leaf;
  const unknown = value !== undefined && chosen?.value !== value;
  useEffect(() => {
    if (!unknown) return;
    const abort = new AbortController();
    const known = ports.entity(other).then((target) => lookUp(target, String(value), abort.signal));
    known.then(
      (row) => !abort.signal.aborted && setChosen({ value, label: row?.label ?? String(value) }),
      () => !abort.signal.aborted && setChosen({ value, label: String(value) }),
    );
    return () => abort.abort();

    async function lookUp(target: Entity, key: string, signal: AbortSignal): Promise<ComboOption | undefined> {
      const { detail } = target.calls;
      if (!field.ref) return (await load("", signal, { [target.key]: key })).find((option) => option.value === key);
      if (!detail) return (await load(key, signal)).find((option) => option.value === key);
      const record = (await ports.call(detail, { [target.key]: key }, { signal })).record as Row;
      return { value: key, label: labelOf(target, record, field.ref?.label, ports.lang), row: record };
    }
  }, [unknown, value, ports, other, field, load]);

  const choose = (option: ComboOption | undefined) => {
    setChosen(option && { value: option.value, label: option.label });
    store.set(leaf, option?.value);
    const pairs = field.ref?.copies ?? (field.options && "list" in field.options ? field.options.fills : {});
    if (Object.keys(pairs).length) store.fill(Object.fromEntries(Object.entries(pairs).map(([own, theirs]) => [own, option?.row?.[theirs]])), leaf.parent);
  };

  const { waits } = props.view;
  const waiting = waits && ports.word("form.chooseFirst", { label: ownText(entity, `field.${waits}.label`, ports.lang) ?? waits });
  const shown = leaf.value === undefined ? "" : chosen?.value === leaf.value ? chosen.label : fieldText(store, leaf);
  return <ComboControl {...props} load={load} chosen={shown} onChoose={choose} waiting={waiting} />;
}
