/**
 * A merchant's fees and limits: operators alone write them. A change is one new row that holds from `effectiveFrom` on; no row is ever
 * edited, so that what an order was judged by can be read later (`docs/decisions/0091-channel-set.md`).
 */
import { type Entity, type Row, tableOf } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { audit } from "../audit/audit.ts";
import { recordNumber } from "../lifecycle/number.ts";
import type { Tx } from "../store/database.ts";
import { records } from "../store/records.ts";
import { findMerchantId } from "./find-merchant.ts";
import { UsageError, type OperatorCommand } from "./operator-command.ts";

const USAGE =
  "channel.set --mer <merchant or user> --product <withdrawal|recharge|...> --currency <currency> [--effectiveFrom <ISO time, now if left out>] [--singleMin|--singleMax|--monthlyMax|--singleFee|--reviewAbove|--withdrawalRate|--exchangeRate <value, or none>]... (what is left out stays as in the row before)";

/** The verb `channel.set`. Throws `invalid` with the schema's own errors (V6, V7 among them); answers the new row and what differs from the one before. */
export const setChannelCommand: OperatorCommand = {
  usage: USAGE,
  async run({ db, context, clock }, { words, options: { mer = "", ...given } }) {
    const entity = context.schemas.entity("channel");
    const open = entity.fields.filter(({ readOnly }) => !readOnly).map(({ name }) => name);
    const unknown = [...words, ...Object.keys(given).filter((name) => !open.includes(name))];
    if (unknown.length > 0)
      throw new UsageError(`unknown: ${unknown.join(", ")}; known are ${open.map((name) => `--${name}`).join(" ")}`);
    const m = await findMerchantId(db, mer);
    return db.tx(async (tx) => {
      // Two changes at once would both follow the same row.
      await tx.query("UPDATE merchant SET name = name WHERE id = $1", [m]);
      const at = clock.now();
      const from = given["effectiveFrom"] ?? new Date(at).toISOString();
      if (Date.parse(from) < at)
        throw new UsageError(
          `what held before stays: --effectiveFrom ${from} lies before ${new Date(at).toISOString()}`,
        );
      const before = await rowBefore(tx, entity, m, given, from);
      const { value, errors } = entity.check(without({ ...before, ...given, effectiveFrom: from }), {
        lang: "en",
        side: "server",
      });
      if (errors.length > 0) throw new Failure("invalid", {}, errors);
      const row: Row = {
        ...value,
        [entity.key]: recordNumber(entity.number ?? "", at),
        createdAt: new Date(at).toISOString(),
      };
      const changed = open.filter((name) => name !== "effectiveFrom" && before?.[name] !== row[name]);
      await records(tx, { data: new Map() }).insert(entity, { tenant: m, id: String(row[entity.key]), row, at });
      await audit(tx, {
        tenant: m,
        at,
        actor: "operator",
        action: "channel.set",
        object: `${entity.name}/${String(row[entity.key])}`,
        traceId: "operator",
        detail: { fields: changed },
      });
      return { merchant: m, row, changed };
    });
  },
};

/** The row that would hold at `from` without this one. Throws where one begins at that very moment: neither would come first. */
async function rowBefore(
  tx: Tx,
  entity: Entity,
  m: string,
  { product, currency }: Row,
  from: string,
): Promise<Row | undefined> {
  const rows = (await tx.query<{ data: Row }>(`SELECT data FROM ${tableOf(entity)} WHERE m = $1`, [m])).map(
    ({ data }) => data,
  );
  const start = (row: Row) => Date.parse(String(row["effectiveFrom"]));
  const same = rows
    .filter((row) => row["product"] === product && row["currency"] === currency && start(row) <= Date.parse(from))
    .sort((a, b) => start(b) - start(a));
  if (same[0] && start(same[0]) === Date.parse(from))
    throw new UsageError(`${String(same[0][entity.key])} begins at ${from} already`);
  if (!same[0]) return undefined;
  const { [entity.key]: _key, createdAt: _at, ...values } = same[0];
  return values;
}

/** Without what is to be set no more (`none`). */
const without = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== "none"));
