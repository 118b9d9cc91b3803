/** Fills fields of a new record with the values that the newest record has in them (`x-form.last`). */
import { useEffect } from "react";
import { isMasked } from "../entity/is-masked.ts";
import { LeafNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";
import type { Ports } from "../model/ports.ts";

interface Props {
  store: FormStore;
  ports: Ports;
  /** Whether the form creates a record. Other forms are left as they are. */
  makes: boolean;
}
/** Fills fields once, except those that have a value or whose value is masked. */
export function LastValues({ store, ports, makes }: Props): null {
  useEffect(() => {
    const { entity } = store;
    const { last } = entity.form;
    if (!makes || !last) return undefined;
    let isMounted = true;
    const fill = async () => {
      const { loadNewest } = await import("../data/newest-records.tsx");
      const [newest] = await loadNewest(ports, entity);
      const names = last.filter((name) => {
        const leaf = store.root.child(name);
        const isFree = leaf instanceof LeafNode && !leaf.touched && leaf.value === undefined;
        return isFree && !isMasked(leaf.field, "list");
      });
      if (isMounted && newest) store.fill(Object.fromEntries(names.map((name) => [name, newest[name]])));
    };
    // Without the newest record the fields stay empty.
    fill().catch(() => undefined);
    return () => void (isMounted = false);
  }, [store, ports, makes]);
  return null;
}
