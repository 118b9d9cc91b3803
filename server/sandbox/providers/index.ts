/** All scripts of the simulated providers. Each handles one job. */
import { bank, bankResume } from "./bank.ts";
import { cardIssuer, cardLoader } from "./card.ts";
import { collection } from "./collection.ts";
import { fxAudit, fxDeal, fxRecheck } from "./fx.ts";
import { kyc } from "./kyc.ts";
import { accountOpening, networkAccess } from "./network.ts";
import { partyReview } from "./party.ts";
import type { ProviderScript } from "./script.ts";
import { remit, remitResume } from "./remit.ts";

export const scripts: readonly ProviderScript[] = [
  bank,
  bankResume,
  cardIssuer,
  cardLoader,
  ...collection,
  fxDeal,
  fxAudit,
  fxRecheck,
  accountOpening,
  kyc,
  networkAccess,
  partyReview,
  remit,
  remitResume,
];
