/** Says below a reference that no record can be chosen, with a button that adds one and links to the alternatives. */
import { useSyncExternalStore } from "react";
import { useRead } from "../data/use-read.tsx";
import { getTextName } from "../entity/labels.ts";
import type { Field } from "../model/entity.ts";
import { Link } from "../react/Link.tsx";
import { useForm } from "./model.tsx";
import type { ComboOption } from "./use-combo-options.tsx";

export interface NoRecordsProps {
  field: Field;
  load(signal: AbortSignal): Promise<ComboOption[]>;
  add?: { title: string; go(typed: string): void } | undefined;
}

export function NoRecords({ field, load, add }: NoRecordsProps) {
  const { entity, ports } = useForm();
  const isReady = useFactsReady(field);
  const { data } = useRead([entity.name, "none", field.name], load, { enabled: isReady, onFocus: false });
  if (!data || data.length > 0) return null;
  const text = (part: string) => entity.text(`field.${getTextName(field)}.none${part}`, ports.lang);
  return (
    <p className="pf-none-offered" role="status">
      {text("")}
      {add && (
        <button type="button" className="btn" data-small onClick={() => add.go("")}>
          {add.title}
        </button>
      )}
      {field.ref?.none?.map((to, index) =>
        ports.canOpen?.(to) === false ? null : (
          <Link keepsDraft key={to} href={to}>
            {text(`.${index}`)}
          </Link>
        ),
      )}
    </p>
  );
}

/** Returns whether the facts that the condition of a reference reads are loaded. */
function useFactsReady({ ref }: Field): boolean {
  const { store, entity } = useForm();
  const roots = (ref?.only?.reads ?? []).map((path) => path.split(".", 1)[0] ?? "");
  const needed = roots.filter((root) => entity.contexts[root]);
  return useSyncExternalStore(
    (listener) => store.watch(listener),
    () => needed.every((root) => store.contexts[root] !== undefined),
  );
}
