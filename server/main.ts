/** Entry of the portal's server: reads the environment, starts, prints the address, and stops cleanly. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SchemaErrors } from "../src/engine/compiler.ts";
import { resolveFolders, rootFolder } from "./config/folders.ts";
import { CONFIG_EXIT, ConfigErrors, readConfig, terminalLang, type Config } from "./config/read.ts";
import { startPayments, type PaymentServer } from "./payments/product.ts";
import { paymentTools } from "./payments/tools.ts";
import { createSenders } from "./messages/senders.ts";
import { requireReady, StartRefused } from "./readiness.ts";
import { ProvidersMissing } from "./providers/registry.ts";
import { watchSchemas } from "./schemas/watch.ts";
import { KeyRefused } from "./session/key-check.ts";
import type { Database } from "./store/database.ts";
import { openDatabase } from "./store/open.ts";
import { Replica } from "./store/replica.ts";
import { MigrationNeeded, SchemaRefused } from "./store/schema/migrate.ts";

/** Time for running calls to finish after SIGTERM and the drain, in ms; then the process exits. */
const GRACE_MS = 10_000;

/** Words of the printout for a merchant's userStatus. */
const STATUS: Record<number, string> = {
  4: "not certified",
  0: "under review",
  [-1]: "certification failed",
  1: "certified",
};

const config = settings();
for (const warning of config.warnings) console.error(warning);
const { dataDir, schemasDir } = resolveFolders(config);
const { readSchemas, ownJobs } = paymentTools;

for (let started = false; !started;) {
  try {
    await main();
    started = true;
  } catch (error) {
    if (error instanceof KeyRefused) {
      console.error(error.text(terminalLang(process.env)));
      process.exit(CONFIG_EXIT);
    }
    if (error instanceof StartRefused) {
      console.error(error.message);
      process.exit(error.exit);
    }
    console.error(isExpected(error) ? error.message : error);
    if (!config.watching || !isOfSchemas(error)) process.exit(1);
    console.error("The server starts when that is mended.");
    await new Promise<void>((changed) => {
      const end = watchSchemas(schemasDir, () => (end(), changed()));
    });
  }
}

/** Reads the settings. Exits the process when one is wrong, before anything is started. */
function settings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigErrors)) throw error;
    console.error(error.message);
    process.exit(CONFIG_EXIT);
  }
}

async function main(): Promise<void> {
  const { databaseUrl } = config;
  const schemas = readSchemas(schemasDir);
  const providers = await requireReady({ config, dataDir, schemas, ownJobs, lang: terminalLang(process.env) });
  const db = await openDatabase({ dataDir, ...(databaseUrl !== undefined && { databaseUrl }) });
  const replica = openReplica(db);
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
    portalDir: portalFolder(),
  }).catch(async (error: unknown) => {
    await replica?.close();
    await db.close();
    throw error;
  });
  // A worker is not reached by users; its probes are on the operators' port.
  const address =
    config.role === "worker"
      ? "none: this node runs jobs"
      : await server.app.listen({ port: config.port, host: config.host });
  const ops = config.ops && (await server.openOps(config.ops));
  const operator = await server.sandbox?.operator(config.simPort, server.worker);
  for (const line of changes(server.migrated)) console.log(`Tables    ${line}`);
  if (ops) console.log(`Operators ${ops.address}`);
  console.log(lines(address, db.about ?? db.engine, server.sandbox, operator?.port).join("\n"));
  let taken = Promise.resolve();
  if (config.watching) watchSchemas(schemasDir, () => void (taken = taken.then(() => take(server))));
  stopOnSignals(async () => {
    await server.drain(config.drainMs);
    await ops?.close();
    await operator?.close();
    await server.close();
    await replica?.close();
    await db.close();
  });
}

/** Opens the replica of the settings; what is wrong with it is said once. */
function openReplica(db: Database): Replica | undefined {
  const { databaseReadUrl } = config;
  if (databaseReadUrl === undefined || db.engine === "pglite") return undefined;
  let said = "";
  const replica = new Replica(databaseReadUrl, db, (error) => {
    const text = error instanceof Error ? error.message : String(error);
    if (text !== said) console.error(`DATABASE_READ_URL: ${text}. Lists are read at DATABASE_URL.`);
    said = text;
  });
  replica.start();
  return replica;
}

/** Stops once at SIGTERM or SIGINT. Exits with 0 after `stop`, with 1 when it fails or takes longer than `GRACE_MS` beyond the drain. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), config.drainMs + GRACE_MS).unref();
    void stop().then(
      () => process.exit(0),
      (error: unknown) => (console.error(error), process.exit(1)),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

/** Applies saved schemas. Vite, which reads the same folder, reports compile errors with their location. */
async function take(server: PaymentServer): Promise<void> {
  try {
    for (const line of changes(await server.take(readSchemas(schemasDir)))) console.log(`Tables    ${line}`);
    console.log("Schemas   the saved ones are in use");
  } catch (error) {
    if (error instanceof Error && !(error instanceof SchemaErrors)) console.error(error.message);
    console.error("Schemas   the last good ones stay in use");
  }
}

function lines(
  address: string,
  engine: string,
  sandbox: PaymentServer["sandbox"],
  operatorPort: number | undefined,
): string[] {
  const said = [`Portolan  ${address}`, `Database  ${engine}`];
  if (!sandbox) return said;
  const width = Math.max(...sandbox.demo.map(({ username }) => username.length));
  return [
    ...said,
    `Sandbox   simulated banks, operator port ${operatorPort}`,
    `Sign in   password ${sandbox.password} (also the payment password)`,
    ...sandbox.demo.map(
      ({ username, userStatus }) => `          ${username.padEnd(width)}  ${STATUS[userStatus] ?? ""}`,
    ),
  ];
}

/** Returns the lines of the printout about tables; the first start creates all of them and prints warnings only. */
function changes({ done, warnings }: PaymentServer["migrated"]): string[] {
  const first = done.includes("table merchant");
  return [...(first ? [] : done), ...warnings];
}

/** Returns the folder of the built portal: beside the built server, else where the build puts it; undefined when it is not built. */
function portalFolder(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, "../portal"), join(rootFolder(), "dist/portal")].find((folder) =>
    existsSync(join(folder, "index.html")),
  );
}

/**
 * Returns whether the message is sufficient without a stack: a port or folder in use, an unreachable database, records that do not fit the schemas.
 */
function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const hasCode = "code" in error && typeof error.code === "string";
  return hasCode || isOfSchemas(error) || error instanceof MigrationNeeded || error.name === "DatabaseError";
}

/** Returns whether saving a schema may fix the error. */
function isOfSchemas(error: unknown): boolean {
  return error instanceof SchemaErrors || error instanceof SchemaRefused || error instanceof ProvidersMissing;
}
