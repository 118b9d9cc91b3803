import type { FastifyBaseLogger } from "fastify";
import type { ProviderChoice } from "../../config/provider-settings.ts";
import type { Clock } from "../../core/clock.ts";
import type { StoredGauge } from "../../http/gauges.ts";
import type { Database } from "../../store/database.ts";
import { createRateGauges } from "./gauges.ts";
import { MarketPoller } from "./poller.ts";
import { connectMarket } from "./source.ts";

const NOT_SIMULATED: ReadonlySet<ProviderChoice["by"]> = new Set(["desk", "http", "off", "package"]);

/** Market with prices that a source sends or operators set. */
export interface OpenMarket {
  gauges: readonly StoredGauge[];
  /** Starts polling the source, if there is one. Errors are logged. */
  start(log: FastifyBaseLogger): void;
  stop(): Promise<void>;
}

/**
 * Opens the configured market, or returns undefined if its prices are simulated. `isTrading`: whether the currency
 * market is open.
 *
 * @throws Error when its source cannot be connected
 */
export async function openMarket(
  db: Database,
  clock: Clock,
  choice: ProviderChoice | undefined,
  isTrading: () => boolean,
): Promise<OpenMarket | undefined> {
  if (choice === undefined || !NOT_SIMULATED.has(choice.by)) return undefined;
  const source = await connectMarket(choice);
  let poller: MarketPoller | undefined;
  return {
    gauges: choice.by === "off" ? [] : createRateGauges(isTrading),
    start(log) {
      if (!source) return;
      poller = new MarketPoller({
        db,
        clock,
        source,
        onChange: (state) =>
          state.ok
            ? log.info("market prices are up to date")
            : log.warn({ reason: state.reason }, "no new market prices"),
      });
      poller.start();
    },
    stop: async () => poller?.stop(),
  };
}
