/** `portolan distribute`: distributes the tables by tenant over partitions or Citus nodes. */
import { distributeTables, planTables } from "../store/distribution/distribute.ts";
import type { DistributionEngine } from "../store/distribution/plan.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "./command.ts";
import { connectAsOwner } from "./migrate.ts";
import { withDatabase } from "./with-database.ts";
import { readPartitionCount } from "./partition-count.ts";
import { auditMaintenance } from "./audit-maintenance.ts";

const PARTS = 16;

const TEXTS = {
  en: {
    either: "--plan or --apply",
    embedded: "The embedded database is one process's: set DATABASE_URL.",
    engine: "--engine is partitions or citus; citus has no --parts",
    none: "Every table is spread.",
  },
  zh: {
    either: "请用 --plan 或 --apply 之一",
    embedded: "内嵌数据库只属于一个进程：请设置 DATABASE_URL。",
    engine: "--engine 为 partitions 或 citus；citus 没有 --parts",
    none: "所有数据表都已分布。",
  },
};

export const distribute: Command = {
  usage:
    "distribute --engine partitions|citus [--parts 16] --plan | distribute --engine partitions|citus [--parts 16] --apply",
  description: {
    en: "spreads the tables by tenant over partitions of PostgreSQL or over the nodes of Citus",
    zh: "按商户把数据表分布到 PostgreSQL 的分区或 Citus 的节点",
  },
  options: {
    engine: {
      type: "string",
      description: { en: "what spreads them: partitions or citus", zh: "分布方式：partitions 或 citus" },
    },
    parts: {
      type: "string",
      description: { en: `partitions of each table (${PARTS})`, zh: `每张表的分区数（${PARTS}）` },
    },
    plan: {
      type: "boolean",
      description: { en: "prints the statements, and changes nothing", zh: "只列出语句，不执行" },
    },
    apply: {
      type: "boolean",
      description: {
        en: "runs them; calls wait for a table while its rows are moved",
        zh: "执行语句；一张表的数据迁移期间，访问它的请求会等待",
      },
    },
  },
  run: (invocation) => {
    const { plan, apply } = invocation.options;
    const texts = TEXTS[invocation.lang];
    if ((plan === true) === (apply === true)) throw new UsageError(texts.either);
    const engine = readEngine(invocation);
    return withDatabase(connectAsOwner(invocation), async ({ db }): Promise<Outcome> => {
      if (db.engine === "pglite") return { status: 1, text: texts.embedded, refused: true };
      const { placements } = invocation.product;
      const lines =
        plan === true
          ? (await planTables(db, placements, engine)).flatMap(({ statements }) => statements.map((sql) => `${sql};`))
          : await distributeTables(db, placements, engine);
      if (apply === true)
        await auditMaintenance(invocation, db, "distribute", { engine: engine.by, tables: lines.length });
      return { status: 0, text: lines.length === 0 ? texts.none : lines.join("\n") };
    });
  },
};

/** Reads `--engine` and `--parts`. @throws UsageError for an invalid value */
function readEngine({ options, lang }: Invocation): DistributionEngine {
  if (options["engine"] === "citus" && options["parts"] === undefined) return { by: "citus" };
  if (options["engine"] !== "partitions") throw new UsageError(TEXTS[lang].engine);
  return { by: "partitions", parts: readPartitionCount(String(options["parts"] ?? PARTS), lang) };
}
