/** Sends text messages by HTTP: one JSON POST each, which any gateway can accept. */
import { MessageRefused, type Sender } from "./message.ts";

/** Address of the gateway, and its bearer token. */
export interface SmsOptions {
  url: string;
  token?: string | undefined;
}

/** Timeout of a response, in milliseconds. */
const ANSWER_MS = 10_000;

/**
 * Returns a sender that posts `{id, to, text}`. The gateway accepts each `id` once. 2xx: accepted; 400, 404, 410, 422: refused permanently;
 * anything else is retried.
 */
export function createSms({ url, token }: SmsOptions): Sender {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  return {
    async send({ id, to, text }) {
      const { ok, status } = await fetch(url, {
        method: "POST",
        headers: { ...headers, "idempotency-key": id },
        body: JSON.stringify({ id, to, text }),
        redirect: "error",
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (ok) return;
      if (FINAL.has(status)) throw new MessageRefused(`the SMS gateway answered ${status}`);
      throw new Error(`the SMS gateway answered ${status}`);
    },
    // Gateways share no health check: any response counts as reachable.
    async verify() {
      await fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
    },
    close: () => undefined,
  };
}

const FINAL: ReadonlySet<number> = new Set([400, 404, 410, 422]);
