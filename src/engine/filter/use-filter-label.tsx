/** Labels of filter values that a reference list resolves: `招商银行` for its code. */
import { useEffect, useState } from "react";
import type { Entity, Field, Row } from "../model/entity.ts";
import { labelOf, optionsCall } from "../entity/record-label.ts";
import { usePorts } from "../react/ports-context.tsx";

type Known = Record<string, Record<string, string>>;

/** Returns a lookup for `filterWords`. The lookup returns undefined until its list is loaded. */
export function useFilterLabel(
  _entity: Entity,
  fields: readonly Field[],
): (field: Field, value: string) => string | undefined {
  const ports = usePorts();
  const [known, setKnown] = useState<Known>({});
  const lists = [
    ...new Set(
      fields.flatMap((field) =>
        field.ref ? [field.ref.entity] : field.options && "list" in field.options ? [field.options.list] : [],
      ),
    ),
  ];
  const wanted = lists.join();
  useEffect(() => {
    const abort = new AbortController();
    for (const name of wanted.split(",").filter(Boolean)) {
      void (async () => {
        const target = await ports.entity(name);
        const template = fields.find((field) => field.ref?.entity === name)?.ref?.label;
        const map = await ports.call(optionsCall(target), { size: 100 }, { signal: abort.signal });
        const labels = Object.fromEntries(
          ((map.list ?? []) as Row[]).map((row) => [
            String(row[target.key]),
            labelOf(target, row, template, ports.lang),
          ]),
        );
        setKnown((before) => ({ ...before, [name]: labels }));
      })().catch(() => undefined);
    }
    return () => abort.abort();
    // `wanted`, the names of the lists, stands for `fields`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ports, wanted]);
  return (field, value) =>
    known[field.ref?.entity ?? (field.options && "list" in field.options ? field.options.list : "")]?.[value];
}
