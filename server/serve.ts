/** Runs the portal's server: starts it, prints its address, and shuts it down gracefully. */
import { SchemaErrors } from "@portolan/engine/compiler";
import { readVersion, resolveFolders } from "./config/folders.ts";
import { CONFIG_EXIT, readTerminalLang, type Config } from "./config/read.ts";
import { startPayments, type PaymentServer } from "./payments/product.ts";
import { paymentTools } from "./payments/tools.ts";
import { createSenders } from "./messages/senders.ts";
import { requireReady, StartRefused } from "./app/readiness.ts";
import { ProvidersMissing } from "./providers/unanswered-jobs.ts";
import { NoSchemas, reloadSchemas, watchSchemas } from "@portolan/engine/folder";
import { KeyRefused } from "./session/key-check.ts";

import type { Database } from "./store/database.ts";
import { openDatabase } from "./store/open.ts";
import { Replica } from "./store/replica.ts";
import { MigrationNeeded, SchemaRefused } from "./store/schema/migrate.ts";
import { readErrorMessage } from "./core/error-message.ts";

/** Maximum time in milliseconds that the shutdown may take after the drain before the process exits. */
const GRACE_MS = 10_000;

/** Printed labels for the values of `userStatus`. */
const STATUS: Record<number, string> = {
  4: "not certified",
  0: "under review",
  [-1]: "certification failed",
  1: "certified",
};

const { readSchemas, ownJobs, tables, probeOthers } = paymentTools;

export interface ServeOptions {
  config: Config;
  /** Folder of the built portal, or undefined if it has not been built. */
  portalDir: string | undefined;
  /** Whether to contact external services (mail, text messages, files, providers) before the start. */
  probes: boolean;
}

/**
 * Starts the server, which runs until the process receives a signal. If the start fails, exits the process, or, if the
 * cause is in watched schemas, retries after their next change.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { config } = options;
  for (const warning of config.warnings) console.error(warning);
  for (let started = false; !started;) {
    try {
      await start(options);
      started = true;
    } catch (error) {
      report(error);
      if (!config.watching || !isOfSchemas(error)) process.exit(1);
      console.error("The server starts when that is mended.");
      await new Promise<void>((changed) => {
        const end = watchSchemas(resolveFolders(config).schemasDir, () => (end(), changed()));
      });
    }
  }
}

/**
 * Prints why the start failed. Exits the process if a key was rejected or a requirement is not met, because no change
 * of the schemas fixes that.
 */
function report(error: unknown): void {
  if (error instanceof KeyRefused) {
    console.error(error.text(readTerminalLang(process.env)));
    process.exit(CONFIG_EXIT);
  }
  if (error instanceof StartRefused) {
    console.error(error.message);
    process.exit(error.exit);
  }
  console.error(isExpected(error) ? error.message : error);
}

async function start({ config, portalDir, probes }: ServeOptions): Promise<void> {
  const stopTracing = await trace(config);
  const { databaseUrl } = config;
  const { dataDir, schemasDir } = resolveFolders(config);
  const schemas = readSchemas(schemasDir);
  const lang = readTerminalLang(process.env);
  const providers = await requireReady({
    config,
    dataDir,
    schemas,
    ownJobs,
    tables,
    probeOthers,
    portalDir,
    probes,
    lang,
  });
  const db = await openDatabase({ dataDir, ...(databaseUrl !== undefined && { databaseUrl }) });
  const replica = openReplica(db, config);
  const server = await startPayments({
    ...config,
    replica,
    migrates: config.mode !== "live",
    providers,
    choices: config.providers,
    senders: createSenders(config),
    db,
    schemas,
    dataDir,
    portalDir,
    probes,
  }).catch(async (error: unknown) => {
    await replica?.close();
    await db.close();
    throw error;
  });
  // Do not listen on `PORT` on a worker, because it serves no users. Its probes are on the operators' port.
  const address =
    config.role === "worker"
      ? "none: this node runs jobs"
      : await listen("PORT", config, () => server.app.listen({ port: config.port, host: config.host }));
  const ops = config.ops && (await listen("OPS_PORT", config.ops, (address) => server.openOps(address)));
  const operator = await server.sandbox?.operator(config.simPort, server.worker);
  for (const line of formatChanges(server.migrated)) console.log(`Tables    ${line}`);
  if (ops) console.log(`Operators ${ops.address}`);
  console.log(formatStartLines(address, db.about ?? db.engine, server.sandbox, operator?.port).join("\n"));
  let taken = Promise.resolve();
  const apply = async () => formatChanges(await server.reloadSchemas(readSchemas(schemasDir)));
  if (config.watching) watchSchemas(schemasDir, () => void (taken = taken.then(() => reloadSchemas(apply, console))));
  stopOnSignals(config, async () => {
    await server.drain(config.drainMs);
    await ops?.close();
    await operator?.close();
    await server.close();
    await replica?.close();
    await db.close();
    await stopTracing?.();
  });
}

/**
 * Opens the configured replica, or returns undefined if there is none or the engine is embedded. Does not log the same
 * error twice in a row.
 */
function openReplica(db: Database, { databaseReadUrl }: Pick<Config, "databaseReadUrl">): Replica | undefined {
  if (databaseReadUrl === undefined || db.engine === "pglite") return undefined;
  let value = "";
  const replica = new Replica(databaseReadUrl, db, (error) => {
    const text = readErrorMessage(error);
    if (text !== value) console.error(`DATABASE_READ_URL: ${text}. Lists are read at DATABASE_URL.`);
    value = text;
  });
  replica.start();
  return replica;
}

interface Address {
  host: string;
  port: number;
}

/**
 * Listens on an address.
 *
 * @throws ListenRefused naming the setting when the address is in use, not permitted, or not one of this machine
 */
async function listen<T, A extends Address>(setting: string, address: A, open: (address: A) => Promise<T>): Promise<T> {
  try {
    return await open(address);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const at = `${setting} ${address.port} on ${address.host}`;
    if (code === "EADDRINUSE") throw new ListenRefused(`${at} is in use by another process.`, { cause: error });
    if (code === "EACCES") throw new ListenRefused(`${at} may not be opened by this user.`, { cause: error });
    if (code === "EADDRNOTAVAIL") throw new ListenRefused(`${at} is no address of this machine.`, { cause: error });
    throw error;
  }
}

/** Thrown when the server cannot listen on an address. */
class ListenRefused extends Error {}

/**
 * Stops on the first SIGTERM or SIGINT and ignores further ones. Exits with 0 after `stop`, or with 1 when it fails or
 * takes longer than `GRACE_MS` after the drain.
 */
function stopOnSignals({ drainMs }: Pick<Config, "drainMs">, stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), drainMs + GRACE_MS).unref();
    void stop().then(
      () => process.exit(0),
      (error: unknown) => (console.error(error), process.exit(1)),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

function formatStartLines(
  address: string,
  engine: string,
  sandbox: PaymentServer["sandbox"],
  operatorPort: number | undefined,
): string[] {
  const lines = [`Portolan  ${address}`, `Database  ${engine}`];
  if (!sandbox) return lines;
  const width = Math.max(...sandbox.demo.map(({ username }) => username.length));
  return [
    ...lines,
    `Sandbox   simulated banks, operator port ${operatorPort}`,
    `Sign in   password ${sandbox.password} (also the payment password)`,
    ...sandbox.demo.map(
      ({ username, userStatus }) => `          ${username.padEnd(width)}  ${STATUS[userStatus] ?? ""}`,
    ),
  ];
}

/** Starts tracing if a collector is configured. Returns a function that stops it. */
async function trace({ tracing, role }: Config): Promise<(() => Promise<void>) | undefined> {
  if (!tracing) return undefined;
  const { startTracing } = await import("./telemetry/tracing.ts");
  const resource = { "service.name": "portolan", "service.version": readVersion(), "portolan.role": role };
  return startTracing({ ...tracing, resource });
}

/** Returns the printed lines about changed tables. The first start creates all of them, so it prints only warnings. */
function formatChanges({ done, warnings }: PaymentServer["migrated"]): string[] {
  const first = done.includes("table merchant");
  return [...(first ? [] : done), ...warnings];
}

/**
 * Returns whether the message is sufficient without a stack trace, as for a port or folder in use, an unreachable
 * database, or records that do not fit the schemas.
 */
function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const hasCode = "code" in error && typeof error.code === "string";
  return (
    hasCode ||
    isOfSchemas(error) ||
    error instanceof MigrationNeeded ||
    error instanceof ListenRefused ||
    error.name === "DatabaseError"
  );
}

function isOfSchemas(error: unknown): boolean {
  return (
    error instanceof SchemaErrors ||
    error instanceof NoSchemas ||
    error instanceof SchemaRefused ||
    error instanceof ProvidersMissing
  );
}
