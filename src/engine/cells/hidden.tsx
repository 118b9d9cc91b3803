/** Amounts that are covered from people who look over a shoulder: in lists, totals and details, never where money is about to move. */
import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { usePorts } from "../react/ports-context.tsx";

const NEVER = { hidden: () => false, subscribe: () => () => undefined, toggle: () => undefined };

/** What readers hear in an amount's place while amounts are hidden; undefined while they show. */
export function useHidden(): string | undefined {
  const { amounts = NEVER, word } = usePorts();
  return useSyncExternalStore(amounts.subscribe, amounts.hidden) ? word("table.amountHidden") : undefined;
}

/** The same for any amount, long or short, negative or not. */
export const DOTS = "••••";

/** Figures, or dots in their place that readers hear as `said`. */
export const figures = (text: string, said: string | undefined): ReactNode =>
  said === undefined ? (
    text
  ) : (
    <>
      <span aria-hidden>{DOTS}</span>
      <span className="sr-only">{said}</span>
    </>
  );

/** The switch. `named`: with its words beside it. */
export function HideAmounts({ className, named }: { className: string; named?: boolean }) {
  const { amounts = NEVER, word } = usePorts();
  const hidden = useHidden() !== undefined;
  const Icon = hidden ? EyeOff : Eye;
  const label = word("table.hideAmounts");
  return (
    <button
      type="button"
      className={className}
      aria-pressed={hidden}
      aria-label={named ? undefined : label}
      title={named ? undefined : word(hidden ? "table.showAmounts" : "table.hideAmounts")}
      onClick={amounts.toggle}
    >
      <Icon size={named ? 16 : 20} strokeWidth={1.5} aria-hidden />
      {named && label}
    </button>
  );
}
