/** Fields whose first characters say something (the bank behind a card number): looked up once there are enough of them. */
import { useEffect } from "react";
import type { Field } from "../entity/entity.ts";
import type { Ports } from "../ports.ts";
import type { FormStore } from "./store.ts";

/** Fills fields that are still empty; what a person wrote stays. A list that cannot be asked now says nothing. */
export function useLookups(store: FormStore, ports: Ports): void {
  useEffect(() => {
    const fields = store.entity.fields.filter((field) => field.lookup);
    if (fields.length === 0) return undefined;
    const asked = new Map<string, string>();
    let open = true;
    const look = async ({ name, lookup }: Field, start: string) => {
      const list = await ports.entity(lookup!.list);
      const { list: rows } = await ports.call(list.calls["options"]!, { [list.key]: start });
      const row = (rows as Record<string, unknown>[]).find((one) => one[list.key] === start);
      if (!open || !row || asked.get(name) !== start) return;
      const empty = Object.entries(lookup!.fills).filter(([own]) => store.leaf(own).value === undefined);
      store.fill(Object.fromEntries(empty.map(([own, theirs]) => [own, row[theirs]])));
    };
    const stop = store.watch(() => {
      const record = store.record();
      for (const field of fields) {
        const value = String(record[field.name] ?? "");
        const start = value.length < field.lookup!.start ? "" : value.slice(0, field.lookup!.start);
        if (asked.get(field.name) === start) continue;
        asked.set(field.name, start);
        if (start) void look(field, start).catch(() => undefined);
      }
    });
    return () => {
      open = false;
      stop();
    };
  }, [store, ports]);
}
