/** Amount privacy: hides amounts in lists, totals and details, never in forms or reviews. */
import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { usePorts } from "../react/ports-context.tsx";

const NEVER = { hidden: () => false, subscribe: () => () => undefined, toggle: () => undefined };

/**
 * Returns the text that replaces amounts for screen readers, or undefined while amounts are visible.
 * @example
 * const hidden = useAmountsHidden();
 */
export function useAmountsHidden(): string | undefined {
  const { amounts = NEVER, t } = usePorts();
  return useSyncExternalStore(amounts.subscribe, amounts.hidden) ? t("table.amountHidden") : undefined;
}

/**
 * Placeholder for a hidden amount, the same for every length and sign.
 * @example
 * HIDDEN_AMOUNT // => "••••"
 */
export const HIDDEN_AMOUNT = "••••";

/**
 * Renders an amount, or the placeholder with `spoken` as the text for screen readers.
 * @example
 * const shown = renderFigures("1,234.50", useAmountsHidden());
 */
export const renderFigures = (text: string, spoken: string | undefined): ReactNode =>
  spoken === undefined ? (
    text
  ) : (
    <>
      <span aria-hidden>{HIDDEN_AMOUNT}</span>
      <span className="sr-only">{spoken}</span>
    </>
  );

/**
 * Button that toggles amount privacy. `named` adds a visible label.
 * @example
 * <HideAmountsButton className="btn" named />;
 */
export function HideAmountsButton({ className, named }: { className: string; named?: boolean }) {
  const { amounts = NEVER, t } = usePorts();
  const hidden = useAmountsHidden() !== undefined;
  const Icon = hidden ? EyeOff : Eye;
  const label = t("table.hideAmounts");
  return (
    <button
      type="button"
      className={className}
      aria-pressed={hidden}
      aria-label={named ? undefined : label}
      title={named ? undefined : t(hidden ? "table.showAmounts" : "table.hideAmounts")}
      onClick={amounts.toggle}
    >
      <Icon size={named ? 16 : 20} strokeWidth={1.5} aria-hidden />
      {named && label}
    </button>
  );
}
