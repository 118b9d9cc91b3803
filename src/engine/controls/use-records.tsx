/** Options of a reference field and the label of the selected record. */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import { judgeOptions } from "../entity/option-facts.ts";
import type { Ports } from "../model/ports.ts";
import { useForm } from "./model.tsx";
import { parameterOf } from "../query/grammar.ts";
import type { LeafNode, View } from "../form-store/nodes.ts";
import { detailOf, labelOf, optionsCall } from "../entity/record-label.ts";
import type { ComboOption } from "./use-combo-options.tsx";

const PAGE = 50;
/** Maximum number of recently used records at the top. */
const MAX_RECENT = 5;

interface Records {
  /** Loads the options that match `q`. */
  load(q: string, signal: AbortSignal): Promise<ComboOption[]>;
  /** Label of the selected record; undefined until it is loaded. */
  words: string | undefined;
  /** Returns true when any record exists, selectable or not. */
  any(signal: AbortSignal): Promise<boolean>;
  /** Keeps the label of an option that was just selected. */
  remember(option: ComboOption | undefined): void;
}

/**
 * `among`: values that the options depend on; `facts`: facts that enable options. A change of either reloads the
 * options.
 */
export function useRecords(leaf: LeafNode, { among, facts }: Pick<View, "among" | "facts">): Records {
  const { store, entity, ports } = useForm();
  const { field, value } = leaf;
  const other = field.ref?.entity ?? (field.options && "list" in field.options ? field.options.list : "");
  const [chosen, setChosen] = useState<{ value: unknown; label: string }>();

  const recent = useMemo(() => lately(ports, entity, leaf), [ports, entity, leaf]);
  const find = useCallback(
    async (q: string, signal: AbortSignal, more: Row = {}): Promise<ComboOption[]> => {
      const target = await ports.entity(other);
      const params = field.options && "list" in field.options ? field.options.params : {};
      const { record } = store.context(leaf);
      const from = Object.fromEntries([
        ...Object.entries(params).map(([theirs, own]) => [theirs, record[own]]),
        ...Object.entries(field.ref?.where ?? {}).map(([theirs, values]) => [theirs, values.join()]),
      ]);
      const map = await ports.call(optionsCall(target), { ...from, ...(q && { q }), size: PAGE, ...more }, { signal });
      return judged(((map.list ?? []) as Row[]).map((row) => toOption(target, row)));
      function judged(options: ComboOption[]): ComboOption[] {
        const states = judgeOptions(
          entity,
          field,
          options.map(({ value }) => value),
          { contexts: store.contexts, lang: ports.lang },
        );
        const byValue = new Map(options.map((option) => [option.value, option]));
        return (
          states?.map(({ value, under, closed }) => ({
            ...byValue.get(value)!,
            ...(closed !== undefined
              ? { detail: closed, closed: true as const }
              : under !== undefined
                ? { detail: under }
                : {}),
          })) ?? options
        );
      }
      function toOption(target: Entity, row: Row): ComboOption {
        return {
          value: String(row[target.key]),
          label: labelOf(target, row, field.ref?.label, ports.lang),
          detail: field.ref ? undefined : detailOf(target, row, ports.lang),
          row,
        };
      }
    },
    // oxlint-disable-next-line react/exhaustive-deps -- what the options depend on is read from the store
    [ports, other, field, store, leaf, among, facts],
  );
  const any = useCallback(
    async (signal: AbortSignal): Promise<boolean> => {
      const map = await ports.call(optionsCall(await ports.entity(other)), { size: PAGE }, { signal });
      return ((map.list ?? []) as Row[]).length > 0;
    },
    [ports, other],
  );
  const load = useCallback(
    async (q: string, signal: AbortSignal): Promise<ComboOption[]> => {
      const [all, keys] = await Promise.all([find(q, signal), q === "" ? recent() : []]);
      const beyond = keys.filter((key) => !all.some(({ value }) => value === key));
      // A recently used record may be deleted or disabled by now; the list call decides.
      const more =
        beyond.length > 0
          ? await find("", signal, { [parameterOf((await ports.entity(other)).key)]: beyond.join() })
          : [];
      const first = keys.flatMap((key) => [...all, ...more].find(({ value }) => value === key) ?? []);
      // The reason of a disabled option takes precedence over the "recent" note.
      return [
        ...first.map((option) => (option.closed ? option : { ...option, detail: ports.word("form.recent") })),
        ...all.filter((option) => !first.includes(option)),
      ];
    },
    [find, recent, ports, other],
  );

  const words = chosen?.value === value ? chosen?.label : undefined;
  useEffect(() => leaf.say(words));

  // A value from the record is only a key; load its label once.
  const unknown = value !== undefined && chosen?.value !== value;
  useEffect(() => {
    if (!unknown) return;
    const abort = new AbortController();
    const known = ports.entity(other).then((target) => lookUp(target, String(value), abort.signal));
    known.then(
      (option) => {
        if (abort.signal.aborted) return;
        setChosen({ value, label: option?.label ?? String(value) });
        if (option?.row) complete(option.row);
      },
      () => !abort.signal.aborted && setChosen({ value, label: String(value) }),
    );
    return () => abort.abort();

    /**
     * Fills copies that are missing when the form opened with the key alone (a preset URL). Copies of a stored record
     * stay unchanged.
     */
    function complete(row: Row): void {
      const { record } = store.context(leaf);
      const missing = Object.entries(field.ref?.copies ?? {}).filter(([own]) => record[own] === undefined);
      if (missing.length > 0)
        store.fill(Object.fromEntries(missing.map(([own, theirs]) => [own, row[theirs]])), leaf.parent);
    }

    async function lookUp(target: Entity, key: string, signal: AbortSignal): Promise<ComboOption | undefined> {
      const { detail } = target.calls;
      if (!field.ref)
        return (await find("", signal, { [parameterOf(target.key)]: key })).find((option) => option.value === key);
      if (!detail) return (await find(key, signal)).find((option) => option.value === key);
      const record = (await ports.call(detail, { [target.key]: key }, { signal })).record as Row;
      return { value: key, label: labelOf(target, record, field.ref?.label, ports.lang), row: record };
    }
  }, [unknown, value, ports, other, field, find, store, leaf]);

  return { load, any, words, remember: (option) => setChosen(option && { value: option.value, label: option.label }) };
}

/**
 * Returns a loader of the keys that the newest records hold in this field, cached. Empty when the user may not list
 * them.
 */
function lately(ports: Ports, entity: Entity, { field, list: inList }: LeafNode): () => Promise<string[]> {
  const { list } = entity.calls;
  if (!list || !field.ref || inList || entity.source !== "store") return async () => [];
  let keys: Promise<string[]> | undefined;
  const ask = async () => {
    const rows = (await ports.call(list, {}, { passive: true })).list as Row[];
    return [...new Set(rows.map((row) => row[field.name]).filter((key) => typeof key === "string"))].slice(
      0,
      MAX_RECENT,
    );
  };
  return () => (keys ??= ask().catch(() => []));
}
