/** What the chapters of the demo history share: the scene, its days, and who acts in it. */
import type { Entity, Row, Scope } from "../../../src/engine/index.ts";
import type { Actor } from "../../core/actor.ts";
import { systemActor } from "../../lifecycle/clock-events.ts";
import type { Entry } from "../../payments/ledger/entry.ts";
import type { Vocabulary } from "../../lifecycle/context.ts";
import { loadFacts } from "../../lifecycle/facts.ts";
import type { Schemas } from "../../schemas/read.ts";
import type { Tx } from "../../store/database.ts";
import type { DemoMerchant } from "../demo.ts";
import { demoUsername } from "../demo-users.ts";
import type { Past } from "../lifecycle-replay.ts";

/** Days of history. */
export const HISTORY_DAYS = 90;
export const DAY = 86_400_000;
export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** One merchant's past is written inside one transaction. `random` is seeded; `payees`: its RMB payees. */
export interface HistoryBuilder {
  tx: Tx;
  schemas: Schemas;
  vocabulary: Vocabulary;
  merchant: DemoMerchant;
  payees: readonly Row[];
  random: () => number;
  now: number;
}

/** What one product adds to a merchant's past. */
export interface HistoryPart {
  /** Money that moved outside the lifecycles. */
  entries?(scene: HistoryBuilder): Entry[];
  /** Orders whose life is over, worked out in memory by `walk`. */
  pasts?(scene: HistoryBuilder): Promise<Past[]>;
  /** Today's desk: orders under way, made by the executor itself after everything else is written. */
  open?(scene: HistoryBuilder): Promise<void>;
}

/** Half past eight in China of a day in the past. */
export function morningOf(now: number, daysAgo: number): number {
  const local = now + 8 * HOUR - daysAgo * DAY;
  return local - (local % DAY) + 8.5 * HOUR - 8 * HOUR;
}
/** Monday to Friday in China. */
export const isWorkday = (at: number) => ![0, 6].includes(new Date(at + 8 * HOUR).getUTCDay());

/** Who acts: the first user prepares, the second (or the first alone) reviews, the provider answers. */
export interface Actors {
  maker: Actor;
  makerFacts: Scope;
  checker: Actor;
  checkerFacts: Scope;
  bank: Actor;
}

/** The cast of an entity's orders, with the facts that its rules read; `about` says what these go by (the currency). */
export async function loadActors(
  { tx, schemas, vocabulary, merchant, now }: HistoryBuilder,
  entity: Entity,
  about: Row = {},
): Promise<Actors> {
  const person = async (index: number): Promise<[Actor, Scope]> => {
    const at = Math.min(index, merchant.users.length - 1);
    const username = demoUsername(merchant.users[at]!.username);
    const [row] = await tx.query<{ id: string; grants: string[] }>(
      "SELECT id, grants FROM portal_user WHERE username = $1",
      [username],
    );
    const actor: Actor = {
      by: "merchant",
      tenant: merchant.id,
      userId: row!.id,
      username,
      grants: new Set(row!.grants),
      userStatus: merchant.userStatus,
      lang: "zh",
      traceId: "demo",
    };
    const clock = { now: () => now };
    return [actor, await loadFacts({ db: tx, schemas, vocabulary, clock, actor, entity, record: about })];
  };
  const [[maker, makerFacts], [checker, checkerFacts]] = [await person(0), await person(1)];
  return { maker, makerFacts, checker, checkerFacts, bank: systemActor("provider", merchant.id, "demo") };
}
