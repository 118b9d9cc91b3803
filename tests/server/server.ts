/** A whole server for tests: real HTTP on a free port, a fresh database in memory, an instant simulated bank. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSchemas, type Schemas } from "../../server/schemas/read.ts";
import { startServer, type Server } from "../../server/start.ts";
import type { Database } from "../../server/store/database.ts";
import { Client, PASSWORD } from "./client.ts";
import { embedded } from "./databases.ts";

export { Client, PASSWORD };
export const SCHEMAS_DIR = fileURLToPath(new URL("../../schemas", import.meta.url));

export interface TestServer extends Server {
  url: string;
  db: Database;
  schemas: Schemas;
  dataDir: string;
  client(): Client;
  /** A client that is signed in, by the demo account's short name. */
  as(user: string): Promise<Client>;
  stop(): Promise<void>;
}

export interface TestOptions {
  /** Another folder of schemas. */
  schemasDir?: string;
  /** Another fresh database, for instance on PostgreSQL. */
  database?: () => Promise<{ db: Database; close(): Promise<void> }>;
  /** Ninety days of demo history; default none. */
  history?: boolean;
  portalDir?: string;
  /** Address under which people reach the server. */
  publicOrigin?: string;
  proxies?: string;
}

export async function startTestServer({ schemasDir = SCHEMAS_DIR, database = embedded, history = false, ...rest }: TestOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "portolan-server-"));
  const { db, close } = await database();
  const schemas = readSchemas(schemasDir);
  const server = await startServer({ db, schemas, dataDir, ...rest, logLevel: process.env.LOG_LEVEL ?? "fatal", sandbox: { password: PASSWORD, speed: "instant", history } });
  const url = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const client = () => new Client(url);
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
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
