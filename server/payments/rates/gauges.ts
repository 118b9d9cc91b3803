import type { StoredGauge } from "../../http/gauges.ts";
import { isStale, readNewest } from "./market.ts";
import { readHeld } from "./accept.ts";

/** Returns the gauges of market prices that a source sends or operators set. `isTrading`: whether the currency market is open. */
export const createRateGauges = (isTrading: () => boolean): readonly StoredGauge[] => [
  {
    name: "portolan_rate_age_seconds",
    help: "Age of the newest market prices; without a value before the first ones.",
    async read(db, clock) {
      const newest = await readNewest(db);
      return newest ? [{ value: Math.max(0, clock.now() - newest.at) / 1_000 }] : [];
    },
  },
  {
    name: "portolan_rates_missing",
    help: "1 during trading hours without valid market prices: no currency is exchanged.",
    async read(db, clock) {
      if (!isTrading()) return [{ value: 0 }];
      const newest = await readNewest(db);
      return [{ value: newest && !isStale(newest, clock.now()) ? 0 : 1 }];
    },
  },
  {
    name: "portolan_rates_held",
    help: "1 while prices of the source wait for operators because one of them jumped.",
    read: async (db) => [{ value: (await readHeld(db)) ? 1 : 0 }],
  },
];
