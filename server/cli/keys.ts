import { randomBytes } from "node:crypto";
import { KEY_BYTES, parseKeyNumber, readKeyRing, writeKey } from "../core/key-ring.ts";
import type { Seal } from "../core/seal.ts";
import { auditAction } from "../operators/operators.ts";
import { countUse, reseal, type SealedStore } from "../app/reseal.ts";
import { checkKey, readKnownKeys } from "../session/key-check.ts";
import { listNodes } from "../store/nodes.ts";
import { prepareStore } from "../store/schema/migrate.ts";
import { createAction, createAttributedAction, type Call, type OperatorCall } from "./actions.ts";
import { getText } from "./texts.ts";

/** Lists the keys that the database uses, generates a new key, or reseals all data with the first key. */
export const keysActions = [
  createAction("keys list", list),
  createAction("keys rotate", rotate),
  createAttributedAction("keys reseal", resealAll),
];

/** Opens the sealed data after the keys have been checked. */
async function openStore(call: Call): Promise<{ store: SealedStore; seal: Seal }> {
  const { db, schemas, dataDir, keys, product } = call;
  await prepareStore(db);
  await checkKey(db, dataDir, keys);
  return { store: { db, schemas, columns: product.sealedColumns }, seal: call.seal() };
}

async function list(call: Call): Promise<string> {
  const { store, seal } = await openStore(call);
  const lines: string[] = [];
  for (const [kid, { fingerprint, isDropped }] of await readKnownKeys(call.db)) {
    const state = getText(call.lang, kid === seal.kid ? "keys.seals" : isDropped ? "keys.dropped" : "keys.opens");
    const uses = getText(call.lang, "keys.uses", { ...(await countUse(store, kid)) });
    lines.push(`${kid}  ${fingerprint}  ${state.padEnd(10)}  ${uses}`);
  }
  return lines.join("\n");
}

/** Generates a key with the next number and prints how to install it. Writes nothing. */
async function rotate({ db, dataDir, keys, lang }: Call): Promise<string> {
  const here = readKeyRing(dataDir, keys).map(({ kid }) => kid);
  const kid = `k${Math.max(...[...here, ...(await readKnownKeys(db)).keys()].map(parseKeyNumber)) + 1}`;
  const entry = writeKey({ kid, key: randomBytes(KEY_BYTES) });
  return `${entry}\n${getText(lang, "keys.steps", { kid, last: [...here, kid].join(","), first: [kid, ...here].join(",") })}`;
}

/** Reseals all data with the first key, and marks the keys that nothing uses any more as dropped. */
async function resealAll(call: OperatorCall): Promise<string> {
  const { db, lang, operator } = call;
  const { store, seal } = await openStore(call);
  const rows = await reseal(store, seal);
  const about = { action: "keys.reseal", object: `key/${seal.kid}`, detail: { rows } };
  await db.tx((tx) => auditAction(tx, { operator, ...about }));
  const lines = [getText(lang, "keys.resealed", { rows, kid: seal.kid })];
  for (const [kid, { isDropped }] of await readKnownKeys(db)) {
    if (kid === seal.kid || isDropped) continue;
    const use = await countUse(store, kid);
    const isUsed = (await listNodes(db)).some((node) => node.keys.split(",")[0] === kid);
    if (isUsed) lines.push(getText(lang, "keys.running", { kid, first: seal.kid }));
    else if (use.sealed + use.codes === 0) {
      await db.query("INSERT INTO key_dropped (kid, at) VALUES ($1, $2) ON CONFLICT (kid) DO NOTHING", [
        kid,
        new Date().toISOString(),
      ]);
      lines.push(getText(lang, "keys.unneeded", { kid }));
    } else lines.push(getText(lang, "keys.needed", { kid, uses: getText(lang, "keys.uses", { ...use }) }));
  }
  return lines.join("\n");
}
