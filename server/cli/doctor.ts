import { resolveFolders } from "../config/folders.ts";
import { ConfigErrors, readConfig, type Config } from "../config/read.ts";
import { readLastDrill } from "../backup/drill.ts";
import { openDatabase } from "../store/open.ts";
import { toExitStatus, probe, type Check } from "../app/readiness.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Action, Invocation } from "./command.ts";
import { readErrorMessage } from "../core/error-message.ts";

/**
 * Checks settings, schemas, database, keys, files, senders and providers without starting the server. Exits with status
 * 0 without faults, with 1 when only external services do not respond, or with 78 when the configuration is at fault.
 */
export const doctorActions: readonly Action[] = [
  {
    usages: ["doctor [--json] [--no-probe]"],
    async run(invocation) {
      const checks = await examine(invocation);
      const format = invocation.flags.has("json") ? formatJson : formatTable;
      return { status: toExitStatus(checks), text: format(checks) };
    },
  },
];

async function examine(invocation: Invocation): Promise<Check[]> {
  const { env, lang, product } = invocation;
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigErrors)) throw error;
    return error.faults.map(({ name, text }) => ({ about: name, fault: text, ofSettings: true }));
  }
  const { dataDir, schemasDir } = resolveFolders(config);
  const mode = { about: "PORTOLAN_MODE", found: config.mode };
  let schemas: Schemas;
  try {
    schemas = product.readSchemas(schemasDir);
  } catch (error) {
    const fault = readErrorMessage(error);
    return [mode, { about: "SCHEMAS_DIR", fault, ofSettings: true }];
  }
  const { ownJobs, tables, probeOthers } = product;
  const probes = !invocation.flags.has("no-probe");
  const { checks } = await probe({ config, dataDir, schemas, ownJobs, tables, probeOthers, probes, lang });
  return [
    mode,
    { about: "SCHEMAS_DIR", found: schemasDir },
    ...checks,
    ...(await examineDrill(config)),
    ...config.warnings.map((found) => ({ about: "settings", found, isWarning: true })),
  ];
}

/** Age in days above which the last successful drill is considered too old. */
const DRILL_DAYS = 7;

/**
 * Warns when no restore drill has succeeded recently, because only a restore proves that a backup is usable. Skips an
 * embedded database, which the server may have open.
 */
async function examineDrill({ databaseUrl }: Config): Promise<Check[]> {
  if (databaseUrl === undefined) return [];
  try {
    const db = await openDatabase({ dataDir: "", databaseUrl });
    try {
      const last = await readLastDrill(db);
      const days = last === undefined ? undefined : Math.floor((Date.now() - Date.parse(last)) / 86_400_000);
      if (days !== undefined && days <= DRILL_DAYS) return [{ about: "backup", found: `last good drill ${last}` }];
      const age = days === undefined ? "no backup was restored yet" : `the last good drill is ${days} days old`;
      return [{ about: "backup", found: `${age}: portolan restore --check <folder>`, isWarning: true }];
    } finally {
      await db.close();
    }
  } catch {
    // An unreachable database is reported by its own check.
    return [];
  }
}

function formatTable(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ about }) => about.length));
  return checks
    .map(({ about, fault, found = "", isWarning }) => {
      const outcome = fault === undefined ? (isWarning ? "WARN " : "ok   ") : "FAULT";
      return `${outcome}  ${about.padEnd(width)}  ${fault ?? found}`.trimEnd();
    })
    .join("\n");
}

const formatJson = (checks: readonly Check[]): string =>
  JSON.stringify(
    checks.map(({ about, fault, found, isWarning }) => ({
      about,
      ok: fault === undefined,
      ...(isWarning && { warning: true }),
      detail: fault ?? found ?? "",
    })),
    undefined,
    2,
  );
