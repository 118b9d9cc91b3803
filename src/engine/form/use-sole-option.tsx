import { useEffect } from "react";
import { openOptions, findOptionFacts } from "../entity/option-facts.ts";
import { LeafNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";

/**
 * Selects the only enabled option of an empty field whose options depend on facts. Applies to create forms only
 * (`makes`), once per field, and never after the user has touched the field.
 */
export function useSoleOption(store: FormStore, makes: boolean): void {
  useEffect(() => {
    const fields = store.entity.fields.filter((field) => findOptionFacts(field) && !field.readOnly);
    if (!makes || fields.length === 0) return undefined;
    const chosen = new Set<string>();
    const choose = () => {
      for (const field of fields) {
        const leaf = store.root.child(field.name);
        if (
          chosen.has(field.name) ||
          !(leaf instanceof LeafNode) ||
          leaf.locked ||
          leaf.touched ||
          leaf.value !== undefined
        )
          continue;
        const [one, ...others] = openOptions(store.entity, field, store.contexts, store.lang)?.open ?? [];
        if (one === undefined || others.length > 0) continue;
        chosen.add(field.name);
        store.fill({ [field.name]: one });
      }
    };
    choose();
    return store.watch(choose);
  }, [store, makes]);
}
