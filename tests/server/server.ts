/** A complete server for tests: real HTTP on a free port, a fresh in-memory database, and an instant simulated bank. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Schemas } from "@portolan/engine/folder";
import { startPayments, type PaymentOptions, type PaymentServer } from "../../server/payments/product.ts";
import type { ServerOptions } from "../../server/app/start.ts";
import type { Database } from "../../server/store/database.ts";
import { Client, PASSWORD } from "./client.ts";
import { openFresh, type Fresh } from "./databases.ts";
import { readSchemasOf, SCHEMAS_DIR } from "../product-schemas.ts";
import { giveKey, prepared } from "./prepared.ts";
import { ENGINE } from "./database-mode.ts";

export { Client, PASSWORD };
export type { Answer } from "./client.ts";

export interface TestServer extends PaymentServer {
  url: string;
  db: Database;
  schemas: Schemas;
  dataDir: string;
  client(): Client;
  /** Signs in a demo user by short name. */
  as(user: string): Promise<Client>;
  stop(): Promise<void>;
}

export interface TestOptions {
  /** Overrides the schema folder. */
  schemasDir?: string;
  /** Defaults to the run's. */
  engine?: Database["engine"];
  /** Overrides how the database is created. */
  database?: () => Promise<Fresh>;
  /** Adds ninety days of demo history; off by default. */
  history?: boolean;
  /** Delay of simulated late responses, in ms. */
  responseDelayMs?: number;
  /**
   * Data folder of an earlier server on the same database, with its key. It is not deleted. Defaults to a fresh folder.
   */
  dataDir?: string;
  portalDir?: string;
  /** Public address of the server. */
  publicOrigin?: string;
  proxies?: string;
  /** Connected providers. */
  providers?: PaymentOptions["providers"];
  /** Provider that serves each port. */
  choices?: PaymentOptions["choices"];
  /** `false` uses the database as it is, without migrating it. */
  migrates?: boolean;
  /** Read replica of the database. */
  replica?: ServerOptions["replica"];
  /** Address for vulnerability reports. */
  securityContact?: string;
  /** Overrides connection limits. */
  sockets?: ServerOptions["sockets"];
}

/** Starts the server. With the product's schemas, its database is a copy of a prepared one. */
export async function startTestServer({
  schemasDir = SCHEMAS_DIR,
  engine = ENGINE,
  database,
  history = false,
  responseDelayMs,
  dataDir: given,
  ...rest
}: TestOptions = {}): Promise<TestServer> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), "portolan-server-"));
  if (!existsSync(join(dataDir, "keys"))) giveKey(dataDir);
  const made = database ?? (schemasDir === SCHEMAS_DIR ? () => prepared(engine, history) : () => openFresh(engine));
  const { db, served = db, close } = await made();
  const schemas = readSchemasOf(schemasDir);
  const server = await startPayments({
    ...rest,
    db: served,
    schemas,
    dataDir,
    logLevel: process.env.LOG_LEVEL ?? "fatal",
    sandbox: {
      password: PASSWORD,
      speed: "instant",
      history,
      ...(responseDelayMs === undefined ? {} : { responseDelayMs }),
    },
  });
  // Jobs run only when a test calls `worker.drain()`.
  await server.worker.stop();
  const url = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const client = () => new Client(url, () => schemas);
  return {
    ...server,
    url,
    db,
    schemas,
    dataDir,
    client,
    async as(user) {
      const made = client();
      await made.signIn(`${user}@demo.portolan`);
      return made;
    },
    async stop() {
      await server.close();
      await close();
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
