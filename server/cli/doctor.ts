import { resolveFolders } from "../config/folders.ts";
import { ConfigErrors, readConfig, type Config } from "../config/read.ts";
import { readLastDrill } from "../backup/drill.ts";
import { openDatabase } from "../store/open.ts";
import { toExitStatus, probe, type Check } from "../readiness.ts";
import type { Command, Invocation } from "./command.ts";

/**
 * Checks settings, schemas, database, key and providers without starting anything. Exit status 0, 1 (an external party does not answer) or 78
 * (settings).
 */
export const doctor: Command = {
  usage: "doctor [--json]",
  does: {
    en: "checks settings, schemas, database, key and providers as a start does, and starts nothing",
    zh: "与启动时一样检查设置、schema、数据库、密钥和服务方，但不启动任何东西",
  },
  options: { json: { type: "boolean", does: { en: "prints the results as JSON", zh: "以 JSON 输出结果" } } },
  async run(invocation) {
    const checks = await examine(invocation);
    return {
      status: toExitStatus(checks),
      text: (invocation.options["json"] === true ? formatJson : formatTable)(checks),
    };
  },
};

async function examine({ env, lang, product }: Invocation): Promise<Check[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigErrors)) throw error;
    return error.faults.map(({ name, text }) => ({ about: name, fault: text, ofSettings: true }));
  }
  const { dataDir, schemasDir } = resolveFolders(config);
  const schemas = product.readSchemas(schemasDir);
  const { checks } = await probe({ config, dataDir, schemas, ownJobs: product.ownJobs, lang });
  return [
    { about: "PORTOLAN_MODE", found: config.mode },
    { about: "SCHEMAS_DIR", found: schemasDir },
    ...checks,
    ...(await examineDrill(config)),
    ...config.warnings.map((found) => ({ about: "warning", found })),
  ];
}

/** Age from which the last successful drill is too old. */
const DRILL_DAYS = 7;

/** Warns when no restore drill succeeded recently: only a restore proves a backup. Does not open an embedded database. */
async function examineDrill({ databaseUrl }: Config): Promise<Check[]> {
  if (databaseUrl === undefined) return [];
  try {
    const db = await openDatabase({ dataDir: "", databaseUrl });
    try {
      const last = await readLastDrill(db);
      const days = last === undefined ? undefined : Math.floor((Date.now() - Date.parse(last)) / 86_400_000);
      if (days !== undefined && days <= DRILL_DAYS) return [{ about: "backup", found: `last good drill ${last}` }];
      const age = days === undefined ? "no backup was restored yet" : `the last good drill is ${days} days old`;
      return [{ about: "warning", found: `${age}: portolan restore --check <folder>` }];
    } finally {
      await db.close();
    }
  } catch {
    // An unreachable database is a finding of its own.
    return [];
  }
}

function formatTable(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ about }) => about.length));
  return checks
    .map(({ about, fault, found = "" }) =>
      `${fault === undefined ? "ok   " : "FAULT"}  ${about.padEnd(width)}  ${fault ?? found}`.trimEnd(),
    )
    .join("\n");
}

const formatJson = (checks: readonly Check[]): string =>
  JSON.stringify(
    checks.map(({ about, fault, found }) => ({ about, ok: fault === undefined, detail: fault ?? found ?? "" })),
    undefined,
    2,
  );
