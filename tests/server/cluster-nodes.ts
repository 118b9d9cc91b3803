/** Verifies that files, exports, mailed codes and sessions of one node work on the others, which share no disk. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { failures } from "../../src/contract/failures.ts";
import { SUCCESS_CODE } from "@portolan/engine";
import { digestPassword } from "../../server/session/password.ts";
import agreement from "../../locales/zh/agreement.json" with { type: "json" };
import type { Queries } from "../../server/store/database.ts";
import { Client, PASSWORD } from "./client.ts";
import type { ServerProcess } from "./process.ts";

/** Maximum delay until a session ended on one node is rejected by the others, in ms. */
const ENDED_MS = 2_000;
const FILE = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

/** Returns what failed on a node other than the one where it started. `ids`: orders of the client's merchant. */
export async function findNodeFaults(
  nodes: readonly ServerProcess[],
  { client, ids, db }: { client: Client; ids: ReadonlySet<string>; db: Queries },
): Promise<string[]> {
  const faults: string[] = [];
  const [first, ...others] = nodes;
  if (!first) return ["no node runs"];
  const check = (what: string, holds: boolean) => void (holds || faults.push(what));
  const id = await upload(client.at(first.url));
  for (const node of nodes) {
    const here = client.at(node.url);
    const loaded = await here.call("GET /mer/other/load/file", { id });
    check(`the file on ${node.url}`, loaded.bytes.equals(FILE));
    const { bytes } = await here.call("GET /mer/gep/withdraw/listExport", { format: "csv" });
    const text = bytes.toString("utf8");
    check(`the export of ${node.url}`, ids.size > 0 && [...ids].every((order) => text.includes(order)));
  }
  for (const node of others) check(`the code on ${node.url}`, await registers(first, node, db));
  for (const node of others) check(`the ended session on ${node.url}`, await endsEverywhere(first, node));
  return faults;
}

async function upload(client: Client): Promise<string> {
  const form = new FormData();
  form.append("purpose", "kyc");
  form.append("file", new Blob([FILE]), "a.pdf");
  const { map } = await client.send("POST", "/mer/own/file", { body: form });
  return String(map["id"]);
}

/**
 * Requests a code from one node and registers with it on another.
 *
 * @throws Error when that is rejected
 */
async function registers(one: ServerProcess, other: ServerProcess, db: Queries): Promise<boolean> {
  const email = `new-${randomUUID()}@harbour.example`;
  const browser = new Client(one.url);
  await browser.call("POST /mer/login/send/email/code", { email, purpose: "register" });
  const [mail] = await db.query<{ body: string }>("SELECT body FROM outbox WHERE target = $1", [email]);
  const code = /\d{6}/.exec(mail?.body ?? "")?.[0] ?? "";
  const password = digestPassword("login", PASSWORD);
  const body = { email, code, agreement: true, agreementVersion: agreement.version, password };
  const { code: answered, message, map } = await browser.at(other.url).call("POST /mer/user/register", body);
  if (answered !== SUCCESS_CODE) throw new Error(`register: ${answered} ${message} ${JSON.stringify(map)}`);
  return true;
}

/**
 * Signs in and out at one node. Returns whether another node, which had cached the session, rejects every call sent more
 * than `ENDED_MS` later.
 */
async function endsEverywhere(one: ServerProcess, other: ServerProcess): Promise<boolean> {
  const user = new Client(one.url);
  await user.signIn("maker@demo.portolan");
  const there = user.at(other.url);
  if ((await there.call("GET /mer/user/info")).code !== SUCCESS_CODE) return false;
  await user.call("POST /mer/logout", {});
  const ended = Date.now();
  for (;;) {
    const asked = Date.now();
    const { code } = await there.call("GET /mer/user/info");
    if (code === failures.noSession.code) return true;
    if (asked - ended > ENDED_MS) return false;
    await pause(50);
  }
}
