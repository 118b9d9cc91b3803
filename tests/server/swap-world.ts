/** Helpers for exchange tests: opening the market, quotes, confirmations and balances. */
import { randomUUID } from "node:crypto";
import { readTradingTime } from "../../server/payments/swap/trading.ts";
import type { Answer, Client, TestServer } from "./server.ts";

export const QUOTE = "POST /mer/gep/swap/currency/exchange";
export const SURE = "POST /mer/gep/swap/currency/exchange/sure";
export const APPLY = "POST /mer/gep/swap/apply";

/** Moves the clock to half an hour after the next opening, unless the market stays open for another hour. */
export async function openMarket(server: TestServer): Promise<void> {
  const { open, opensAt, closesAt } = readTradingTime(server.app.services);
  const now = server.clock.now();
  if (!open || closesAt - now < 3_600_000) await server.sandbox!.clock.advance(opensAt + 1_800_000 - now);
}

export const quote = (client: Client, body: Record<string, unknown>): Promise<Answer> => client.call(QUOTE, body);

/** Expires the quotes of earlier tests, because a user can hold only five open ones. */
export const endQuotes = (server: TestServer) =>
  server.db.query("UPDATE swap_quote SET expires_at = created_at WHERE used_at IS NULL");

/** Confirms a quote with a proof and an idempotency key. */
export async function sure(client: Client, quoteId: string, key: string = randomUUID(), call = SURE): Promise<Answer> {
  return client.confirmed(call, { quoteId }, key);
}

/** Returns the amounts of a wallet as numbers. */
export async function wallet(
  client: Client,
  currency: string,
): Promise<{ balance: number; withdrawable: number; unavailable: number }> {
  const { map } = await client.call("GET /mer/wallet/one", { currency });
  const { balance = "0", withdrawable = "0", unavailable = "0" } = (map.record ?? {}) as Record<string, string>;
  return { balance: Number(balance), withdrawable: Number(withdrawable), unavailable: Number(unavailable) };
}

/** Returns all findings about the books. */
export const findings = (server: TestServer): Promise<readonly unknown[]> => server.monitor.check();

/** Credits money to a merchant; exists only in tests. */
export async function deposit(server: TestServer, mer: string, ccy: string, amount: string): Promise<void> {
  const { operatorCommands } = await import("../../server/payments/sandbox/operator-commands.ts");
  const desk = {
    db: server.db,
    clock: server.sandbox!.clock,
    feed: server.sandbox!.feed,
    context: server.app.services,
    drain: () => server.worker.drain(),
    reset: async () => undefined,
    seed: async () => false,
  };
  await operatorCommands["deposit"]!.run(desk, { words: [], options: { mer, ccy, amount } });
}
