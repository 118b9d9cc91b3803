/** Shortcuts to the pages granted to the user; a blocked one shows the reason and links to the page that explains it. */
import {
  ArrowLeftRight,
  BookUser,
  Building2,
  CircleDollarSign,
  CreditCard,
  FileText,
  Globe,
  Landmark,
  ListChecks,
  Lock,
  Repeat,
  Send,
  SlidersHorizontal,
  Users,
  Wallet,
  Zap,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { t } from "../../client/i18n.ts";
import { Link } from "../../engine/ui.tsx";
import { Card } from "./Card.tsx";
import type { Shell } from "./shell.ts";

/** Icons by the last segment of a page's path; a plain sheet for any other. */
const ICONS: Record<string, LucideIcon> = {
  accountBalance: Wallet,
  withdrawal: Send,
  paymentAccount: Globe,
  currencyExchange: ArrowLeftRight,
  exchangeapplication: ArrowLeftRight,
  inraCurrencyExchange: ArrowLeftRight,
  internalTransfer: Zap,
  transfer: Repeat,
  transactionInquiry: ListChecks,
  recharge: CircleDollarSign,
  Creditmanage: CircleDollarSign,
  multiCurrencyWallet: Landmark,
  collectionAccount: BookUser,
  commonPayee: Users,
  virtualCard: CreditCard,
  SpreadPAYOUT: Building2,
  channelConfiguration: SlidersHorizontal,
};
export function QuickCard({ shell }: { shell: Shell }) {
  return (
    <Card name="quick" title={t("home.quick")}>
      <ul className="hm-tiles">
        {shell.quick.map(({ path, label, blocked }) => {
          const Icon = ICONS[path.slice(1)] ?? FileText;
          return (
            <li key={path}>
              <Link href={path} className="hm-tile">
                <Icon size={20} strokeWidth={1.5} aria-hidden />
                <span>{label}</span>
                {blocked && (
                  <span className="hm-lock">
                    <Lock size={14} strokeWidth={1.5} aria-hidden />
                    <span className="sr-only">{t("home.afterCertification")}</span>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
