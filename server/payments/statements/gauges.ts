import type { StoredGauge } from "../../http/gauges.ts";
import { HOUSE } from "./model.ts";

/** Gauges of the reconciliation of banks and ledger. */
export const statementGauges: readonly StoredGauge[] = [
  {
    name: "portolan_nostro_difference",
    help: "How far bank and ledger were apart at the last comparison, by currency.",
    labels: ["currency"],
    async read(db) {
      const rows = await db.query(
        "SELECT currency, difference FROM reconciliation r WHERE m = $1 AND checked_on = (SELECT max(checked_on) FROM reconciliation o WHERE o.m = $1 AND o.currency = r.currency)",
        [HOUSE],
      );
      return rows.map(({ currency, difference }) => ({ labels: { currency }, value: Number(difference) }));
    },
  },
  {
    name: "portolan_cases_open",
    help: "Cases that no operator has solved.",
    async read(db) {
      const [row] = await db.query("SELECT count(*) AS count FROM e_case WHERE m = $1 AND status = 'open'", [HOUSE]);
      return [{ value: Number(row?.count) }];
    },
  },
];
