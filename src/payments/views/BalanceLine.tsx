/** Line chart of a currency's balance over the last days. */
import { type Entity, groupThousands } from "@portolan/engine";
import { LineChart, type ReadState, useAmountsHidden, useNamedRead, usePorts } from "@portolan/engine/ui";

/** End-of-day balances of the last days in chronological order, by currency. */
type History = Record<string, string[]>;
const NONE: History = {};

/** Loads the balances of the last days. They are empty if the view has no such call. */
export function useHistory(entity: Entity, call: string | undefined): ReadState<History> {
  const history = useNamedRead<History>(
    entity,
    call ?? "",
    {},
    { enabled: call !== undefined, read: ({ balances }) => balances },
  );
  return call === undefined ? { ...history, data: NONE } : history;
}

/** Renders nothing while amounts are hidden, because the line would reveal how they compare. */
export function BalanceLine({ label, ends }: { label: string; ends: readonly string[] | undefined }) {
  const { t } = usePorts();
  const hidden = useAmountsHidden() !== undefined;
  if (hidden || !ends || ends.length < 2) return null;
  const points = ends.map(Number);
  const show = (value: number) => groupThousands(ends[points.indexOf(value)] ?? "");
  return (
    <LineChart
      label={label}
      points={points}
      text={`${label}${t("filter.colon")}${t("view.line", {
        low: show(Math.min(...points)),
        high: show(Math.max(...points)),
        last: groupThousands(ends.at(-1) ?? ""),
      })}`}
    />
  );
}
