import type { Services } from "../http/services.ts";
import type { CardVault } from "./cards/vault.ts";
import type { Feed } from "./rates/feed.ts";

/** Services of payment calls, besides those that every product has. */
export interface PaymentServices extends Services {
  /** The simulated market. If omitted, prices come from a source or from operators. */
  feed?: Feed | undefined;
  /** Reveals card numbers. If omitted, none can be revealed. */
  cardVault?: CardVault | undefined;
  simulated: boolean;
}
