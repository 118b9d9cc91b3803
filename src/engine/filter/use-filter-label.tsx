/** Resolves labels of filter values through a reference list: `招商银行` for its code. */
import { useRead } from "../data/use-read.tsx";
import { sendCall } from "../operation/send-call.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { formatLabel } from "../entity/record-label.ts";
import { getOptionsCall } from "../entity/options-call.ts";
import { usePorts } from "../react/ports-context.tsx";

type Labels = ReadonlyMap<string, string>;

/** Returns the lookup of labels that `describeFilter` needs. The lookup returns undefined until the list is loaded. */
export function useFilterLabel(
  entity: Entity,
  fields: readonly Field[],
): (field: Field, value: string) => string | undefined {
  const ports = usePorts();
  const lists = [...new Set(fields.flatMap((field) => joinItems(field) ?? []))];
  const { data: known } = useRead(
    ["labels", entity.name, lists],
    async (signal) => {
      const loaded = await Promise.all(
        lists.map(async (list) => {
          const template = fields.find((field) => field.ref?.entity === list)?.ref?.label;
          // If the list cannot be loaded, its values have no labels.
          return [list, await loadLabels(ports, list, template, signal).catch(() => undefined)] as const;
        }),
      );
      return new Map(loaded);
    },
    { enabled: lists.length > 0, onFocus: false },
  );
  return (field, value) => known?.get(joinItems(field) ?? "")?.get(value);
}

/** Returns the name of the list that supplies a field's values, or undefined when there is none. */
const joinItems = ({ ref, options }: Field): string | undefined =>
  ref?.entity ?? (options && "list" in options ? options.list : undefined);

async function loadLabels(
  ports: Ports,
  list: string,
  template: string | undefined,
  signal: AbortSignal,
): Promise<Labels> {
  const target = await ports.entity(list);
  const { list: rows = [] } = await sendCall(ports, getOptionsCall(target), { size: 100 }, { signal });
  return new Map(rows.map((row: Row) => [String(row[target.key]), formatLabel(target, row, template, ports.lang)]));
}
