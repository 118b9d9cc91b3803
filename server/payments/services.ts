import type { Services } from "../services.ts";
import type { CardVault } from "./cards/vault.ts";
import type { Feed } from "./rates/feed.ts";

/** Services of payment calls, besides those that every product has. */
export interface PaymentServices extends Services {
  /** The simulated market; without one prices come from a source or operators. */
  feed?: Feed | undefined;
  /** Reveals card numbers; without one none is revealed. */
  cardVault?: CardVault | undefined;
  /** True when external parties are simulated. */
  simulated: boolean;
}
