/** Operators: who can sign in, which actions require two of them, and the outcome of a proposal. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyAudit } from "../../server/audit/audit.ts";
import { computeTotpCode } from "../../server/session/totp.ts";
import type { Database } from "../../server/store/database.ts";
import { OPERATOR_PASSWORD as PASSWORD, portolanOf, secretOf, signIn, type Portolan } from "./portolan.ts";
import { freshPlace } from "./prepared.ts";

/** How far ahead a code may be; each code is valid once. */
const STEP_MS = 30_000;

let db: Database;
let portolan: Portolan;
beforeAll(async () => {
  const { dataDir, databaseUrl = "", open } = await freshPlace("postgres");
  portolan = portolanOf({ PORTOLAN_MODE: "sandbox", DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  await portolan("migrate");
  db = await open();
});
afterAll(() => db.close());

const secrets = new Map<string, string>();
/** Runs an enrolment and stores its secret. Returns the id of the proposal, if there is one. */
async function enrols(args: string, name: string, env: Record<string, string> = {}) {
  const { status, text } = await portolan(args, { OPERATOR_NEW_PASSWORD: PASSWORD, ...env });
  expect([status, text]).toEqual([0, expect.stringMatching(/^otpauth:\/\/totp\/Portolan:.*secret=/m)]);
  secrets.set(name, secretOf(text));
  return /P-\w{8}/.exec(text)?.[0] ?? "";
}
const codeOf = (name: string, ahead = 0) => computeTotpCode(secrets.get(name)!, Date.now() + ahead);
const session = (name: string) => signIn(portolan, name, secrets.get(name)!);

describe("operators", () => {
  let anna: Record<string, string>;
  let ben: Record<string, string>;

  it("the first operator is created alone, and enters password and code at prompts", async () => {
    expect((await portolan("operator list")).text).toContain("There is no operator yet");
    expect((await portolan("operator create Anna!", { OPERATOR_NEW_PASSWORD: PASSWORD })).text).toContain(
      "no operator's name",
    );
    expect((await portolan("operator create anna", { OPERATOR_NEW_PASSWORD: "password1234" })).text).toContain(
      "common",
    );
    expect(await portolan("operator create anna", {}, [PASSWORD, "another"])).toMatchObject({
      status: 2,
      refused: true,
    });
    const { text } = await portolan("operator create anna", {}, [PASSWORD, PASSWORD]);
    secrets.set("anna", secretOf(text));
    expect((await portolan("operator list")).text).toMatch(/^anna {2}active/);
    expect((await portolan("operator list", { LANG: "zh_CN.UTF-8" })).text).toMatch(/^anna {2}启用/);
    expect(await portolan("operator sign-in anna", {}, ["wrong", codeOf("anna")])).toMatchObject({
      status: 1,
      refused: true,
    });
    expect(await portolan("operator sign-in nobody", {}, [PASSWORD, "000000"])).toEqual({
      status: 1,
      text: "Name, password or code is wrong.",
      refused: true,
    });
    const proof = { OPERATOR_PASSWORD: PASSWORD, OPERATOR_CODE: codeOf("anna") };
    const { text: signedIn } = await portolan("operator sign-in anna", proof);
    anna = { OPERATOR_SESSION: /^export OPERATOR_SESSION=(\S+)$/.exec(signedIn)?.[1] ?? "" };
    expect((await portolan("operator sign-in anna", proof)).text).toBe("Name, password or code is wrong.");
    const stored = JSON.stringify(await db.query("SELECT * FROM operator"));
    expect(stored).not.toContain(secrets.get("anna")!);
    expect(stored).not.toContain(PASSWORD);
  });

  it("the second operator is confirmed by the first, but not by an outsider", async () => {
    const id = await enrols("operator create ben", "ben");
    expect((await portolan("operator list")).text).not.toContain("ben");
    const stranger = { OPERATOR_PASSWORD: PASSWORD, OPERATOR_CODE: codeOf("ben") };
    expect(await portolan(`proposal confirm ${id} --operator ben`, stranger)).toMatchObject({
      status: 1,
      refused: true,
    });
    expect((await portolan(`proposal confirm ${id}`)).text).toContain("--operator is required");
    expect((await portolan(`proposal show ${id}`)).text).toMatch(/^proposed by {2}ben$/m);
    expect(await portolan(`proposal confirm ${id}`, anna)).toEqual({ status: 0, text: "ben is an operator" });
    expect((await portolan(`proposal confirm ${id}`, anna)).text).toContain("decided already");
    ben = await session("ben");
  });

  it("neither of two operators can take over the other's account by a reset, which waits a day and can be refused", async () => {
    const id = await enrols("operator reset ben", "ben-taken");
    expect((await portolan(`proposal confirm ${id}`, anna)).text).toMatch(/^It can be confirmed from 2/);
    expect((await portolan(`proposal refuse ${id} --why never-asked`, ben)).status).toBe(0);
    const lost = await enrols("operator reset ben", "ben-again");
    await db.query("UPDATE proposal SET opens_at = created_at WHERE id = $1", [lost]);
    expect((await portolan(`proposal confirm ${lost}`, anna)).text).toContain("ben has the new password");
    expect((await portolan("operator disable anna", ben)).text).toContain("This session is over");
    secrets.set("ben", secrets.get("ben-again")!);
    ben = await session("ben");
  });

  it("a third operator is proposed by one and confirmed by the other", async () => {
    expect((await portolan("operator create cleo", { OPERATOR_NEW_PASSWORD: PASSWORD })).status).toBe(2);
    const id = await enrols("operator create cleo", "cleo", anna);
    expect((await portolan("proposal list")).text).toMatch(
      new RegExp(`^${id} {2}open {2}operator.create {2}- {2}operator/cleo {2}anna`),
    );
    expect(await portolan(`proposal confirm ${id}`, anna)).toMatchObject({
      status: 1,
      text: "anna proposed it. Another operator confirms it.",
    });
    expect((await portolan(`proposal confirm ${id}`, ben)).status).toBe(0);
  });

  it("a stale, expired or tampered proposal does nothing", async () => {
    const reset = await enrols("operator reset cleo", "cleo-new", anna);
    const disable = /P-\w{8}/.exec((await portolan("operator disable cleo", ben)).text)![0];
    expect((await portolan(`proposal confirm ${disable}`, anna)).text).toBe("cleo is disabled");
    expect((await portolan(`proposal confirm ${reset}`, ben)).text).toContain("operator/cleo has changed");
    expect((await portolan(`proposal show ${reset}`)).text).toMatch(/^state +stale$/m);

    const late = await enrols("operator reset cleo", "cleo", anna);
    await db.query("UPDATE proposal SET expires_at = created_at WHERE id = $1", [late]);
    expect((await portolan(`proposal confirm ${late}`, ben)).text).toContain("has lapsed");

    const mine = await enrols("operator create dora", "dora", anna);
    const other = await enrols("operator create erik", "erik", ben);
    await db.query("UPDATE proposal SET body = (SELECT body FROM proposal WHERE id = $2) WHERE id = $1", [mine, other]);
    expect((await portolan(`proposal confirm ${mine}`, ben)).status).toBe(1);
    expect((await portolan("operator list")).text).not.toMatch(/dora|erik/);
    expect((await portolan(`proposal refuse ${other}`, anna)).text).toContain("--why");
    expect((await portolan(`proposal refuse ${other} --why mistaken`, anna)).status).toBe(0);
    expect((await portolan(`proposal confirm ${other}`, anna)).text).toContain("decided already");
  });

  it("the last operator cannot be disabled, and disabling ends the session", async () => {
    const ofBen = /P-\w{8}/.exec((await portolan("operator disable ben", anna)).text)![0];
    const ofAnna = /P-\w{8}/.exec((await portolan("operator disable anna", ben)).text)![0];
    expect((await portolan(`proposal confirm ${ofBen}`, ben)).text).toBe("ben is disabled");
    expect((await portolan("proposal list", ben)).status).toBe(0);
    expect((await portolan(`proposal confirm ${ofAnna}`, ben)).text).toContain("This session is over");
    expect((await portolan(`proposal confirm ${ofAnna}`, anna)).text).toContain("is the last operator");
    expect((await portolan(`proposal show ${ofAnna}`)).text).toMatch(/^state +open$/m);
    expect((await portolan("operator disable anna", anna)).text).toContain("is the last operator");
  });

  it("a name without valid credentials is rejected once operators exist", async () => {
    const guess = { OPERATOR_PASSWORD: PASSWORD, OPERATOR_CODE: "000000" };
    for (const verb of ["jobs retry J1", "statement import none.xml", "statement solve C1 --note again"])
      expect((await portolan(`${verb} --operator mallory`, guess)).text).toBe("Name, password or code is wrong.");
  });

  it("wrong passwords slow down all attempts, including correct ones", async () => {
    const guess = { OPERATOR_PASSWORD: "not the password", OPERATOR_CODE: "000000" };
    for (let tries = 0; tries < 5; tries++) await portolan("operator sign-in anna", guess);
    const right = { OPERATOR_PASSWORD: PASSWORD, OPERATOR_CODE: codeOf("anna", STEP_MS) };
    expect((await portolan("operator sign-in anna", right)).text).toMatch(/\d+ s|second/);
  });

  it("every operation is audited with its operators, and the chain is intact", async () => {
    const acts = await db.query(
      "SELECT actor, action, object, detail FROM audit WHERE m = '' AND object LIKE 'operator/%' ORDER BY seq",
    );
    expect(acts).toEqual(
      expect.arrayContaining([
        { actor: "operator:anna", action: "operator.create", object: "operator/anna", detail: { alone: true } },
        {
          actor: "operator:ben",
          action: "operator.create",
          object: "operator/cleo",
          detail: { proposal: expect.any(String), proposedBy: "anna" },
        },
      ]),
    );
    expect(await verifyAudit(db, "")).toEqual([]);
  });
});
