/** Sends text messages over HTTP, with one JSON POST per message. */
import { MessageRefused, type Sender } from "./message.ts";

export interface SmsOptions {
  url: string;
  token?: string | undefined;
}

const TIMEOUT_MS = 10_000;

/**
 * Creates a sender that posts `{id, to, text}`. The gateway must send a message with a repeated `id` only once. 2xx
 * means accepted; 400, 404, 410 and 422 mean permanently refused; anything else is retried.
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
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (ok) return;
      if (FINAL.has(status)) throw new MessageRefused(`the SMS gateway answered ${status}`);
      throw new Error(`the SMS gateway answered ${status}`);
    },
    // Gateways have no common health check, so any response counts as reachable.
    async verify() {
      await fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    },
    close: () => undefined,
  };
}

const FINAL: ReadonlySet<number> = new Set([400, 404, 410, 422]);
