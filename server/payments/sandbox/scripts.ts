/** All scripts of the simulated providers. Each handles one job. */
import { bank, bankResume } from "../pay/sandbox/bank.ts";
import { cardIssuer, cardLoader } from "../cards/sandbox/issuer.ts";
import { collection } from "../collect/sandbox/bank.ts";
import { fxAudit, fxDeal, fxRecheck } from "../swap/sandbox/dealer.ts";
import { kyc } from "../onboarding/sandbox/review.ts";
import { accountOpening, networkAccess } from "../collect/sandbox/network.ts";
import { partyReview } from "../onboarding/sandbox/screening.ts";
import type { ProviderScript } from "../demo/script.ts";
import { remit, remitResume } from "../remit/sandbox/bank.ts";

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
