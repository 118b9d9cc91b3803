/** Icons of the menu areas, by the names that `areas.json` uses. */
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, CreditCard, House, type LucideIcon, Wallet } from "lucide-react";
import type { AreaIcon as Name } from "../../contract/pages.ts";

const ICONS: Readonly<Record<Name, LucideIcon>> = {
  house: House,
  wallet: Wallet,
  "arrow-down-left": ArrowDownLeft,
  "arrow-up-right": ArrowUpRight,
  "arrow-left-right": ArrowLeftRight,
  "credit-card": CreditCard,
};

export function AreaIcon({ name }: { name: Name }) {
  const Icon = ICONS[name];
  return <Icon size={16} strokeWidth={1.5} aria-hidden className="area-icon" />;
}
