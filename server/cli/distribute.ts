/** `portolan distribute`: distributes the tables by tenant over partitions or Citus nodes. */
import { distributeTables, planTables } from "../store/distribution/distribute.ts";
import type { DistributionEngine } from "../store/distribution/plan.ts";
import { withDatabase } from "./actions.ts";
import { auditMaintenance } from "./audit-maintenance.ts";
import { Refused, UsageError, type Action, type Invocation } from "./command.ts";
import { connectAsOwner, readPartitionCount } from "./migrate.ts";
import { getText } from "./texts.ts";

/** Default number of partitions of each table. */
const PARTS = "16";

export const distributeActions: readonly Action[] = [
  {
    usages: ["--plan", "--apply"].map((flag) => `distribute --engine partitions|citus [--parts ${PARTS}] ${flag}`),
    run(invocation) {
      const { flags, lang, product } = invocation;
      if (flags.has("plan") && flags.has("apply")) throw new UsageError(getText(lang, "missing --plan"));
      const engine = readEngine(invocation);
      return withDatabase(connectAsOwner(invocation), async (call) => {
        const { db } = call;
        if (db.engine === "pglite") throw new Refused(getText(lang, "distribute.embedded"));
        const lines = flags.has("plan")
          ? (await planTables(db, product.placements, engine)).flatMap(({ statements }) =>
              statements.map((sql) => `${sql};`),
            )
          : await distributeTables(db, product.placements, engine);
        if (flags.has("apply")) await auditMaintenance(call, "distribute", { engine: engine.by, tables: lines.length });
        return lines.length === 0 ? getText(lang, "distribute.none") : lines.join("\n");
      });
    },
  },
];

/** Reads `--engine` and `--parts`. @throws UsageError for an invalid value */
function readEngine(invocation: Invocation): DistributionEngine {
  const { engine, parts } = invocation.options;
  if (engine === "citus" && parts === undefined) return { by: "citus" };
  if (engine !== "partitions") throw new UsageError(getText(invocation.lang, "distribute.engine"));
  return { by: "partitions", parts: readPartitionCount(invocation, "parts", PARTS) };
}
