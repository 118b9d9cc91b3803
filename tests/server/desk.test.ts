/** The desk: requests become tasks, and the decision of two operators reaches the order exactly once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../server/core/actor.ts";
import { sealFor } from "../../server/core/seal.ts";
import { createManualProvider } from "../../server/manual-provider/provider.ts";
import { createCoreJobs } from "../../server/app/job-handlers.ts";
import { Worker } from "../../server/jobs/worker.ts";
import { readCheckWords } from "../../server/lifecycle/frozen.ts";
import { load } from "../../server/lifecycle/store.ts";
import { createHandlers } from "../../server/payments/job-handlers.ts";
import { PORTS } from "../../server/providers/provider-port.ts";
import { moneyWorld, withdrawal, type World } from "./money-world.ts";
import { createOperators, portolanOf, proposalOf, type Portolan } from "./portolan.ts";
import { freshPlace } from "./prepared.ts";

let world: World;
let solo: Actor;
let worker: Worker;
let portolan: Portolan;
let anna: Record<string, string>;
let ben: Record<string, string>;
beforeAll(async () => {
  const { dataDir, databaseUrl: url = "", open } = await freshPlace("postgres");
  const db = await open();
  world = await moneyWorld(db, "instant", sealFor(dataDir));
  solo = await world.actor("solo");
  await world.deposit(solo.tenant, 100_000_000n);
  const providers = Object.fromEntries(PORTS.map(({ name }) => [name, createManualProvider(name)]));
  for (const provider of Object.values(providers)) provider.connect?.({ db, seal: sealFor(dataDir) });
  const { context } = world;
  const handlers = { ...createCoreJobs(context), ...createHandlers({ context, providers }) };
  worker = new Worker({ db, clock: world.clock, handlers });
  portolan = portolanOf({ PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: url });
  ({ anna, ben } = await createOperators(portolan));
});
afterAll(async () => {
  const broken = await world.broken();
  await world.db.close();
  expect(broken).toEqual([]);
});

const statusOf = async (id: string) => (await load(world.db, withdrawal, solo.tenant, id))?.status;
/** Creates an approved payment. Returns its order and its task. */
async function pay(amount: string) {
  const id = String((await world.apply(solo, amount))["orderNo"]);
  await worker.drain();
  const { text } = await portolan("desk list");
  const line = text.split("\n").find((one) => one.includes(id));
  return { id, task: /T-\w{8}/.exec(line ?? text)![0] };
}

describe("a desk task", () => {
  it("shows the request only to a signed-in operator, and is sealed at rest", async () => {
    const { id, task } = await pay("2001.00");
    expect((await portolan(`desk show ${task}`)).text).toContain("--operator is required");
    const { text } = await portolan(`desk show ${task}`, anna);
    const { data } = (await load(world.db, withdrawal, solo.tenant, id))!;
    expect(text).toContain(String(data["account"]));
    const order = { entity: withdrawal, tenant: solo.tenant, id, version: 2, data };
    const words = (await readCheckWords(world.db, world.context.seal!, order))!;
    expect([text.includes(words.en), text.includes(words.zh)]).toEqual([true, true]);
    expect((await portolan("desk list")).text).toContain(words.en);
    expect(text).toMatch(/^ {2}paid reference=… {2}Paid$/m);
    expect(text).toMatch(/^ {2}refused reason=…/m);
    expect((await portolan(`desk show ${task}`, { ...anna, LANG: "zh_CN.UTF-8" })).text).toMatch(/^可选结果$/m);
    const [row] = await world.db.query("SELECT ask FROM desk_task WHERE id = $1", [task]);
    expect(String(row!["ask"])).not.toContain(String(data["account"]));
    const seen = await world.db.query("SELECT actor, object FROM audit WHERE action = 'desk.show' AND m = $1", [
      solo.tenant,
    ]);
    expect(seen).toContainEqual({ actor: "operator:anna", object: `withdrawal/${id}` });
  });

  it("is completed by two operators, and moves the order once", async () => {
    const { id, task } = await pay("2002.00");
    expect((await portolan(`desk take ${task}`, anna)).status).toBe(0);
    expect((await portolan(`desk take ${task}`, ben)).text).toBe("anna works on it already.");
    expect((await portolan(`desk answer ${task} paid`, anna)).text).toContain("It needs reference");
    expect((await portolan(`desk answer ${task} booked`, anna)).text).toContain("Possible outcomes: sent, investigate");
    expect((await portolan(`desk answer ${task} paid reference=B1 fee=1`, anna)).text).toBe(
      "This outcome does not accept fee.",
    );
    const { text } = await portolan(`desk answer ${task} sent+paid reference=B1`, anna);
    expect(await statusOf(id)).toBe("processing");
    expect((await portolan(`desk confirm ${task}`, anna)).text).toContain("Another operator confirms it");
    expect(await portolan(`desk confirm ${task}`, ben)).toEqual({ status: 0, text: `${id} done` });
    expect(await portolan(`proposal confirm ${proposalOf(text)}`, ben)).toMatchObject({ status: 1, refused: true });
    expect((await portolan("desk list")).text).not.toContain(id);
    const events = await world.db.query(
      "SELECT event, cause FROM order_event WHERE m = $1 AND order_id = $2 AND cause IS NOT NULL ORDER BY seq",
      [solo.tenant, id],
    );
    expect(events.map((row) => [row["event"], String(row["cause"]).split("/")[0]])).toEqual([
      ["sent", proposalOf(text)],
      ["paid", proposalOf(text)],
    ]);
    const chain = await world.db.query("SELECT actor, detail FROM audit WHERE action = 'desk.answer' AND object = $1", [
      `withdrawal/${id}`,
    ]);
    expect(chain).toEqual([{ actor: "operator:ben", detail: { proposal: proposalOf(text), proposedBy: "anna" } }]);
  });

  it("rejects a proposed outcome when the order has changed, and reports an event that the order does not accept", async () => {
    const { id, task } = await pay("2003.00");
    const paid = await portolan(`desk answer ${task} paid reference=B3`, anna);
    const investigated = await portolan(`desk answer ${task} investigate`, ben);
    expect((await portolan(`proposal confirm ${proposalOf(investigated.text)}`, anna)).status).toBe(0);
    expect((await portolan(`proposal confirm ${proposalOf(paid.text)}`, ben)).text).toContain("has changed since");
    expect(await statusOf(id)).toBe("investigating");
    expect((await portolan(`desk answer ${task} cleared+returned reason=MS03`, anna)).text).toContain(
      "changed nothing",
    );
    const refused = await portolan(`desk answer ${task} refused reason=AC04`, anna);
    expect((await portolan(`proposal confirm ${proposalOf(refused.text)}`, ben)).text).toBe(`${id} failed`);
  });

  it("is not made for an altered order, which two operators refuse", async () => {
    const id = String((await world.apply(solo, "2009.00"))["orderNo"]);
    await world.db.query(
      `UPDATE e_withdrawal SET data = (data::jsonb || '{"account":"6222021202049999999"}')::json WHERE id = $1`,
      [id],
    );
    await worker.drain();
    expect((await portolan("desk list")).text).not.toContain(id);
    const line = (await portolan("statement cases")).text.split("\n").find((one) => one.includes(id))!;
    const [found] = /CS\d+/.exec(line)!;
    const refuse = `statement refuse ${found} --why altered`;
    const { text } = await portolan(refuse, anna);
    expect(await statusOf(id)).toBe("processing");
    expect(await portolan(`proposal confirm ${proposalOf(text)}`, ben)).toEqual({ status: 0, text: `${id} failed` });
    const { data } = (await load(world.db, withdrawal, solo.tenant, id))!;
    expect(data["reasonCode"]).toBe("XN06");
    expect((await portolan("statement cases")).text).not.toContain(id);
    expect(await portolan(refuse, anna)).toMatchObject({ status: 1, refused: true });
    await world.db.query("UPDATE book_state SET state = 'open' WHERE m = $1", [solo.tenant]);
  });

  it("is closed and replaced by the order's next job", async () => {
    const { id, task } = await pay("2004.00");
    const more = await portolan(`desk answer ${task} askDocuments reason=XD01`, anna);
    await portolan(`proposal confirm ${proposalOf(more.text)}`, ben);
    expect(await statusOf(id)).toBe("waitingCredentials");
    await world.db.query(
      "INSERT INTO file (m, id, user_id, name, mime, size, sha256, purpose, created_at) VALUES ($1, 'f1', $2, 'a.pdf', 'application/pdf', 1, '', 'paymentCredentials', $3)",
      [solo.tenant, solo.userId, new Date().toISOString()],
    );
    await world.fire(id, "supply", solo, { credentials: "f1" });
    await worker.drain();
    const { text } = await portolan("desk list");
    expect(text).toMatch(new RegExp(`^T-\\w{8} {2}bank.resume .*${id}`, "m"));
    expect(text).not.toContain(task);
    expect((await portolan("desk list --all")).text).toContain(task);
  });
});

describe("a merchant", () => {
  const channel = (terms: string, by = anna) =>
    portolan(["channel", "set", solo.tenant, "withdrawal", "CNY", ...terms.split(" "), "--why", "contract"], by);

  it("gets fees and limits from two operators, as a new row that satisfies the schema's rules [V6 V7]", async () => {
    const before = (await portolan(`channel list ${solo.tenant}`)).text.split("\n");
    expect((await channel("singleMin=900000")).text).toContain("singleMax: The maximum can't be less than the minimum");
    expect((await channel("monthlyMax=1")).text).toContain("monthlyMax: The monthly limit can't be less");
    expect((await channel("singleMox=1")).text).toMatch(/^unknown: singleMox; known are product/);
    expect((await channel("singleFee=1 effectiveFrom=2020-01-01T00:00:00Z")).text).toContain("lies before");
    expect((await portolan(`channel list ${solo.tenant}`)).text.split("\n")).toEqual(before);

    const mine = proposalOf((await channel("singleFee=12.00")).text);
    const other = proposalOf((await channel("singleFee=13.00", ben)).text);
    expect((await portolan(`proposal show ${mine}`)).text).toMatch(/^singleFee +12.00$/m);
    expect((await portolan(`proposal confirm ${mine}`, ben)).text).toMatch(/^CH\w+ singleFee from /);
    expect((await portolan(`proposal confirm ${other}`, anna)).text).toContain("has changed since it was proposed");
    const after = (await portolan(`channel list ${solo.tenant}`)).text.split("\n");
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length)).toEqual([expect.stringContaining("singleFee=12.00")]);
  });

  it("is frozen by one operator, and unfrozen by two once its books balance", async () => {
    expect((await portolan(`merchant freeze ${solo.tenant}`, anna)).text).toContain("--why is required");
    expect((await portolan(`merchant freeze ${solo.tenant} --why phished`, anna)).status).toBe(0);
    expect((await portolan("merchant list")).text).toMatch(
      new RegExp(`^${solo.tenant} {2}certified {2}books closed`, "m"),
    );
    await expect(world.apply(solo, "2005.00")).rejects.toMatchObject({ failure: "moneyStopped" });
    const { text } = await portolan(`books open ${solo.tenant} --why cleared`, anna);
    expect((await portolan(`proposal confirm ${proposalOf(text)}`, anna)).status).toBe(1);
    expect((await portolan(`proposal confirm ${proposalOf(text)}`, ben)).text).toBe(`${solo.tenant} open`);
    expect((await portolan("books list")).text).toMatch(new RegExp(`^${solo.tenant} {2}open`, "m"));
    await pay("2005.00");
  });

  it("gets another user from two operators", async () => {
    const add = (email: string, grants: string) =>
      portolan(`merchant user add ${solo.tenant} ${email} --grants ${grants} --why colleague`, anna);
    expect((await add("maker.two", "maker")).text).toContain("no mail address");
    expect((await add("maker.two@harbour.example", "nothing")).text).toContain("There is no grant nothing");
    const { text } = await add("Maker.Two@harbour.example", "maker");
    expect((await portolan(`proposal confirm ${proposalOf(text)}`, ben)).status).toBe(0);
    const { text: shown } = await portolan(`merchant show ${solo.tenant}`);
    const line = shown.split("\n").find((one) => one.includes("maker.two@harbour.example"));
    expect(line).toContain("withdrawal");
    expect(line).not.toContain("withdrawal.review");
    expect((await add("maker.two@harbour.example", "maker")).text).toContain("is a user already");
  });

  it("has its users changed, suspended and restored by two operators, and is told by mail", async () => {
    const email = "maker.two@harbour.example";
    const mails = async (subject: string) =>
      (
        await world.db.query("SELECT target FROM outbox WHERE m = $1 AND subject LIKE $2 ORDER BY target", [
          solo.tenant,
          `%${subject}%`,
        ])
      ).map(({ target }) => target);
    const all = [email, "solo@demo.portolan"].toSorted();
    expect(await mails("You've been added to")).toEqual([email]);
    expect(await mails("joined")).toEqual(["solo@demo.portolan"]);
    const change = async (words: string) => {
      const { text } = await portolan(`merchant user ${words} --why request`, anna);
      expect((await portolan(`proposal confirm ${proposalOf(text)}`, anna)).status).toBe(1);
      expect((await portolan(`proposal confirm ${proposalOf(text)}`, ben)).status).toBe(0);
      const [user] = await world.db.query("SELECT state, grants FROM portal_user WHERE username = $1", [email]);
      return user;
    };
    expect((await change(`grants ${solo.tenant} ${email} --grants withdrawal,withdrawal.review`))!.grants).toEqual([
      "withdrawal",
      "withdrawal.review",
    ]);
    expect(await mails("permissions changed")).toEqual(all);
    expect((await change(`suspend ${solo.tenant} ${email}`))!.state).toBe("disabled");
    expect(await mails("was suspended")).toEqual(all);
    expect((await portolan(`merchant user suspend ${solo.tenant} ${email} --why again`, anna)).text).toContain(
      "is disabled already",
    );
    expect((await change(`resume ${solo.tenant} ${email}`))!.state).toBe("active");
    expect(await mails("was restored")).toEqual(all);
    expect((await portolan(`merchant user suspend ${solo.tenant} no@one.example --why x`, anna)).text).toContain(
      `has no user no@one.example`,
    );
    expect((await portolan(`merchant user remove ${solo.tenant} ${email} --why x`, anna)).text).toContain(
      'takes no "remove"',
    );
  });
});
