import { randomBytes } from "node:crypto";
import { KEY_BYTES, parseKeyNumber, readKeyRing, writeKey } from "../core/key-ring.ts";
import { createSeal, type Seal } from "../core/seal.ts";
import { countUse, reseal, type SealedStore } from "../reseal.ts";
import { checkKey, readKnownKeys } from "../session/key-check.ts";
import { listNodes } from "../store/nodes.ts";
import { prepareStore } from "../store/schema/migrate.ts";
import { type Command, type Outcome } from "./command.ts";
import { withDatabase, type Opened } from "./open.ts";

/** Shows the keys of the database, generates a new one, and reseals all data with it. */
export const keys: Command = {
  usage: "keys list | keys rotate | keys reseal",
  does: "lists the keys and what needs them, makes a new one for KEYS, or seals everything again by the first key of KEYS",
  run: (invocation) => {
    const [what = "list"] = invocation.words;
    return withDatabase(invocation, async (opened) => {
      const { db, dataDir, keys: given } = opened;
      if (what === "rotate") return rotate(opened);
      await prepareStore(db);
      await checkKey(db, dataDir, given);
      const seal = createSeal(readKeyRing(dataDir, given));
      const store = { db, schemas: opened.schemas, columns: invocation.product.sealedColumns };
      return what === "list" ? list(store, seal) : resealAll(store, seal);
    });
  },
};

async function list(store: SealedStore, seal: Seal): Promise<Outcome> {
  const known = await readKnownKeys(store.db);
  const lines: string[] = [];
  for (const [kid, { fingerprint, isDropped }] of known) {
    const { sealed, codes } = await countUse(store, kid);
    const state = kid === seal.kid ? "seals" : isDropped ? "not needed" : "opens";
    lines.push(`${kid}  ${fingerprint}  ${state.padEnd(10)}  ${sealed} sealed, ${codes} recovery codes`);
  }
  return { status: 0, text: lines.join("\n") };
}

/** Generates a key with the next number and prints what to do with it. Writes nothing. */
async function rotate({ db, dataDir, keys: given }: Opened): Promise<Outcome> {
  const here = readKeyRing(dataDir, given).map(({ kid }) => kid);
  const kid = `k${Math.max(...[...here, ...(await readKnownKeys(db)).keys()].map(parseKeyNumber)) + 1}`;
  return {
    status: 0,
    text: [
      writeKey({ kid, key: randomBytes(KEY_BYTES) }),
      `1. Add ${kid} as the last key of KEYS on every node and start them again, one after the other: ${[...here, kid].join(",")}.`,
      `2. Put it first and start them again: ${[kid, ...here].join(",")}. From now on it seals.`,
      "3. portolan keys reseal, with the same KEYS.",
      "Keep a copy of the key apart from the database. It is not shown again.",
    ].join("\n"),
  };
}

/** Reseals everything with the first key, and drops other keys that are no longer used. */
async function resealAll(store: SealedStore, seal: Seal): Promise<Outcome> {
  const lines = [`${await reseal(store, seal)} rows sealed by ${seal.kid}`];
  for (const [kid, { isDropped }] of await readKnownKeys(store.db)) {
    if (kid === seal.kid || isDropped) continue;
    const { sealed, codes } = await countUse(store, kid);
    const isUsed = (await listNodes(store.db)).some((node) => node.keys.split(",")[0] === kid);
    if (isUsed) lines.push(`${kid} still seals on a running node: put ${seal.kid} first on every node, then again`);
    else if (sealed + codes === 0) {
      await store.db.query("INSERT INTO key_dropped (kid, at) VALUES ($1, $2) ON CONFLICT (kid) DO NOTHING", [
        kid,
        new Date().toISOString(),
      ]);
      lines.push(`${kid} is not needed any more: remove it from KEYS`);
    } else lines.push(`${kid} is still needed: ${sealed} sealed, ${codes} recovery codes`);
  }
  return { status: 0, text: lines.join("\n") };
}
