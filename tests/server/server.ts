/** A whole server for tests: real HTTP on a free port, a fresh database in memory, an instant simulated bank; and a client with cookies. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { randomUUID } from "node:crypto";
import type { Envelope } from "../../src/contract/envelope.ts";
import type { Row } from "../../src/engine/index.ts";
import { readSchemas, type Schemas } from "../../server/schemas/read.ts";
import { clientDigest } from "../../server/session/password.ts";
import { startServer, type Server } from "../../server/start.ts";
import type { Database } from "../../server/store/database.ts";
import { embedded } from "./databases.ts";

export const PASSWORD = "Demo-Rose-1570";
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

export interface Answer {
  status: number;
  headers: Headers;
  code: number;
  message: string;
  map: Record<string, any>;
  traceId: string;
  bytes: Buffer;
}
export interface Sending {
  headers?: Record<string, string>;
  /** A string goes as it is. */
  body?: Row | string | FormData | Buffer;
}

/** A browser's part: cookies, the token and userId headers. Nothing is retried. */
export class Client {
  readonly cookies = new Map<string, string>();
  token = "";
  userId = "";
  lang = "zh";

  constructor(readonly url: string) {}

  /** `call` is `METHOD /path` below `/api`; a GET's body is its query string. */
  async call(call: string, body?: Row | string, headers: Record<string, string> = {}): Promise<Answer> {
    const [method = "", path = ""] = call.split(" ");
    if (method === "GET" && typeof body === "object") {
      const query = new URLSearchParams(Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]])));
      return this.send(method, `${path}?${query}`, { headers });
    }
    return this.send(method, path, { body, headers });
  }

  async send(method: string, path: string, { body, headers = {} }: Sending = {}): Promise<Answer> {
    const isJson = typeof body === "string" || (typeof body === "object" && !(body instanceof FormData) && !(body instanceof Buffer));
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(this.cookies.size > 0 ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
        ...(this.token ? { token: this.token, userId: this.userId } : {}),
        "accept-language": this.lang,
        ...(isJson ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : isJson && typeof body !== "string" ? JSON.stringify(body) : (body as BodyInit),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const isEnvelope = bytes.length > 0 && response.headers.get("content-type")?.startsWith("application/json") === true;
    const envelope = (isEnvelope ? JSON.parse(bytes.toString("utf8")) : {}) as Partial<Envelope>;
    return { status: response.status, headers: response.headers, code: 0, message: "", map: {}, traceId: "", ...envelope, bytes } as Answer;
  }

  async signIn(username: string, password = PASSWORD): Promise<Answer> {
    const answer = await this.call("POST /mer/login", { username, password: clientDigest("login", password) });
    if (answer.code === 2000) {
      this.token = String(answer.map.token);
      this.userId = String(answer.map.userId);
    }
    return answer;
  }

  /** A proof of the payment password for exactly this call and body. */
  async proof(call: string, body: Row, password = PASSWORD, googleCode?: string): Promise<string> {
    const answer = await this.call("POST /mer/other2/checkPassword", { call, body: JSON.stringify(body), password: clientDigest("pay", password), ...(googleCode ? { googleCode } : {}) });
    if (answer.code !== 2000) throw new Error(`checkPassword: ${answer.code} ${answer.message} ${JSON.stringify(answer.map)}`);
    return String(answer.map.proof);
  }

  /** A call with the proof that it needs and a key of its own. */
  async confirmed(call: string, body: Row, key: string = randomUUID()): Promise<Answer> {
    return this.call(call, body, { proof: await this.proof(call, body), "idempotency-key": key });
  }
}
