/**
 * Checks what a start requires besides valid settings: database, keys, tables, files, senders and providers. Files
 * written for a check are deleted again.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Lang } from "@portolan/engine";
import { CONFIG_EXIT, type Config } from "../config/read.ts";
import { openOutside, tryStore } from "../files/open.ts";
import type { Sender } from "../messages/message.ts";
import { createSenders } from "../messages/senders.ts";
import { connectProviders } from "../providers/connect-providers.ts";
import { PORTS, type ProviderPort, type Providers } from "../providers/provider-port.ts";
import { findUnanswered, listJobs } from "../providers/unanswered-jobs.ts";
import { realProviders } from "./real-providers.ts";
import type { Schemas } from "@portolan/engine/folder";
import { inspectKey } from "../session/key-check.ts";
import { DatabaseError, type Database } from "../store/database.ts";
import { listNodes, type SeenNode } from "../store/nodes.ts";
import { openDatabase } from "../store/open.ts";
import { MigrationNeeded, requireMigrated } from "../store/schema/migrate.ts";
import { readErrorMessage } from "../core/error-message.ts";

export interface Check {
  /** Name of the setting or part that was checked. */
  about: string;
  /** The fault, formatted for a terminal. Omitted on success. */
  fault?: string | undefined;
  /** Detail to print if there is no fault. */
  found?: string | undefined;
  /**
   * Whether the configuration is at fault, so that a retry does not help. Omitted when an external service does not
   * respond.
   */
  ofSettings?: boolean;
  /** Whether the finding needs an operator, but does not prevent the start. */
  isWarning?: boolean;
}

/** What to check, and the language of the faults. */
export interface ProbeOptions {
  config: Pick<Config, "mode" | "role" | "keys" | "databaseUrl" | "mail" | "sms" | "providers" | "fileSettings">;
  dataDir: string;
  schemas: Pick<Schemas, "entities">;
  tables: readonly string[];
  /** Folder of the built portal, or undefined if it has not been built. */
  portalDir?: string | undefined;
  /** Whether to contact external services (mail, text messages, files, providers). Default: true. */
  probes?: boolean;
  ownJobs: ReadonlySet<string>;
  /** Probes the product's other external services. */
  probeOthers?: ((choices: Config["providers"]) => Promise<readonly Check[]>) | undefined;
  lang: Lang;
}

/** Timeout in milliseconds for the response of an external service. */
const TIMEOUT_MS = 10_000;
/** SQLSTATE for an embedded database that another process has open. */
const IN_USE = "55006";

const TEXTS = {
  en: {
    frame: (count: number) => [
      `Portolan cannot start: ${count === 1 ? "1 part is" : `${count} parts are`} not ready.`,
      "Nothing was started. `portolan doctor` repeats these checks.",
    ],
    database: (why: string) => `the database does not answer: ${why}`,
    notLoaded: (why: string) => `the provider cannot be connected: ${why}`,
    jobs: (jobs: string) => `the provider does not support the jobs ${jobs}`,
    ill: (why: string) => (why ? `does not answer: ${why}` : "does not answer"),
    late: "no answer in 10 seconds",
    key: "fits the database",
    fresh: (dir: string) => `${dir} has no database yet; the first start makes it`,
    running: (dir: string) => `${dir} is in use by the running server`,
    tables: "are those of this version",
    behind: "the database is behind this version: run portolan migrate",
    files: (why: string) => `a file cannot be stored and read there: ${why}`,
    portal: "the portal is not built: npm run build",
  },
  zh: {
    frame: (count: number) => [
      `Portolan 无法启动：${count} 处尚未就绪。`,
      "什么都没有启动。可用 portolan doctor 重新检查。",
    ],
    database: (why: string) => `数据库无响应：${why}`,
    notLoaded: (why: string) => `无法接入该服务商：${why}`,
    jobs: (jobs: string) => `该服务商不处理 ${jobs}`,
    ill: (why: string) => (why ? `没有响应：${why}` : "没有响应"),
    late: "10 秒内没有答复",
    key: "与数据库相符",
    fresh: (dir: string) => `${dir} 里还没有数据库，首次启动时创建`,
    running: (dir: string) => `${dir} 正由运行中的服务使用`,
    tables: "与本版本一致",
    behind: "数据库的表落后于本版本：请先运行 portolan migrate",
    files: (why: string) => `无法在该处存取文件：${why}`,
    portal: "门户尚未构建：npm run build",
  },
};

/**
 * Runs the checks, contacting external services unless `probes` is false, and returns the results with the connected
 * providers.
 */
export async function probe(options: ProbeOptions): Promise<{ checks: Check[]; providers: Providers }> {
  const { probes = true, probeOthers } = options;
  const [stored, files, sending, { checks, providers }, others] = await Promise.all([
    probeDatabase(options),
    probes ? probeFiles(options) : [],
    probes ? probeSenders(options) : [],
    probeProviders(options),
    probes && probeOthers ? probeOthers(options.config.providers) : [],
  ]);
  return { checks: [...stored, ...files, ...sending, ...checks, ...others], providers };
}

/** Thrown when a requirement for starting is not met. `message` is formatted for a terminal. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
  readonly exit: number;
  constructor(faults: readonly Check[], lang: Lang) {
    const width = Math.max(...faults.map(({ about }) => about.length));
    const [head, tail] = TEXTS[lang].frame(faults.length);
    super([head, ...faults.map(({ about, fault = "" }) => `  ${about.padEnd(width)}  ${fault}`), tail].join("\n"));
    this.exit = toExitStatus(faults);
  }
}

/**
 * Returns the exit status for the results: 0 without faults, 78 if a setting is wrong, or 1 if only external services
 * do not respond, so that a retry may help.
 */
export function toExitStatus(checks: readonly Check[]): number {
  const faults = checks.filter(({ fault }) => fault !== undefined);
  return faults.length === 0 ? 0 : faults.some(({ ofSettings }) => ofSettings) ? CONFIG_EXIT : 1;
}

/**
 * Returns the connected providers. In live mode, runs all checks before anything is started. Otherwise, runs only the
 * checks of the providers.
 *
 * @throws StartRefused with all faults
 */
export async function requireReady(options: ProbeOptions): Promise<Providers> {
  const { config, portalDir, lang } = options;
  const { checks, providers } = await (config.mode === "live" ? probe(options) : probeProviders(options));
  if (config.mode === "live" && config.role !== "worker" && portalDir === undefined)
    checks.push({ about: "BUILD_DIR", fault: TEXTS[lang].portal, ofSettings: true });
  const faults = checks.filter(({ fault }) => fault !== undefined);
  if (faults.length > 0) throw new StartRefused(faults, options.lang);
  return providers;
}

/**
 * Checks that the database responds, that this node's keys match it and, in live mode, that its tables are up to date.
 * Also lists the running nodes. Does not create an embedded database.
 */
async function probeDatabase(options: ProbeOptions): Promise<Check[]> {
  const { config, dataDir, lang } = options;
  const { databaseUrl } = config;
  if (databaseUrl === undefined && !existsSync(join(dataDir, "db")))
    return [{ about: "DATA_DIR", found: TEXTS[lang].fresh(dataDir) }];
  let db: Database | undefined;
  try {
    db = await openDatabase({ dataDir, ...(databaseUrl !== undefined && { databaseUrl }) });
    const refused = await inspectKey(db, dataDir, config.keys);
    return [
      { about: "DATABASE_URL", found: db.about ?? db.engine },
      ...(await listNodes(db)).map(describeNode),
      {
        about: config.keys ? "KEYS" : "keys/seal",
        fault: refused?.text(lang),
        found: TEXTS[lang].key,
        ofSettings: true,
      },
      ...(config.mode === "live" ? [await checkTables(db, options)] : []),
    ];
  } catch (error) {
    if (error instanceof DatabaseError && error.code === IN_USE)
      return [{ about: "DATA_DIR", found: TEXTS[lang].running(dataDir) }];
    return [{ about: "DATABASE_URL", fault: TEXTS[lang].database(readErrorMessage(error)) }];
  } finally {
    await db?.close();
  }
}

/** Checks that the tables match this version, because live mode does not migrate at startup. */
async function checkTables(db: Database, { schemas, tables, lang }: ProbeOptions): Promise<Check> {
  try {
    await requireMigrated(db, schemas, tables);
    return { about: "tables", found: TEXTS[lang].tables };
  } catch (error) {
    if (!(error instanceof MigrationNeeded)) throw error;
    return { about: "tables", fault: TEXTS[lang].behind };
  }
}

/** Stores, reads and deletes a file in the file store. For `db:`, the check of the database suffices. */
async function probeFiles({ config: { fileSettings }, dataDir, lang }: ProbeOptions): Promise<Check[]> {
  const store = openOutside(dataDir, fileSettings);
  if (!store) return [];
  try {
    await resolveInTime(tryStore(store), lang);
    return [{ about: "FILES", found: store.about }];
  } catch (error) {
    return [{ about: "FILES", fault: TEXTS[lang].files(readErrorMessage(error)) }];
  }
}

const describeNode = ({ id, version, schema, keys, role, ageMs, isLeader }: SeenNode): Check => ({
  about: `node ${id.slice(0, 8)}`,
  found: [
    version,
    role,
    `schemas ${schema}`,
    `keys ${keys}`,
    `${Math.round(ageMs / 1_000)} s`,
    ...(isLeader ? ["leader"] : []),
  ].join(", "),
});

/** Checks that the mail server accepts the credentials and that the SMS gateway is reachable. Sends nothing. */
async function probeSenders({ config, lang }: Pick<ProbeOptions, "config" | "lang">): Promise<Check[]> {
  const { mail, sms } = createSenders(config) ?? {};
  const verify = async (about: string, sender: Sender): Promise<Check> => {
    try {
      await resolveInTime(sender.verify(), lang);
      return { about };
    } catch (error) {
      return { about, fault: TEXTS[lang].ill(readErrorMessage(error)) };
    } finally {
      sender.close();
    }
  };
  return Promise.all([...(mail ? [verify("MAIL_URL", mail)] : []), ...(sms ? [verify("SMS_URL", sms)] : [])]);
}

/** Connects the providers. With `probes`, checks that each is healthy and handles the jobs of its port. */
async function probeProviders({
  config,
  schemas,
  ownJobs,
  probes = true,
  lang,
}: ProbeOptions): Promise<{ checks: Check[]; providers: Providers }> {
  const { providers, faults } = await connectProviders(config.providers, realProviders);
  const texts = TEXTS[lang];
  const jobs = listJobs(schemas.entities.values());
  const checks = await Promise.all(
    PORTS.map(async ({ name: port }): Promise<Check | undefined> => {
      const about = `PROVIDER_${port.toUpperCase()}`;
      const refused = faults.find((fault) => fault.port === port);
      if (refused) return { about, fault: texts.notLoaded(refused.reason), ofSettings: true };
      const provider = providers[port];
      if (!provider || !probes) return undefined;
      try {
        const unanswered = await findUnanswered(jobs, ownJobs, { [port]: provider });
        const missing = unanswered.flatMap((job) => (job.port === port ? [job.job] : []));
        if (missing.length > 0) return { about, fault: texts.jobs(missing.join(", ")), ofSettings: true };
      } catch (error) {
        return { about, fault: texts.ill(readErrorMessage(error)) };
      }
      return probeHealth(about, provider, lang);
    }),
  );
  return { checks: checks.flatMap((check) => check ?? []), providers };
}

async function probeHealth(about: string, provider: ProviderPort, lang: Lang): Promise<Check> {
  const texts = TEXTS[lang];
  try {
    const { ok, detail } = await resolveInTime(provider.health(), lang);
    return { about, fault: ok ? undefined : texts.ill(detail ?? ""), found: detail };
  } catch (error) {
    return { about, fault: texts.ill(readErrorMessage(error)) };
  }
}

/** Awaits the response of an external service. @throws Error after `TIMEOUT_MS` */
async function resolveInTime<T>(pending: Promise<T>, lang: Lang): Promise<T> {
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    patience = setTimeout(() => reject(new Error(TEXTS[lang].late)), TIMEOUT_MS);
  });
  return Promise.race([pending, late]).finally(() => clearTimeout(patience));
}
