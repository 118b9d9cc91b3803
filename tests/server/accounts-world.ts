/**
 * Fixtures of the accounts suite: its server, the messages sent, and calls by their numbers in the specification.
 * Advances the clock instead of waiting.
 */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { digestPassword } from "../../server/session/password.ts";
import { startTestServer, type TestServer } from "./server.ts";

export let server: TestServer;
/** Starts the server for a suite. Each test starts without throttles, codes and mails, and ends with the real clock. */
export function serveAccounts(): void {
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.db.query("DELETE FROM throttle");
    await server.db.query("DELETE FROM verification_code");
    await server.db.query("DELETE FROM live_code");
    await server.db.query("DELETE FROM outbox");
  });
  afterEach(() => void vi.useRealTimers());
}

export const MINUTE = 60_000;
export const NEW = "a chart of the northern sea";
export const login = (password: string) => digestPassword("login", password);
/** Advances the clock, including the server's. */
export const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
export async function change(sql: string, params: unknown[] = []): Promise<void> {
  await server.db.query(sql, params);
  server.app.services.sessions.invalidate();
}
export interface Message {
  channel: string;
  target: string;
  subject: string;
  body: string;
}
export const outbox = (to: string) =>
  server.db.query<Message & Record<string, unknown>>(
    "SELECT channel, target, subject, body FROM outbox WHERE target = $1 ORDER BY id",
    [to],
  );
export const codeTo = async (to: string) =>
  /(?<!\d)\d{6}(?!\d)/.exec((await outbox(to)).at(-1)?.body ?? "")?.[0] ?? "none";
export const errorsOf = (answer: { map: Record<string, any> }) =>
  (answer.map.errors ?? []).map((error: { at: string; code: string }) => `${error.at} ${error.code}`);
export const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

export const C1 = "POST /mer/user/register";
export const C2 = "POST /mer/login/send/email/code";
export const C3 = "POST /mer/login";
export const C4 = "POST /m/user/forget";
export const C6 = "POST /mer/password/send/email/code";
export const C7 = "POST /mer/password/checkCode";
export const C8 = "POST /mer/user/modify/pay/email/code";
export const C9 = "POST /mer/user/modify/payPassword";
