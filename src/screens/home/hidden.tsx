/** Amounts that can be hidden from people who look over a shoulder; the choice is remembered and holds for the whole page. */
import { Eye, EyeOff } from "lucide-react";
import { createContext, use, useState, type ReactNode } from "react";
import { t } from "../../client/i18n.ts";
import type { Entity, Row } from "../../engine/index.ts";
import { Value } from "../../engine/ui.tsx";

const KEY = "hideAmounts";
const Hidden = createContext<{ hidden: boolean; toggle(): void }>({ hidden: false, toggle: () => undefined });

export function HideAmounts({ children }: { children: ReactNode }) {
  const [hidden, setHidden] = useState(localStorage.getItem(KEY) === "1");
  const toggle = () => {
    localStorage.setItem(KEY, hidden ? "0" : "1");
    setHidden(!hidden);
  };
  return <Hidden value={{ hidden, toggle }}>{children}</Hidden>;
}

export const useHidden = (): boolean => use(Hidden).hidden;

export function HideButton() {
  const { hidden, toggle } = use(Hidden);
  const Icon = hidden ? EyeOff : Eye;
  return (
    <button type="button" className="icon-btn" aria-pressed={hidden} aria-label={t("home.hide")} title={t(hidden ? "home.show" : "home.hide")} onClick={toggle}>
      <Icon size={20} strokeWidth={1.5} aria-hidden />
    </button>
  );
}

/** Dots in an amount's place; readers hear that it is hidden. */
export function Dots({ currency }: { currency?: string }) {
  return (
    <span className="money">
      <span aria-hidden>••••</span>
      <span className="sr-only">{t("home.hidden")}</span>
      {currency && <span className="iso">{currency}</span>}
    </span>
  );
}

/** An amount of a record. */
export function Amount({ entity, name, row }: { entity: Entity; name: string; row: Row }) {
  const field = entity.field(name);
  if (!useHidden()) return <Value entity={entity} field={field} row={row} labels={{}} />;
  return <Dots currency={field.currency && "field" in field.currency ? String(row[field.currency.field] ?? "") : field.currency?.code} />;
}
