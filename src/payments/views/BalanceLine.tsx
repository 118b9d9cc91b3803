/** The balance of a currency over the last days, as a line. */
import { type Entity, groupThousands } from "../../engine/index.ts";
import { LineChart, useAmountsHidden, useNamedRead, usePorts } from "../../engine/ui.tsx";

/** Balances at the ends of the last days, by currency. */
type History = Record<string, string[]>;

/** Loads the balances of the last days; undefined without such a call, and until they are loaded. */
export function useHistory(entity: Entity, call: string | undefined): History | undefined {
  const { data } = useNamedRead<History>(
    entity,
    call ?? "",
    {},
    { enabled: call !== undefined, read: ({ balances }) => balances },
  );
  return data;
}

/** Nothing while amounts are hidden: the line would show how they compare. */
export function BalanceLine({ label, ends }: { label: string; ends: readonly string[] | undefined }) {
  const { word } = usePorts();
  const hidden = useAmountsHidden() !== undefined;
  if (hidden || !ends || ends.length < 2) return null;
  const points = ends.map(Number);
  const show = (value: number) => groupThousands(ends[points.indexOf(value)] ?? "");
  return (
    <LineChart
      label={label}
      points={points}
      text={`${label}${word("filter.colon")}${word("view.line", {
        low: show(Math.min(...points)),
        high: show(Math.max(...points)),
        last: groupThousands(ends.at(-1) ?? ""),
      })}`}
    />
  );
}
