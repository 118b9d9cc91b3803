/**
 * An installation written by an earlier commit opens with the current code and continues its work. Created by
 * `write.ts`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findPostgres } from "../../tools/find-postgres.ts";
import { startPayments, type PaymentServer } from "../../server/payments/product.ts";
import { digestPassword } from "../../server/session/password.ts";
import { computeTotpCode } from "../../server/session/totp.ts";
import type { Database } from "../../server/store/database.ts";
import { Decimal } from "@portolan/engine";
import { openDatabase } from "../../server/store/open.ts";
import { Client, PASSWORD } from "../server/client.ts";
import { createDatabase, temporaryFolder } from "../server/databases.ts";
import { broken } from "../server/invariants.ts";
import { productSchemas } from "../product-schemas.ts";
import { ENGINES } from "../server/database-mode.ts";
import type { Left } from "./write.ts";

const unpacked = (name: string) => brotliDecompressSync(readFileSync(join(import.meta.dirname, name)));
const left = JSON.parse(readFileSync(join(import.meta.dirname, "left.json"), "utf8")) as Record<
  "pglite" | "postgres",
  Left
>;

function feed(command: string, args: string[], input: Buffer): void {
  const { status, stderr } = spawnSync(command, args, { input, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}

/** Returns the data folder as it was written, and the database URL if the database is outside of the folder. */
async function unpack(engine: "pglite" | "postgres"): Promise<{ dataDir: string; databaseUrl?: string }> {
  const dataDir = temporaryFolder();
  feed(
    "tar",
    ["-x", "--no-same-owner", "-C", dataDir],
    unpacked(engine === "pglite" ? "data-folder.tar.br" : "postgres-folder.tar.br"),
  );
  if (engine === "pglite") return { dataDir };
  const databaseUrl = await createDatabase();
  feed(
    join(findPostgres()!, "psql"),
    ["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", databaseUrl],
    unpacked("postgres.sql.br"),
  );
  return { dataDir, databaseUrl };
}

describe.each(ENGINES)("an installation of an earlier version on %s", (engine) => {
  const then = left[engine];
  let place: Awaited<ReturnType<typeof unpack>>;
  let db: Database;
  let server: PaymentServer;
  let url = "";
  let maker: Client;

  async function open(): Promise<void> {
    db = await openDatabase(place);
    server = await startPayments({
      db,
      schemas: productSchemas(),
      dataDir: place.dataDir,
      logLevel: "fatal",
      sandbox: { password: PASSWORD, speed: "instant", history: true },
    });
    await server.worker.stop();
    url = await server.app.listen({ port: 0, host: "127.0.0.1" });
  }
  async function close(): Promise<void> {
    await server.close();
    await db.close();
  }
  beforeAll(async () => {
    // Uses the clock of that day, so that nothing has expired since.
    vi.useFakeTimers({ toFake: ["Date"], now: then.at + 60_000 });
    place = await unpack(engine);
    await open();
    maker = Object.assign(new Client(url), { token: then.token, userId: then.userId });
    for (const [name, value] of then.cookies) maker.cookies.set(name, value);
  });
  afterAll(async () => {
    await close();
    vi.useRealTimers();
  });

  it("keeps every row, and its books balance", async () => {
    for (const [table, rows] of Object.entries(then.rows)) {
      const [now] = await db.query(`SELECT count(*) AS n FROM "${table}"`);
      expect(Number(now!.n), table).toBeGreaterThanOrEqual(rows);
    }
    expect(await broken(db)).toEqual([]);
  });

  it("keeps the session, and serves every list with a record of each", async () => {
    expect((await maker.call("GET /mer/user/info")).code).toBe(2000);
    let seen = 0;
    for (const entity of productSchemas().entities.values()) {
      const { list, detail } = entity.calls;
      if (!list || entity.source === "data" || list.events.length > 0) continue;
      const answer = await maker.call(`${list.method} ${list.path}`);
      expect(answer, entity.name).toMatchObject({ status: 200, code: 2000 });
      const [row] = answer.map["list"];
      if (!row || !detail) continue;
      const key = { [entity.key]: row[entity.key] };
      expect(await maker.call(`${detail.method} ${detail.path}`, key), entity.name).toMatchObject({
        status: 200,
        code: 2000,
        map: { record: key },
      });
      seen += 1;
    }
    expect(seen).toBeGreaterThan(12);
  });

  it("links cards and applications to cardholders with the values that they contain", async () => {
    const list = async (call: string) =>
      (await maker.call(call, { size: 100 })).map["list"] as Record<string, unknown>[];
    const holders = await list("GET /mer/own/cardholder/list");
    expect(holders).toMatchObject([{ name: "Chen Ming", email: "ming@demo.portolan", city: "Hangzhou" }]);
    for (const call of ["GET /mer/gep/VCCmanagement/cardManagement", "GET /mer/own/cardApplication/list"]) {
      const all = await list(call);
      expect(all.length).toBeGreaterThan(1);
      expect(await list(`${call}?cardholderId=${String(holders[0]!["id"])}`)).toHaveLength(all.length);
    }
  });

  it("fills the total fees of international payments, so that the columns of their list add up", async () => {
    const { map } = await maker.call("GET /mer/gep/remittance/page", { size: 100 });
    const rows = map["list"] as Record<"payeeAmount" | "totalFee" | "debit", string>[];
    expect(rows.length).toBeGreaterThan(1);
    for (const { payeeAmount, totalFee, debit } of rows)
      expect(Decimal.of(payeeAmount).add(Decimal.of(totalFee)).cmp(Decimal.of(debit))).toBe(0);
  });

  it("has records of the parties of approved applications", async () => {
    const { list } = (await maker.call("GET /mer/own/onboardingParty/list")).map;
    expect(list.map((row: Record<string, unknown>) => [row["role"], row["status"]]).toSorted()).toEqual(
      ["beneficiary", "director", "legalPerson", "shareholder"].map((role) => [role, "passed"]),
    );
  });

  it("pays an order that was waiting for review", async () => {
    const checker = new Client(url);
    expect((await checker.signIn("checker@demo.portolan")).code).toBe(2000);
    expect(
      await checker.confirmed("POST /mer/gep/withdraw/reexamine", { id: then.pending, event: "pass" }),
    ).toMatchObject({ code: 2000 });
    await server.worker.drain();
    expect((await maker.call("GET /mer/gep/withdraw/detail", { orderNo: then.pending })).map["record"].status).toBe(
      "done",
    );
    expect(await broken(db)).toEqual([]);
  });

  it("pays a waiting payment abroad with the address of its payee, and asks for the city of one without", async () => {
    const REVIEW = "POST /mer/gep/remittance/reexamine";
    const checker = new Client(url);
    await checker.signIn("checker@demo.portolan");
    const { map } = await maker.call("GET /mer/gep/remittance/page", { status: "toBeReviewed", size: 100 });
    const orders = map["list"] as Record<"orderNo" | "payeeId" | "amount" | "city", string>[];
    const { orderNo, payeeId, city } = orders.find(({ amount }) => amount.endsWith(".00"))!;
    expect(city).toBeUndefined();
    const detail = async () => (await maker.call("GET /mer/gep/remittance/getDetails", { orderNo })).map["record"];
    await db.query("UPDATE e_remit_payee SET data = (data::jsonb - 'city')::json WHERE id = $1", [payeeId]);
    expect(await checker.confirmed(REVIEW, { id: orderNo, event: "pass" })).toMatchObject({ code: 2000 });
    await server.worker.drain();
    expect((await detail()).status).toBe("pending");
    await maker.confirmed("POST /mer/own/remitPayee/complete", { id: payeeId, city: "Hamburg" });
    await server.worker.drain();
    expect(await detail()).toMatchObject({ status: "done", city: "Hamburg", address: expect.stringMatching(/./) });
    expect(await broken(db)).toEqual([]);
  });

  it("opens sealed secrets and uploaded files", async () => {
    const solo = { username: "solo@demo.portolan", password: digestPassword("login", PASSWORD) };
    expect((await new Client(url).call("POST /mer/login", solo)).map).toMatchObject({ needGoogle: true });
    expect(
      (await new Client(url).call("POST /mer/login", { ...solo, googleCode: computeTotpCode(then.secret, Date.now()) }))
        .code,
    ).toBe(2000);
    const fresh = new Client(url);
    await fresh.signIn("new@demo.portolan");
    const file = await fresh.send("GET", `/mer/other/load/file?id=${then.fileId}`);
    expect(file.status).toBe(200);
    expect(file.bytes.subarray(0, 2).toString("latin1")).toBe("PK");
    expect(
      (await fresh.call("GET /mer/own/material/detail", { receiptNo: then.receiptNo })).map["record"].contents,
    ).toEqual([{ name: "contract.pdf", size: 1_234 }]);
  });

  it("changes nothing at the next start", async () => {
    await close();
    await open();
    expect(server.migrated.done).toEqual([]);
  });
});
