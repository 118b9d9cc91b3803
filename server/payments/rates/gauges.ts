import type { StoredGauge } from "../../http/gauges.ts";
import { isStale, readNewest } from "./market.ts";
import { readHeld } from "./accept.ts";

/** Metrics of market prices that a source sends or operators set. */
export const rateGauges: readonly StoredGauge[] = [
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
    help: "1 while there are no valid market prices, so that no currency is exchanged.",
    async read(db, clock) {
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
