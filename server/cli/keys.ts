import { randomBytes } from "node:crypto";
import { KEY_BYTES, parseKeyNumber, readKeyRing, writeKey } from "../core/key-ring.ts";
import { createSeal, type Seal } from "../core/seal.ts";
import { auditAction } from "../operators/operators.ts";
import { countUse, reseal, type SealedStore } from "../reseal.ts";
import { checkKey, readKnownKeys } from "../session/key-check.ts";
import { listNodes } from "../store/nodes.ts";
import { prepareStore } from "../store/schema/migrate.ts";
import { type Command, type Outcome } from "./command.ts";
import { withDatabase, type Opened } from "./with-database.ts";
import { operatorOptions, requireOperator } from "./sign-in.ts";

const TEXTS = {
  en: {
    seals: "seals",
    opens: "opens",
    dropped: "not needed",
    uses: (sealed: number, codes: number) => `${sealed} sealed, ${codes} recovery codes`,
    steps: (kid: string, here: readonly string[]) => [
      `1. Add ${kid} as the last key of KEYS on every node and start them again, one after the other: ${[...here, kid].join(",")}.`,
      `2. Put it first and start them again: ${[kid, ...here].join(",")}. From now on it seals.`,
      "3. portolan keys reseal, with the same KEYS.",
      "Keep a copy of the key apart from the database. It is not shown again.",
    ],
    resealed: (rows: number, kid: string) => `${rows} rows sealed by ${kid}`,
    running: (kid: string, first: string) =>
      `${kid} still seals on a running node: put ${first} first on every node, then again`,
    unneeded: (kid: string) => `${kid} is not needed any more: remove it from KEYS`,
    needed: (kid: string, uses: string) => `${kid} is still needed: ${uses}`,
  },
  zh: {
    seals: "加密中",
    opens: "仅解密",
    dropped: "不再需要",
    uses: (sealed: number, codes: number) => `${sealed} 条加密数据，${codes} 个恢复码`,
    steps: (kid: string, here: readonly string[]) => [
      `1. 把 ${kid} 加在各节点 KEYS 的末尾，并依次重启：${[...here, kid].join(",")}。`,
      `2. 再把它移到最前，并依次重启：${[kid, ...here].join(",")}。此后由它加密。`,
      "3. 用同样的 KEYS 运行 portolan keys reseal。",
      "请把密钥另行备份，不要与数据库放在一起。密钥不会再次显示。",
    ],
    resealed: (rows: number, kid: string) => `${rows} 行已用 ${kid} 重新加密`,
    running: (kid: string, first: string) => `仍有节点在用 ${kid} 加密：请先把各节点的 ${first} 移到最前，再运行一次`,
    unneeded: (kid: string) => `${kid} 已不再需要，可从 KEYS 中移除`,
    needed: (kid: string, uses: string) => `仍需要 ${kid}：${uses}`,
  },
};
type Texts = (typeof TEXTS)["en"];

/** Lists the keys that the database uses, generates a new key, or reseals all data with the first key. */
export const keys: Command = {
  usage: "keys list | keys rotate | keys reseal --operator <name>",
  description: {
    en: "lists the keys and what needs them, makes a new one for KEYS, or seals everything again by the first key of KEYS",
    zh: "列出密钥及其用量，为 KEYS 生成新密钥，或用 KEYS 的第一把密钥重新加密全部数据",
  },
  options: operatorOptions,
  run: (invocation) => {
    const [what = "list"] = invocation.args;
    const texts = TEXTS[invocation.lang];
    return withDatabase(invocation, async (opened) => {
      const { db, dataDir, keys: given } = opened;
      if (what === "rotate") return rotate(opened, texts);
      await prepareStore(db);
      await checkKey(db, dataDir, given);
      const seal = createSeal(readKeyRing(dataDir, given));
      const store = { db, schemas: opened.schemas, columns: invocation.product.sealedColumns };
      if (what === "list") return list(store, seal, texts);
      return resealAll(store, { seal, operator: await requireOperator(invocation, opened) }, texts);
    });
  },
};

async function list(store: SealedStore, seal: Seal, texts: Texts): Promise<Outcome> {
  const known = await readKnownKeys(store.db);
  const lines: string[] = [];
  for (const [kid, { fingerprint, isDropped }] of known) {
    const { sealed, codes } = await countUse(store, kid);
    const state = kid === seal.kid ? texts.seals : isDropped ? texts.dropped : texts.opens;
    lines.push(`${kid}  ${fingerprint}  ${state.padEnd(10)}  ${texts.uses(sealed, codes)}`);
  }
  return { status: 0, text: lines.join("\n") };
}

/** Generates a key with the next number and prints how to install it. Writes nothing. */
async function rotate({ db, dataDir, keys: given }: Opened, texts: Texts): Promise<Outcome> {
  const here = readKeyRing(dataDir, given).map(({ kid }) => kid);
  const kid = `k${Math.max(...[...here, ...(await readKnownKeys(db)).keys()].map(parseKeyNumber)) + 1}`;
  return {
    status: 0,
    text: [writeKey({ kid, key: randomBytes(KEY_BYTES) }), ...texts.steps(kid, here)].join("\n"),
  };
}

/** Reseals all data with the first key, and marks the keys that nothing uses any more as dropped. */
async function resealAll(
  store: SealedStore,
  { seal, operator }: { seal: Seal; operator: string },
  texts: Texts,
): Promise<Outcome> {
  const rows = await reseal(store, seal);
  const about = { action: "keys.reseal", object: `key/${seal.kid}`, detail: { rows } };
  await store.db.tx((tx) => auditAction(tx, { operator, ...about }));
  const lines = [texts.resealed(rows, seal.kid)];
  for (const [kid, { isDropped }] of await readKnownKeys(store.db)) {
    if (kid === seal.kid || isDropped) continue;
    const { sealed, codes } = await countUse(store, kid);
    const isUsed = (await listNodes(store.db)).some((node) => node.keys.split(",")[0] === kid);
    if (isUsed) lines.push(texts.running(kid, seal.kid));
    else if (sealed + codes === 0) {
      await store.db.query("INSERT INTO key_dropped (kid, at) VALUES ($1, $2) ON CONFLICT (kid) DO NOTHING", [
        kid,
        new Date().toISOString(),
      ]);
      lines.push(texts.unneeded(kid));
    } else lines.push(texts.needed(kid, texts.uses(sealed, codes)));
  }
  return { status: 0, text: lines.join("\n") };
}
