/**
 * The clinic example: built from its README alone outside the repository, with sign-in, two roles, notifications and pages, in English, and
 * without a word or a table of payments.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@portolan/server";
import { filesIn, importsOf, read } from "../house/source.ts";
import { makeExample, readExample, type MadeExample } from "./make.ts";

const FOLDER = "examples/clinic";
const PASSWORD = "a clinic of our own";
const PAYMENTS = /payment|merchant|\bpay_|wallet|bank|ledger|payee|remit|swap|withdraw|kyc|cnaps|swift/i;
const CHINESE = /\p{Script=Han}/u;

const own = filesIn(FOLDER, /\.(tsx?|json|css|html|md)$/).filter((file) => !file.includes("/dist/"));
const code = own.filter((file) => !file.endsWith(".md"));

describe("the clinic's files", () => {
  it("equal those of its README, in at most 250 lines", () => {
    const steps = readExample("clinic");
    expect(Object.fromEntries(code.map((file) => [file.slice(FOLDER.length + 1), read(file)]))).toEqual(
      Object.fromEntries(steps.files),
    );
    const lines = code.flatMap((file) => read(file).trimEnd().split("\n"));
    expect(lines.length).toBeLessThanOrEqual(250);
  });
  it("hold no Chinese and no word of payments", () => {
    expect(own.filter((file) => CHINESE.test(read(file)) || PAYMENTS.test(read(file)))).toEqual([]);
  });
  it("import packages by name only", () => {
    const outside = code
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/from "([^"]+)"/g)].map(([, name = ""]) => name))
      .filter((name) => name.startsWith("../"));
    expect(outside).toEqual([]);
    expect(importsOf(`${FOLDER}/server.ts`)).toContain("server/index.ts");
  });
});

interface Reply {
  code: number;
  map: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- responses of any call
}
/** A signed-in user, or a visitor without cookies. */
interface User {
  cookies: string;
  token: string;
  userId: string;
}

describe("the clinic built by its README", () => {
  let example: MadeExample;
  let address = "";
  const ask = async (user: User | undefined, path: string, body?: object): Promise<Reply> => {
    const headers = {
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      ...(user && { cookie: user.cookies, token: user.token, userid: user.userId }),
    };
    const post = { method: "POST", body: JSON.stringify(body) };
    return (await fetch(`${address}/api${path}`, { headers, ...(body && post), redirect: "manual" })).json();
  };
  const signIn = async (username: string): Promise<User> => {
    const response = await fetch(`${address}/api/session/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password: PASSWORD }),
    });
    const { code, map }: Reply = await response.json();
    expect(code).toBe(2000);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    return { cookies: cookies.join("; "), token: map["token"], userId: map["userId"] };
  };
  let reception: User;
  let doctor: User;

  beforeAll(async () => {
    example = makeExample("clinic", { isPacked: true });
    address = await example.start({ CLINIC_PASSWORD: PASSWORD });
    reception = await signIn("Reception@clinic.example");
    doctor = await signIn("doctor@clinic.example");
  });
  afterAll(() => example.remove());

  it("compiles against the packages' types, and its pages build", async () => {
    await example.run("tsc");
    await example.run("vite build");
  });

  it("is ready, and its API document has its title", async () => {
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { ok: true }]);
    const text = await (await fetch(`${address}/api/openapi.json`)).text();
    expect(JSON.parse(text).info.title).toBe("Clinic");
    expect(CHINESE.test(text)).toBe(false);
  });

  it("refuses a wrong password and a call without sign-in", async () => {
    const wrong = { username: "doctor@clinic.example", password: "not of the clinic" };
    expect((await ask(undefined, "/session/login", wrong)).code).toBe(4101);
    expect((await ask(undefined, "/clinic/patient/list")).code).toBe(3001);
  });

  it("opens to each role what it may do", async () => {
    const menusOf = async (user: User) =>
      (await ask(user, "/session/menu")).map["menu"].map((item: { id: string }) => item.id);
    expect(await menusOf(reception)).toEqual(["appointments", "patients", "bills"]);
    expect(await menusOf(doctor)).toEqual(["appointments", "patients"]);
    expect((await ask(doctor, "/session/user")).map).toMatchObject({
      username: "doctor@clinic.example",
      tenantName: "Clinic",
      grants: ["appointment.see"],
    });
    expect((await ask(reception, "/clinic/bill/list")).code).toBe(2000);
    expect((await ask(doctor, "/clinic/bill/list")).code).toBe(4118);
  });

  it("takes an appointment through its life, with a reminder for the user who booked it", async () => {
    const make = async (entity: string, body: object): Promise<string> =>
      (await ask(reception, `/clinic/${entity}/create`, body)).map["record"].id;
    const patient = await make("patient", { name: "Ada Lovelace", birthDate: "1990-12-10" });
    const seer = await make("doctor", { name: "Dr Grace Hopper", field: "Cardiology" });
    // The day before is over, so the clock reminds at once. The same day of a later year is in the future.
    const past = { patient, doctor: seer, day: "2024-02-28" };
    expect((await ask(doctor, "/clinic/appointment/create", past)).code).toBe(4118);
    const id = await make("appointment", past);
    const statusOf = async () => (await ask(doctor, `/clinic/appointment/detail?id=${id}`)).map["record"].status;
    await expect.poll(statusOf, { timeout: 20_000, interval: 200 }).not.toBe("booked");
    const { list } = (await ask(reception, "/session/notification/list")).map;
    expect(list.at(-1)).toMatchObject({
      entity: "appointment",
      orderNo: id,
      title: "Appointment: Appointment tomorrow",
    });
    expect((await ask(reception, "/session/notification/count")).map["unread"]).toBeGreaterThan(0);

    const later = await make("appointment", { ...past, day: "2999-02-28" });
    expect((await ask(reception, "/clinic/appointment/see", { id: later, findings: "Well" })).code).toBe(4118);
    const seen = await ask(doctor, "/clinic/appointment/see", { id: later, findings: "Well" });
    expect(seen.map["record"]).toMatchObject({ status: "seen", findings: "Well" });
    expect((await ask(reception, "/clinic/appointment/cancel", { id: later })).code).toBe(4120);
    const bill = await make("bill", { appointment: later, amount: "80.00" });
    expect((await ask(reception, "/clinic/bill/settle", { id: bill })).map["record"].status).toBe("settled");
  });

  it("changes a password with the current one, and ends the sessions", async () => {
    const user = await signIn("doctor@clinic.example");
    const next = "another password of mine";
    expect((await ask(user, "/session/password/change", { current: "wrong password", password: next })).code).toBe(
      4101,
    );
    expect((await ask(user, "/session/password/change", { current: PASSWORD, password: next })).map).toEqual({
      signedOut: true,
    });
    expect((await ask(doctor, "/session/user")).code).toBe(3002);
    const signedIn = { username: "doctor@clinic.example", password: next };
    expect((await ask(undefined, "/session/login", signedIn)).code).toBe(2000);
  });

  it("stores its own records and nothing of payments", async () => {
    await example.stop();
    const db = await openDatabase({ dataDir: `${example.folder}/.data` });
    const rows = await db.query<{ name: string }>(
      `SELECT DISTINCT unnest(ARRAY[table_name, column_name]) AS name FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    const mails = await db.query<{ subject: string }>("SELECT subject FROM outbox");
    await db.close();
    const names = rows.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["e_patient", "e_appointment", "e_bill"]));
    expect(names.filter((name) => PAYMENTS.test(name))).toEqual([]);
    expect(mails.filter(({ subject }) => CHINESE.test(subject))).toEqual([]);
    expect(mails.length).toBeGreaterThan(0);
  });
});
