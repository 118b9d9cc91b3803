/** Icons of the menu areas and the bottom bar, by the names that `areas.json` and `pages.json` use. */
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  CreditCard,
  House,
  Inbox,
  List,
  type LucideIcon,
  Wallet,
} from "lucide-react";
import type { Icon } from "@portolan/engine";

export const ICONS: Readonly<Record<Icon, LucideIcon>> = {
  house: House,
  wallet: Wallet,
  "arrow-down-left": ArrowDownLeft,
  "arrow-up-right": ArrowUpRight,
  "arrow-left-right": ArrowLeftRight,
  "credit-card": CreditCard,
  list: List,
  inbox: Inbox,
};

export function AreaIcon({ name }: { name: Icon }) {
  const Drawn = ICONS[name];
  return <Drawn size={16} strokeWidth={1.5} aria-hidden className="area-icon" />;
}
