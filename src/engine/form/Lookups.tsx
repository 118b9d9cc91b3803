/** Looks up values by their first characters, such as the bank of a card number. */
import { useEffect } from "react";
import { sendCall } from "../operation/send-call.ts";
import { listObjects } from "../base/guards.ts";
import { getOptionsCall } from "../entity/options-call.ts";
import type { Field, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { FormStore } from "../form-store/store.ts";

interface LookupField {
  name: string;
  lookup: NonNullable<Field["lookup"]>;
}

/**
 * Shows and fills in the result of a lookup. Fills only fields that are empty or were filled by an earlier lookup,
 * never user input. A failed lookup changes no field.
 */
export function Lookups({ store, ports }: { store: FormStore; ports: Ports }) {
  useEffect(() => {
    const fields = store.entity.fields.flatMap(({ name, lookup }): LookupField[] =>
      lookup && store.entity.form.sections.some(({ rows }) => rows.flat().includes(name)) ? [{ name, lookup }] : [],
    );
    if (fields.length === 0) return undefined;
    const requested = new Map<string, string>();
    const filled = new Map<string, unknown>();
    let open = true;
    const ours = (own: string) => {
      const { value, touched } = store.leaf(own);
      return (
        value === undefined ||
        (!touched &&
          value === filled.get(own) &&
          store.links.choices.dependents(own).every((name) => store.leaf(name).value === undefined))
      );
    };
    const applyLookup = ({ name, lookup: { says, fills } }: LookupField, row: Row | undefined) => {
      if (says !== undefined) store.leaf(name).publish({ lookupText: row && String(row[says]) });
      const values = Object.entries(fills).flatMap(([own, theirs]) =>
        ours(own) && store.leaf(own).value !== row?.[theirs] ? [[own, row?.[theirs]] as const] : [],
      );
      for (const [own, value] of values) filled.set(own, value);
      if (values.length > 0) store.fill(Object.fromEntries(values));
    };
    const look = async (field: LookupField, start: string) => {
      const list = await ports.entity(field.lookup.list);
      const { list: rows } = await sendCall(ports, getOptionsCall(list), { [list.key]: start });
      const row = listObjects(rows).find((object) => object[list.key] === start);
      if (open && requested.get(field.name) === start) applyLookup(field, row);
    };
    const see = (some: readonly LookupField[]) => {
      const record = store.record();
      for (const field of some) {
        const value = String(record[field.name] ?? "");
        const start = value.length < field.lookup.start ? "" : value.slice(0, field.lookup.start);
        if ((requested.get(field.name) ?? "") === start) continue;
        requested.set(field.name, start);
        store.leaf(field.name).publish({ lookupText: undefined });
        // A failed lookup is retried on the next change.
        if (start)
          void look(field, start).catch(() => requested.get(field.name) === start && requested.delete(field.name));
        else applyLookup(field, undefined);
      }
    };
    // Values that exist when the form opens are looked up only if the result has a text to show.
    see(fields.filter(({ lookup }) => lookup.says !== undefined));
    const stop = store.watch(() => see(fields));
    return () => {
      open = false;
      stop();
    };
  }, [store, ports]);
  return null;
}
