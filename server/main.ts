/** Entry of the server: reads the environment, starts, says where, and stops cleanly. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SchemaErrors } from "../src/engine/compiler.ts";
import { CONFIG_EXIT, ConfigErrors, readConfig, terminalLang, type Config } from "./config/read.ts";
import { startPayments, type PaymentServer } from "./payments/product.ts";
import { readSchemas } from "./payments/schemas.ts";
import { ProvidersMissing } from "./providers/registry.ts";
import { watchSchemas } from "./schemas/watch.ts";
import { KeyRefused } from "./session/key-check.ts";

import { openDatabase } from "./store/open.ts";
import { SchemaRefused } from "./store/schema/migrate.ts";

/** How long calls in hand may take to end after SIGTERM and the wait for what sends them, in milliseconds. */
const GRACE_MS = 10_000;

/** Words for a merchant's userStatus in the printout. */
const STATUS: Record<number, string> = {
  4: "not certified",
  0: "under review",
  [-1]: "certification failed",
  1: "certified",
};

const root = rootFolder();
const config = settings();
const dataDir = resolve(config.dataDir ?? join(root, ".data"));
const schemasDir = resolve(config.schemasDir ?? join(root, "schemas"));

for (let started = false; !started;) {
  try {
    await main();
    started = true;
  } catch (error) {
    if (error instanceof KeyRefused) {
      console.error(error.text(terminalLang(process.env)));
      process.exit(CONFIG_EXIT);
    }
    console.error(isExpected(error) ? (error as Error).message : error);
    if (!config.watching || !isOfSchemas(error)) process.exit(1);
    console.error("The server starts when that is mended.");
    await new Promise<void>((changed) => {
      const end = watchSchemas(schemasDir, () => (end(), changed()));
    });
  }
}

/** Ends the process where settings are wrong, before anything is started. */
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
  const schemas = readSchemas(schemasDir);
  const { publicOrigin, proxies, logLevel, accept, booksCloseMs, sandbox } = config;
  const db = await openDatabase({ dataDir, databaseUrl: config.databaseUrl });
  const server = await startPayments({
    db,
    schemas,
    dataDir,
    portalDir: portalFolder(),
    publicOrigin,
    proxies,
    logLevel,
    accept,
    booksCloseMs,
    sandbox,
  }).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const address = await server.app.listen({ port: config.port, host: config.host });
  const operator = await server.sandbox?.operator(config.simPort, server.worker);
  for (const line of changes(server.migrated)) console.log(`Tables    ${line}`);
  console.log(lines(address, db.about ?? db.engine, server.sandbox, operator?.port).join("\n"));
  let taken = Promise.resolve();
  if (config.watching) watchSchemas(schemasDir, () => void (taken = taken.then(() => take(server))));

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), config.drainMs + GRACE_MS).unref();
    void server
      .drain(config.drainMs)
      .then(() => operator?.close())
      .then(() => server.close())
      .then(() => db.close())
      .then(
        () => process.exit(0),
        (error: unknown) => (console.error(error), process.exit(1)),
      );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** What does not compile is said by Vite, which reads the same folder, with its place. */
async function take(server: PaymentServer): Promise<void> {
  try {
    for (const line of changes(await server.take(readSchemas(schemasDir)))) console.log(`Tables    ${line}`);
    console.log("Schemas   the saved ones are in use");
  } catch (error) {
    if (!(error instanceof SchemaErrors)) console.error((error as Error).message);
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

/** What changed in tables that were there before; the first start makes them all and says nothing of it. */
function changes({ done, warnings }: PaymentServer["migrated"]): string[] {
  const first = done.includes("table merchant");
  return [...(first ? [] : done), ...warnings];
}

/** Where package.json lies: above this file, whether it is the source or the build; else where we were started. */
function rootFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); dirname(folder) !== folder; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { name?: string }).name === "portolan")
      return folder;
  }
  return process.cwd();
}

/** The built portal: beside the built server, else where the build puts it. */
function portalFolder(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, "../portal"), join(root, "dist/portal")].find((folder) => existsSync(join(folder, "index.html")));
}

/** Faults that a person can mend by reading the message: a taken port, a folder in use, a database out of reach, records that the schemas do not fit. */
function isExpected(error: unknown): boolean {
  const { code } = error as { code?: string };
  return typeof code === "string" || isOfSchemas(error) || (error as { name?: string }).name === "DatabaseError";
}

/** Saving a schema may mend it. */
function isOfSchemas(error: unknown): boolean {
  return error instanceof SchemaErrors || error instanceof SchemaRefused || error instanceof ProvidersMissing;
}
