/** Reads the messages that the sandbox would have sent, through the operator port. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Portal } from "./portal.ts";

interface Message {
  channel: "mail" | "sms";
  target: string;
  subject: string;
  body: string;
}

/** Runs a verb of `npm run sim`. */
export async function sim<T>(
  portal: Portal,
  verb: string,
  options: Record<string, string> = {},
  words: string[] = [],
): Promise<T> {
  const { port, token } = JSON.parse(readFileSync(join(portal.dataDir, "sim.json"), "utf8")) as {
    port: number;
    token: string;
  };
  const response = await fetch(`http://127.0.0.1:${port}/${verb}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ words, options }),
  });
  const { result, error } = (await response.json()) as { result: T; error?: string };
  if (!response.ok) throw new Error(`sim ${verb}: ${error}`);
  return result;
}

/** Returns the messages sent to an address, oldest first. */
export const messagesTo = (portal: Portal, address: string): Promise<Message[]> =>
  sim(portal, "outbox", { to: address });

/** Returns the code in the newest message to the address whose subject contains `subject`. */
export async function codeTo(portal: Portal, address: string, subject: string): Promise<string> {
  const found = (await messagesTo(portal, address)).findLast((one) => one.subject.includes(subject));
  const code = /(?<!\d)\d{6}(?!\d)/.exec(found?.body ?? "")?.[0];
  if (!code) throw new Error(`no code for "${subject}" went to ${address}`);
  return code;
}

/** Advances the clock to noon of the next Saturday, when the market is closed. */
export async function toSaturday(portal: Portal): Promise<void> {
  const { now } = await sim<{ now: string }>(portal, "clock", {}, ["show"]);
  const noon = new Date(Date.parse(now) + 8 * 3_600_000);
  do noon.setUTCDate(noon.getUTCDate() + 1);
  while (noon.getUTCDay() !== 6);
  noon.setUTCHours(12, 0, 0, 0);
  await sim(portal, "clock", {}, ["set", new Date(noon.getTime() - 8 * 3_600_000).toISOString()]);
}
