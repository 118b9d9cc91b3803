/** `portolan migrate` and `portolan distribute`: change the tables as their owner. */
import { readVersion } from "../config/folders.ts";
import { readConfig, type Environment } from "../config/read.ts";
import { checkKey } from "../session/key-check.ts";
import { grantServerRole, readRole } from "../store/postgres/roles.ts";
import { listOtherNodes } from "../store/nodes.ts";
import { digestSchemas } from "../store/schema/digest.ts";
import { migrate, NodesRunning, planAll, prepareStore } from "../store/schema/migrate.ts";
import { distributeNewTables, distributeTables } from "../store/distribution/distribute.ts";
import { withDatabase, type Call } from "./actions.ts";
import { auditMaintenance } from "./audit-maintenance.ts";
import { Refused, UsageError, type Action, type Invocation } from "./command.ts";
import { getText } from "./texts.ts";

const MAX_PARTITIONS = 256;

/**
 * Migrates the tables to match the current code and schemas, or with `--plan` only lists the changes. Connects as the
 * owner of the tables if `DATABASE_OWNER_URL` is set.
 */
export const migrateActions: readonly Action[] = [
  {
    usages: ["migrate [--apply] [--partitions <number>]", "migrate --plan"],
    run(invocation) {
      const { lang, flags, options } = invocation;
      const plan = flags.has("plan");
      if (plan && flags.has("apply")) throw new UsageError(getText(lang, "migrate.either"));
      if (plan && options["partitions"] !== undefined) throw new UsageError(getText(lang, "migrate.partitions"));
      const parts = options["partitions"] === undefined ? undefined : readPartitionCount(invocation, "partitions");
      return withDatabase(connectAsOwner(invocation), async (call) => {
        try {
          const lines = plan ? await planTables(call) : await changeTables(call, invocation.env, parts);
          return lines.length === 0 ? getText(lang, "migrate.none") : lines.join("\n");
        } catch (error) {
          if (!(error instanceof NodesRunning)) throw error;
          throw new Refused([getText(lang, "migrate.stops"), ...indent(error.changes)].join("\n"));
        }
      });
    },
  },
];

/** Returns the invocation with `DATABASE_OWNER_URL` as `DATABASE_URL`, if it is set. */
export const connectAsOwner = (invocation: Invocation): Invocation => {
  const owner = invocation.env["DATABASE_OWNER_URL"];
  return owner ? { ...invocation, env: { ...invocation.env, DATABASE_URL: owner } } : invocation;
};

/** Reads a number of partitions. @throws UsageError unless it is a whole number from 2 to `MAX_PARTITIONS` */
export function readPartitionCount({ options, lang }: Invocation, option: string, preset = ""): number {
  const given = options[option] ?? preset;
  const parts = Number(given);
  if (!Number.isInteger(parts) || parts < 2 || parts > MAX_PARTITIONS)
    throw new UsageError(getText(lang, "partitionCount", { max: MAX_PARTITIONS, given }));
  return parts;
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

async function planTables({ product, lang, db, schemas, config: { accept } }: Call): Promise<string[]> {
  const { done, warnings, stops } = await planAll(db, schemas, { tables: product.tables, accept });
  return [...done, ...warnings, ...(stops.length > 0 ? [getText(lang, "migrate.stops"), ...indent(stops)] : [])];
}

/**
 * Migrates the tables, and grants privileges to the server's role when another role owns them. With `parts`, partitions
 * the tables of a PostgreSQL database; otherwise distributes only the new tables of a distributed database. `env`: the
 * environment before `connectAsOwner`.
 */
async function changeTables(call: Call, env: Environment, parts: number | undefined): Promise<string[]> {
  const { product, lang, db, schemas, dataDir, keys } = call;
  await prepareStore(db);
  await checkKey(db, dataDir, keys);
  const seal = call.seal();
  const { accept } = call.config;
  const others = await listOtherNodes(db, { version: readVersion(), schema: digestSchemas(schemas) });
  const isRolling = others.length > 0;
  const { done, warnings } = await migrate(db, schemas, { tables: product.tables, seal, accept, isRolling });
  const lines = [...done, ...(await product.upgrade(db, schemas, { seal, isRolling })), ...warnings];
  if (isRolling) lines.push(getText(lang, "migrate.again", { nodes: others.join(", ") }));
  const { placements } = product;
  if (parts !== undefined && db.engine === "postgres")
    lines.push(...(await distributeTables(db, placements, { by: "partitions", parts })));
  else lines.push(...(await distributeNewTables(db, placements)));
  const role = env["DATABASE_OWNER_URL"] ? readRole(readConfig(env).databaseUrl ?? "") : undefined;
  const left = role === undefined ? [] : await grantServerRole(db, role);
  if (lines.length > 0) await auditMaintenance(call, "migrate", { version: readVersion(), lines: lines.length });
  return left.length === 0
    ? lines
    : [...lines, getText(lang, "migrate.limits", { role: role ?? "" }), ...indent(left.map((sql) => `${sql};`))];
}
