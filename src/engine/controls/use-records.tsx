/** Options of a reference field and the label of its selected record. */
import { useCallback, useEffect, useMemo, useState } from "react";
import { buildFactScope } from "../entity/facts.ts";
import type { Expression } from "../model/expression.ts";
import { evaluate } from "../rules/evaluate.ts";
import { sendCall } from "../operation/send-call.ts";
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { evaluateOptions } from "../entity/option-facts.ts";
import type { Ports } from "../model/ports.ts";
import { loadNewest } from "../data/newest-records.tsx";
import { useRead } from "../data/use-read.tsx";
import type { FormStore } from "../form-store/store.ts";
import { type FormModel, useForm } from "./model.tsx";
import { toParameter } from "../query/grammar.ts";
import type { LeafNode, View } from "../form-store/nodes.ts";
import { describeRecord, formatLabel } from "../entity/record-label.ts";
import { findText, getTextName } from "../entity/labels.ts";
import { getOptionsCall } from "../entity/options-call.ts";
import type { RecentOption } from "./RecentRecords.tsx";
import type { ComboOption } from "./use-combo-options.tsx";

const PAGE = 50;
/** Largest page of a list, for a condition that may leave few of its records. */
const MAX_PAGE = 100;
/** Maximum number of recently used records at the top of the list. */
const MAX_RECENT = 5;

interface Records {
  load(q: string, signal: AbortSignal): Promise<ComboOption[]>;
  /** Label of the selected record. Undefined until loaded. */
  label: string | undefined;
  /** Returns whether any record exists, selectable or not. */
  any(signal: AbortSignal): Promise<boolean>;
  /** Loads the recently used records that may still be selected, newest first. */
  loadRecent(signal: AbortSignal): Promise<RecentOption[]>;
  /** Loads the first records that may be selected. */
  loadFirst(signal: AbortSignal): Promise<ComboOption[]>;
  /** Caches the label of an option that was just selected. */
  remember(option: ComboOption | undefined): void;
}

/**
 * Returns the options and selected label of a reference field. A change of `among` (values that the options depend on)
 * or `facts` (facts that enable options) reloads the options.
 */
export function useRecords(leaf: LeafNode, { among, facts }: Pick<View, "among" | "facts">): Records {
  const { entity, ports } = useForm();
  const { field } = leaf;
  const other = field.ref?.entity ?? (field.options && "list" in field.options ? field.options.list : "");
  const recent = useMemo(() => createLately(ports, entity, leaf), [ports, entity, leaf]);
  const find = useFind(leaf, other, { among, facts });
  const any = useCallback(
    async (signal: AbortSignal): Promise<boolean> => {
      const { list: rows = [] } = await sendCall(
        ports,
        getOptionsCall(await ports.entity(other)),
        { size: PAGE },
        { signal },
      );
      return rows.length > 0;
    },
    [ports, other],
  );
  const load = useCallback(
    async (q: string, signal: AbortSignal): Promise<ComboOption[]> => {
      const [all, keys] = await Promise.all([find(q, signal), q === "" ? recent() : []]);
      const beyond = keys.filter((key) => !all.some(({ value }) => value === key));
      // A recently used record may have been deleted or disabled since, so keep only those that the list call still
      // returns.
      const more = beyond.length > 0 ? await find("", signal, filterBy(await ports.entity(other), beyond)) : [];
      const pin = findPin(await ports.entity(other));
      const pinned = pin === undefined || q !== "" ? [] : all.filter(({ row }) => row?.[pin] === true);
      const lately = keys.flatMap((key) => [...all, ...more].find(({ value }) => value === key) ?? []);
      const first = lately.filter((option) => !pinned.includes(option));
      // The state of a record, or the reason why it is disabled, takes precedence over the "recent" note.
      return [
        ...pinned,
        ...first.map((option) => ({ ...option, detail: option.detail ?? ports.t("form.recent") })),
        ...all.filter((option) => !first.includes(option) && !pinned.includes(option)),
      ];
    },
    [find, recent, ports, other],
  );
  const loadRecent = useCallback(
    async (signal: AbortSignal): Promise<RecentOption[]> => {
      const keys = (await recent()).slice(0, field.ref?.recent);
      if (keys.length === 0) return [];
      const target = await ports.entity(other);
      const found = await find("", signal, filterBy(target, keys));
      const options = keys.flatMap((key) => found.find(({ value, closed }) => value === key && !closed) ?? []);
      return nameOptions(target, field, options, ports.lang);
    },
    [find, recent, field, ports, other],
  );
  const loadFirst = useCallback((signal: AbortSignal) => find("", signal), [find]);
  return { load, any, loadRecent, loadFirst, ...useSelectedLabel(leaf, other, find) };
}

/** Returns the yes/no field by which the default order puts records first, or undefined when it begins otherwise. */
function findPin({ list: { sort }, fields }: Entity): string | undefined {
  const [first = ""] = sort;
  return fields.find(({ name, kind }) => first === `-${name}` && kind.column === "boolean")?.name;
}

/** Returns the filter of the records with these keys. */
const filterBy = ({ key, fields }: Entity, values: string[]): Row => {
  // Keys need no escaping, so that the form need not load `writeFilter`.
  const isWhole = fields.find(({ name }) => name === key)?.kind.filter !== "contains";
  return { [toParameter(key)]: `${isWhole ? "" : "="}${values.join()}` };
};

/** Shortens the labels of options to the first part of the reference's label, unless two of them would be equal. */
function nameOptions(target: Entity, { ref }: Field, options: ComboOption[], lang: Lang): RecentOption[] {
  const [first] = /\{[\w.]+\}/.exec(ref?.label ?? "") ?? [];
  const shorten = ({ row, label }: ComboOption) => (row && first ? formatLabel(target, row, first, lang) : label);
  const texts = options.map(shorten);
  return options.map((option, index) => {
    const text = texts[index] ?? option.label;
    return { option, text: texts.indexOf(text) === texts.lastIndexOf(text) ? text : option.label };
  });
}

/** Loads the options that match a search text and additional parameters, disabled where the facts require it. */
type Find = (q: string, signal: AbortSignal, more?: Row) => Promise<ComboOption[]>;

/**
 * Returns a function that loads options from the entity `other`. It is a new function whenever the values or facts that
 * the options depend on change.
 */
function useFind(leaf: LeafNode, other: string, { among, facts }: Pick<View, "among" | "facts">): Find {
  const form = useForm();
  const { store, ports } = form;
  const { field } = leaf;
  return useCallback(
    async (q, signal, more = {}) => {
      const target = await ports.entity(other);
      const params = field.options && "list" in field.options ? field.options.params : {};
      const { record } = store.context(leaf);
      const from = Object.fromEntries([
        ...Object.entries(params).map(([theirs, own]) => [theirs, record[own]]),
        ...Object.entries(field.ref?.where ?? {}).map(([theirs, values]) => [theirs, values.join()]),
      ]);
      const request = { ...from, ...(q && { q }), size: field.ref?.only ? MAX_PAGE : PAGE, ...more };
      const { list: rows = [] } = await sendCall(ports, getOptionsCall(target), request, { signal });
      const offered = field.ref?.only ? filterOffered(form, field.ref.only, rows) : rows;
      return evaluateRecordOptions(
        form,
        field,
        offered.map((row: Row) => toOption(form, target, field, row)),
      );
    },
    // oxlint-disable-next-line react/exhaustive-deps -- what the options depend on is read from the store
    [ports, other, field, store, leaf, among, facts],
  );
}

/** Returns the records that satisfy the condition of a reference. None does while facts are unknown. */
function filterOffered({ store, entity }: FormModel, only: Expression, rows: Row[]): Row[] {
  const facts = buildFactScope(entity, store.contexts);
  return rows.filter((option) => evaluate(only, { ...facts, option }) === true);
}

/** Marks the options that the facts disable, each with its reason, and sorts them after the others. */
function evaluateRecordOptions(
  { store, entity, ports }: FormModel,
  field: Field,
  options: ComboOption[],
): ComboOption[] {
  const states = evaluateOptions(
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

const toOption = ({ entity, ports: { lang } }: FormModel, target: Entity, field: Field, row: Row): ComboOption => ({
  value: String(row[target.key]),
  label: formatLabel(target, row, field.ref?.label, lang),
  detail: field.ref ? describeStatus(entity, field, row, lang) : describeRecord(target, row, lang),
  row,
});

/** Returns what the schema says about the state of a referenced record. */
const describeStatus = (entity: Entity, field: Field, row: Row, lang: Lang): string | undefined =>
  field.ref?.status && findText(entity, `field.${getTextName(field)}.status.${String(row[field.ref.status])}`, lang);

/**
 * Returns the label of the selected record. A stored value is only a key, so its label is loaded once, and missing
 * copies are filled in.
 */
function useSelectedLabel(leaf: LeafNode, other: string, find: Find): Pick<Records, "label" | "remember"> {
  const { store, entity, ports } = useForm();
  const { field, value } = leaf;
  const [chosen, setChosen] = useState<{ value: unknown; label: string }>();
  const label = chosen?.value === value ? chosen?.label : undefined;
  useEffect(() => leaf.setText(label));

  const unknown = value !== undefined && chosen?.value !== value;
  const fills = unknown && Object.keys(listFilled(field)).length > 0;
  useEffect(() => (fills ? store.beginFill() : undefined), [fills, value, store]);
  const key = String(value);
  const named = useRead(
    [other, "label", entity.name, field.name, key],
    async (signal) => findRecord(ports, field, { target: await ports.entity(other), key, find, signal }),
    { enabled: unknown, onFocus: false },
  );
  const { data: option, failure } = named;
  useEffect(() => {
    if (!unknown || (option === undefined && !failure)) return;
    setChosen({ value, label: option?.label ?? key });
    if (option?.row) fillCopies(store, leaf, option.row);
  }, [unknown, option, failure, value, key, store, leaf]);
  return { label, remember: (option) => setChosen(option && { value: option.value, label: option.label }) };
}

interface RecordRequest {
  target: Entity;
  key: string;
  find: Find;
  signal: AbortSignal;
}
/** Loads a record by key. Without a matching option, the key itself is the label. */
async function findRecord(
  ports: Ports,
  { ref }: Field,
  { target, key, find, signal }: RecordRequest,
): Promise<ComboOption> {
  const { detail } = target.calls;
  if (ref && detail) {
    const { record: row } = await sendCall(ports, detail, { [target.key]: key }, { signal });
    return { value: key, label: formatLabel(target, row, ref.label, ports.lang), row };
  }
  const found = ref ? await find(key, signal) : await find("", signal, { [toParameter(target.key)]: key });
  return found.find((option) => option.value === key) ?? { value: key, label: key };
}

/** Returns the fields that selecting a record fills in, each with the field of that record that supplies the value. */
export const listFilled = ({ ref, options }: Field): Readonly<Record<string, string>> =>
  ref?.copies ?? (options && "list" in options ? options.fills : {});

/**
 * Fills in copies that are missing because the form opened with the key only (a preset URL). Keeps the copies that a
 * stored record already has.
 */
function fillCopies(store: FormStore, leaf: LeafNode, row: Row): void {
  const { record } = store.context(leaf);
  const missing = Object.entries(listFilled(leaf.field)).filter(([own]) => record[own] === undefined);
  if (missing.length > 0)
    store.fill(Object.fromEntries(missing.map(([own, theirs]) => [own, row[theirs]])), leaf.parent);
}

/**
 * Returns a function that loads the keys that the newest records have in this field, cached after the first call. The
 * result is empty for list rows, for fields that reference no entity, and when the records cannot be listed.
 */
function createLately(ports: Ports, entity: Entity, { field, list: inList }: LeafNode): () => Promise<string[]> {
  if (!entity.calls.list || !field.ref || inList) return async () => [];
  let keys: Promise<string[]> | undefined;
  const load = async () => {
    const rows = await loadNewest(ports, entity);
    return [...new Set(rows.map((row) => row[field.name]).filter((key) => typeof key === "string"))].slice(
      0,
      MAX_RECENT,
    );
  };
  return () => (keys ??= load().catch(() => []));
}
