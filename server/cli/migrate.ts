import { readVersion } from "../config/folders.ts";
import { readConfig } from "../config/read.ts";
import { sealFor } from "../core/seal.ts";
import { checkKey } from "../session/key-check.ts";
import { grantServerRole, readRole } from "../store/postgres/roles.ts";
import { listOtherNodes } from "../store/nodes.ts";
import { digestSchemas } from "../store/schema/digest.ts";
import { migrate, NodesRunning, planAll, prepareStore } from "../store/schema/migrate.ts";
import { distributeNewTables, distributeTables } from "../store/distribution/distribute.ts";
import { readPartitionCount } from "./partition-count.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "./command.ts";
import { withDatabase, type Opened } from "./with-database.ts";
import { auditMaintenance } from "./audit-maintenance.ts";

const TEXTS = {
  en: {
    either: "--plan or --apply",
    partitions: "distribute --plan shows partitions",
    none: "The tables are up to date.",
    again: (nodes: string) =>
      `Nodes of another version serve (${nodes}). Replace them, then run portolan migrate once more.`,
    limits: (role: string) =>
      `The owner may not set the limits of time of the role ${role}. An administrator of the database does, once:`,
    stops: "Not while nodes serve. Stop every node before portolan migrate, and start the new version after it:",
  },
  zh: {
    either: "请只用 --plan 或 --apply 之一",
    partitions: "分区请用 distribute --plan 查看",
    none: "数据表已是最新。",
    again: (nodes: string) => `仍有其他版本的节点在运行（${nodes}）。请逐个替换，之后再运行一次 portolan migrate。`,
    limits: (role: string) => `表的所有者无权设置角色 ${role} 的时间限制，请由数据库管理员执行一次：`,
    stops: "节点运行期间不能做以下更改。请先停止所有节点，运行 portolan migrate，再启动新版本：",
  },
};

/**
 * Migrates the tables to match the current code and schemas, or with `--plan` only lists the changes. Connects as the
 * owner of the tables if `DATABASE_OWNER_URL` is set.
 */
export const migrateCommand: Command = {
  usage: "migrate [--apply] [--partitions <number>] | migrate --plan",
  description: {
    en: "brings the tables to this version and to the schemas, and ends; live mode does not start before",
    zh: "把数据表更新到本版本和 schema，然后结束；live 模式在此之前不会启动",
  },
  options: {
    plan: {
      type: "boolean",
      description: { en: "says what would be done, and changes nothing", zh: "只列出要做的更改，不执行" },
    },
    apply: { type: "boolean", description: { en: "does it (the default)", zh: "执行更改（默认）" } },
    partitions: {
      type: "string",
      description: {
        en: "then gives the tables so many partitions by tenant, as distribute does",
        zh: "之后按商户给数据表建这么多个分区，与 distribute 相同",
      },
    },
  },
  run: (invocation) => {
    const { plan, apply, partitions } = invocation.options;
    const texts = TEXTS[invocation.lang];
    if (plan === true && apply === true) throw new UsageError(texts.either);
    if (plan === true && partitions !== undefined) throw new UsageError(texts.partitions);
    const parts = partitions === undefined ? undefined : readPartitionCount(String(partitions), invocation.lang);
    const work = async (opened: Opened): Promise<Outcome> => {
      try {
        const lines =
          plan === true ? await planTables(invocation, opened) : await changeTables(invocation, opened, parts);
        return { status: 0, text: lines.length === 0 ? texts.none : lines.join("\n") };
      } catch (error) {
        if (!(error instanceof NodesRunning)) throw error;
        return { status: 1, text: [texts.stops, ...indent(error.changes)].join("\n"), refused: true };
      }
    };
    return withDatabase(connectAsOwner(invocation), work);
  },
};

/** Returns the invocation with `DATABASE_OWNER_URL` as `DATABASE_URL`, if it is set. */
export const connectAsOwner = <I extends Pick<Invocation, "env">>(invocation: I): I => {
  const owner = invocation.env["DATABASE_OWNER_URL"];
  return owner ? { ...invocation, env: { ...invocation.env, DATABASE_URL: owner } } : invocation;
};

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

async function planTables({ product, lang }: Invocation, { db, schemas, accept }: Opened): Promise<string[]> {
  const { done, warnings, stops } = await planAll(db, schemas, { tables: product.tables, accept });
  return [...done, ...warnings, ...(stops.length > 0 ? [TEXTS[lang].stops, ...indent(stops)] : [])];
}

/**
 * Migrates the tables, and grants privileges to the server's role when another role owns them. With `parts`, partitions
 * the tables of a PostgreSQL database; otherwise distributes only the new tables of a distributed database.
 */
async function changeTables(
  { product, env, lang }: Invocation,
  opened: Opened,
  parts: number | undefined,
): Promise<string[]> {
  const { db, schemas, dataDir, keys, accept } = opened;
  await prepareStore(db);
  await checkKey(db, dataDir, keys);
  const seal = sealFor(dataDir, keys);
  const others = await listOtherNodes(db, { version: readVersion(), schema: digestSchemas(schemas) });
  const isRolling = others.length > 0;
  const { done, warnings } = await migrate(db, schemas, { tables: product.tables, seal, accept, isRolling });
  const lines = [...done, ...(await product.upgrade(db, schemas, { seal, isRolling })), ...warnings];
  if (isRolling) lines.push(TEXTS[lang].again(others.join(", ")));
  const { placements } = product;
  if (parts !== undefined && db.engine === "postgres")
    lines.push(...(await distributeTables(db, placements, { by: "partitions", parts })));
  else lines.push(...(await distributeNewTables(db, placements)));
  const role = env["DATABASE_OWNER_URL"] ? readRole(readConfig(env).databaseUrl ?? "") : undefined;
  const left = role === undefined ? [] : await grantServerRole(db, role);
  if (lines.length > 0) await auditMaintenance({ env }, db, "migrate", { version: readVersion(), lines: lines.length });
  return left.length === 0
    ? lines
    : [...lines, TEXTS[lang].limits(role ?? ""), ...indent(left.map((sql) => `${sql};`))];
}
