/**
 * Mail and text messages leave the outbox through a real SMTP server and a real HTTP gateway, with retries, and exactly
 * once.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type JobHandler, Worker } from "../../server/jobs/worker.ts";
import { Courier, SEND_JOB, sendMessage } from "../../server/messages/courier.ts";
import { createSms } from "../../server/messages/sms.ts";
import { createSmtp } from "../../server/messages/smtp.ts";
import type { Senders } from "../../server/messages/message.ts";
import { queueMessage } from "../../server/session/mail.ts";
import type { Database } from "../../server/store/database.ts";
import { openFresh } from "./databases.ts";
import { partsOf } from "./mailbox.ts";
import { migrate } from "./migrated.ts";

/** Mails received by the SMTP server, and its response: an error status refuses the recipient. */
let received: string[] = [];
let results: number[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === "portolan" && password === "p@ss" ? done(null, { user: username }) : done(new Error("wrong password")),
  onRcptTo: (_address, _session, done) => {
    const responseCode = results.shift() ?? 250;
    done(responseCode === 250 ? null : Object.assign(new Error("not now"), { responseCode }));
  },
  onData: (stream, _session, done) => {
    let text = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    stream.on("end", () => (received.push(text), done()));
  },
});

/** Messages received by the SMS gateway. */
const posted: { body: unknown; token: string | undefined }[] = [];
let gatewayStatus = 200;
const gateway = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  posted.push({ body: text && JSON.parse(text), token: request.headers.authorization });
  response.writeHead(gatewayStatus).end();
});

const clock = { now: () => now };
let now = Date.parse("2026-11-23T09:00:00Z");
let db: Database;
let senders: Required<Senders>;
let courier: Courier;
let worker: Worker;
const failures: string[] = [];
const url = () => `smtp://portolan:p%40ss@127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;

beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const fresh = await openFresh();
  ({ db } = fresh);
  await migrate(db, { entities: new Map() });
  senders = {
    mail: createSmtp({ url: url(), from: "Portolan <no-reply@pay.example>" }),
    sms: createSms({ url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/messages`, token: "t0ken" }),
  };
  courier = new Courier({
    db,
    clock,
    senders,
    notifyWorker: () => undefined,
    onError: (error) => failures.push(String(error)),
  });
  worker = new Worker({
    db,
    clock,
    handlers: { [SEND_JOB]: sendMessage(senders, clock) },
    onFailure: (_job, error) => failures.push(String(error)),
  });
  return fresh.close;
});
afterAll(async () => {
  senders.mail.close();
  gateway.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(async () => {
  for (const table of ["outbox", "job"]) await db.query(`DELETE FROM ${table}`);
  [received, results, gatewayStatus] = [[], [], 200];
  failures.splice(0);
  posted.splice(0);
});

const writeCode = (channel: "mail" | "sms" = "mail", address = "maker@shop.example") =>
  queueMessage(
    db,
    now,
    { channel, address },
    {
      name: "code",
      params: { code: "482913", minutes: 5 },
      about: "codeFor.login",
      expiresAt: now + 300_000,
    },
  );
const stored = async () =>
  (
    await db.query<{ sent_at: string | null; refused: string | null; body: string }>(
      "SELECT sent_at, refused, body FROM outbox",
    )
  )[0]!;
const pass = async () => (await courier.look(), worker.drain());
it("a code is sent as one bilingual mail in text and HTML, and its text is erased", async () => {
  await writeCode();
  expect(await pass()).toBe(1);
  expect(received).toHaveLength(1);
  const [mail = ""] = received;
  expect(mail).toMatch(/^From: Portolan <no-reply@pay\.example>\r?$/m);
  expect(mail).toMatch(/^To: maker@shop\.example\r?$/m);
  expect(mail).toMatch(/^Message-ID: <[\w-]+@pay\.example>\r?$/m);
  expect(mail).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  const [text = "", html = ""] = partsOf(mail);
  for (const part of [text, html]) {
    expect(part).toContain("482913");
    expect(part).toMatch(/[\u4e00-\u9fff]/);
    expect(part).toContain("Your code to sign in");
  }
  expect(html).toMatch(/^<!doctype html>/);
  expect(await stored()).toEqual({ sent_at: expect.stringMatching(/^2026-11-23/), refused: null, body: "" });
  expect(await pass()).toBe(0);
});

it("a temporarily rejected mail is retried with growing delays", async () => {
  results = [451, 451];
  await writeCode();
  await pass();
  expect([received.length, (await stored()).sent_at, failures.length]).toEqual([0, null, 1]);
  expect(failures[0]).toMatch(/SMTP .*451/);
  expect(failures[0]).not.toContain("shop.example");
  expect(await pass()).toBe(0);
  now += 1_000;
  await pass();
  expect([received.length, failures.length]).toEqual([0, 2]);
  now += 1_000;
  expect(await pass()).toBe(0);
  now += 1_000;
  await pass();
  expect([received.length, (await stored()).body]).toEqual([1, ""]);
});

it("after ten minutes of outage, every code that has not expired is sent once", async () => {
  const MINUTE = 60_000;
  const began = now;
  const away = createSmtp({ url: "smtp://127.0.0.1:1", from: "Portolan <no-reply@pay.example>" });
  const isAway = () => now < began + 5 * MINUTE;
  const send: JobHandler = (job, tools) =>
    sendMessage({ ...senders, ...(isAway() && { mail: away }) }, clock)(job, tools);
  const onFailure = (_job: unknown, error: unknown) => failures.push(String(error));
  const own = new Worker({ db, clock, handlers: { [SEND_JOB]: send }, onFailure });
  results = Array<number>(10_000).fill(451);
  for (let written = 0; now < began + 20 * MINUTE; now += 5_000) {
    const minutes = (now - began) / MINUTE;
    if (minutes >= 10) results = [];
    else if (minutes >= written) await writeCode("mail", `user${written++}@shop.example`);
    await courier.look();
    await own.drain();
  }
  away.close();
  for (const said of [/SMTP CONN ESOCKET/, /451/])
    expect(failures.filter((failure) => said.test(failure))).not.toEqual([]);
  const idsOf = received.map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
  const targets = received.map((text) => /^To: (.*)$/im.exec(text)?.[1]?.trim());
  // Those of the first five minutes have expired by the time mail is accepted again.
  expect(targets.toSorted()).toEqual([6, 7, 8, 9].map((minute) => `user${minute}@shop.example`));
  expect(new Set(idsOf).size).toBe(4);
  expect(await db.query("SELECT count(*) AS n FROM outbox WHERE refused = 'expired' AND body = ''")).toEqual([
    { n: "6" },
  ]);
});

it("neither a mail to an unknown address nor an expired code is retried", async () => {
  results = [550];
  await writeCode();
  await pass();
  expect(await stored()).toMatchObject({ sent_at: null, refused: expect.stringContaining("550"), body: "" });
  await db.query("DELETE FROM outbox");
  results = [451];
  await writeCode();
  await pass();
  now += 300_000;
  await pass();
  expect(await stored()).toMatchObject({ sent_at: null, refused: "expired", body: "" });
  expect(received).toEqual([]);
});

it("two nodes send a message once, and old messages are not sent", async () => {
  await writeCode();
  await Promise.all([courier.look(), courier.look()]);
  await worker.drain();
  expect(received).toHaveLength(1);
  await db.query("DELETE FROM outbox");
  await writeCode();
  now += 2 * 86_400_000;
  expect(await pass()).toBe(0);
});

it("an address cannot add recipients or headers", async () => {
  await writeCode("mail", "a@shop.example\r\nBcc: b@shop.example");
  await pass();
  expect(received.join("")).not.toMatch(/^Bcc/im);
});

it("a text message is posted to the gateway, and retried unless rejected", async () => {
  gatewayStatus = 503;
  await writeCode("sms", "+8613800138003");
  await pass();
  expect((await stored()).sent_at).toBeNull();
  gatewayStatus = 202;
  now += 1_000;
  await pass();
  expect(posted.at(-1)).toEqual({
    token: "Bearer t0ken",
    body: { id: expect.any(String), to: "+8613800138003", text: expect.stringContaining("482913") },
  });
  expect((await stored()).sent_at).not.toBeNull();
  await db.query("DELETE FROM outbox");
  gatewayStatus = 422;
  await writeCode("sms", "+86");
  await pass();
  expect((await stored()).refused).toContain("422");
});

it("senders verify their credentials", async () => {
  await senders.mail.verify();
  await senders.sms.verify();
  const wrong = createSmtp({ url: url().replace("p%40ss", "other"), from: "a@b.example" });
  await expect(wrong.verify()).rejects.toThrow();
  wrong.close();
  await expect(createSms({ url: "http://127.0.0.1:1/" }).verify()).rejects.toThrow();
});

it("a started courier looks for messages by itself", async () => {
  const own = new Courier({
    db,
    clock,
    senders,
    notifyWorker: () => undefined,
    onError: (error) => failures.push(String(error)),
  });
  await writeCode();
  own.start();
  await expect.poll(async () => (await db.query("SELECT 1 FROM job")).length).toBe(1);
  await own.stop();
});
