/**
 * Writes an installation for upgrade tests: an embedded data folder, and a PostgreSQL dump with its folder, each with
 * ninety days of history, an order to approve, an enrolled authenticator, an uploaded file and an open session. Run
 * `node --import tsx tests/upgrade/write.ts` on the commit whose stored data should be preserved; `opens.test.ts` opens
 * both with the current code.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { requirePostgres } from "../../tools/find-postgres.ts";
import { PASSWORD, Client } from "../server/client.ts";
import { createDatabase, temporaryFolder } from "../server/databases.ts";
import { startProcess, type Place } from "../server/process.ts";
import { zip } from "../server/zip.ts";
import { openDatabase } from "../../server/store/open.ts";
import { digestPassword } from "../../server/session/password.ts";
import { computeTotpCode } from "../../server/session/totp.ts";

const HERE = import.meta.dirname;

/**
 * Data that the opening test must find again: an open session of the maker, the single user's authenticator, an order
 * to approve, a file, and the number of rows in each table.
 */
export interface Left {
  /** Time at which the server stopped, in epoch milliseconds, from which the test continues. */
  at: number;
  token: string;
  userId: string;
  cookies: [string, string][];
  secret: string;
  pending: string;
  receiptNo: string;
  fileId: string;
  rows: Record<string, number>;
}

function must<T extends { code: number; message: string; map: Record<string, any> }>(response: T): T {
  if (response.code !== 2000) throw new Error(`${response.code} ${response.message} ${JSON.stringify(response.map)}`);
  return response;
}

/** Simulates a day on a fresh server with the data of `place` and stops it cleanly. Returns what it left behind. */
async function play(place: Place): Promise<Left> {
  const server = await startProcess({ ...place, env: { SANDBOX_HISTORY: "1", SANDBOX_SPEED: "normal" } });
  const [maker, solo, fresh] = (await Promise.all(
    ["maker", "solo", "new"].map(async (name) => {
      const client = new Client(server.url);
      must(await client.signIn(`${name}@demo.portolan`));
      return client;
    }),
  )) as [Client, Client, Client];
  const form = new FormData();
  form.append("purpose", "material");
  form.append(
    "file",
    new Blob([new Uint8Array(zip([{ name: "contract.pdf", content: Buffer.alloc(1_234, "a") }]))]),
    "contracts.zip",
  );
  const { map: file } = must(await fresh.send("POST", "/mer/own/file", { body: form }));
  const receipt = must(await fresh.call("POST /mer/own/material/create", { file: file["id"], note: "November" }));
  const accountId = (await maker.call("GET /mer/account/list")).map["list"][0].id;
  const pending = must(
    await maker.confirmed("POST /mer/gep/withdraw/apply", { accountId, amount: "2345.67", remark: "of yesterday" }),
  );
  const { secret } = must(await solo.call("GET /mer/googleAuth/getQrCode")).map;
  must(
    await solo.call("POST /mer/googleAuth/bind", {
      googleCode: computeTotpCode(secret),
      password: digestPassword("login", PASSWORD),
    }),
  );
  await server.stop();
  const rows = await countRows(place);
  return {
    at: Date.now(),
    token: maker.token,
    userId: maker.userId,
    cookies: [...maker.cookies],
    secret,
    pending: pending.map["record"].orderNo,
    receiptNo: receipt.map["record"].receiptNo,
    fileId: file["id"],
    rows,
  };
}

/** Returns the number of rows in each entity table and in the ledger. */
async function countRows(place: Place): Promise<Record<string, number>> {
  const db = await openDatabase(place);
  const tables = await db.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND (tablename LIKE 'e\\_%' OR tablename LIKE 'ledger\\_%' OR tablename IN ('audit', 'order_event', 'notification', 'portal_user', 'merchant')) ORDER BY 1",
  );
  const rows: Record<string, number> = {};
  for (const { name } of tables) rows[name] = Number((await db.query(`SELECT count(*) AS n FROM "${name}"`))[0]!.n);
  await db.close();
  return rows;
}

function tar(folder: string): Buffer {
  const { status, stdout, stderr } = spawnSync(
    "tar",
    ["-c", "--sort=name", "--owner=0", "--group=0", "--exclude=sim.json", "-C", folder, "."],
    { maxBuffer: 2 ** 30 },
  );
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}
const write = (name: string, content: Buffer) => {
  const packed = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  writeFileSync(join(HERE, name), packed);
  console.log(`${name}: ${content.length} -> ${packed.length} bytes`);
};

const embedded = temporaryFolder();
const left = { pglite: await play({ dataDir: embedded }), postgres: undefined as Left | undefined };
write("data-folder.tar.br", tar(embedded));

const folder = temporaryFolder();
const databaseUrl = await createDatabase("upgrade");
left.postgres = await play({ dataDir: folder, databaseUrl });
const dump = spawnSync(join(requirePostgres(), "pg_dump"), ["--no-owner", "--no-privileges", databaseUrl], {
  maxBuffer: 2 ** 30,
});
if (dump.status !== 0) throw new Error(String(dump.stderr));
write("postgres.sql.br", dump.stdout);
write("postgres-folder.tar.br", tar(folder));
writeFileSync(join(HERE, "left.json"), `${JSON.stringify(left, null, 2)}\n`);
process.exit(0);
