/**
 * Accounts of the house at banks. Statements are imported only for accounts that two operators have confirmed.
 *
 * @see docs/decisions/receiving.md#a-statement-is-imported-by-two-operators-for-a-confirmed-account
 */
import { getTableName, type Lang, type Row } from "@portolan/engine";
import { readText } from "../../core/body.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import type { OperatorAction, OperatorActions } from "../../operators/proposals.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Queries } from "../../store/database.ts";
import { findDigits, fromMinor, toMinor } from "../ledger/minor-units.ts";
import { raiseCase } from "./cases.ts";
import { createFault, HOUSE, type BankStatement, type Fault } from "./model.ts";

export const ADD_ACTION = "account.add";
export const CLOSE_ACTION = "account.close";

export interface OwnAccount {
  account: string;
  currency: string;
  /** Balance before the first statement, as a decimal. Null until it is confirmed. */
  opening: string | null;
  state: "unconfirmed" | "confirmed" | "closed";
}

const COLUMNS = "account, currency, opening, state";

export const listOwnAccounts = (db: Queries): Promise<OwnAccount[]> =>
  db.query(`SELECT ${COLUMNS} FROM own_account WHERE m = $1 ORDER BY account, currency`, [HOUSE]);

export async function findOwnAccount(
  db: Queries,
  { account, currency }: Pick<OwnAccount, "account" | "currency">,
): Promise<OwnAccount | undefined> {
  const [row] = await db.query(`SELECT ${COLUMNS} FROM own_account WHERE m = $1 AND account = $2 AND currency = $3`, [
    HOUSE,
    account,
    currency,
  ]);
  return row;
}

/**
 * Adds the accounts of stored statements as unconfirmed. Returns the accounts that it added: none once the accounts of
 * all statements are known.
 */
export const takeOverAccounts = (db: Queries, schemas: Pick<Schemas, "entity">): Promise<OwnAccount[]> =>
  db.query(
    `INSERT INTO own_account (m, account, currency, state, changed_at)
     SELECT DISTINCT $1, f_account, f_currency, 'unconfirmed', CAST($2 AS timestamptz) FROM ${getTableName(schemas.entity("bankStatement"))} WHERE m = $1
     ON CONFLICT (m, account, currency) DO NOTHING RETURNING ${COLUMNS}`,
    [HOUSE, new Date().toISOString()],
  );

/** Returns a fault for each statement whose account is not confirmed. */
export async function findUnknownAccounts(
  db: Queries,
  statements: readonly Pick<BankStatement, "at" | "account" | "currency">[],
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { at, account, currency } of statements) {
    const { state } = (await findOwnAccount(db, { account, currency })) ?? { state: "unknown" };
    if (state === "confirmed") continue;
    const { zh, en } = REFUSALS[state];
    const name = `${account} ${currency}`;
    const add = `portolan account add ${name} --opening <...>`;
    faults.push(createFault(at, "Acct", `${name} ${zh}：${add}`, `${name} ${en}: ${add}`).fault);
  }
  return faults;
}

const REFUSALS: Record<Exclude<OwnAccount["state"], "confirmed"> | "unknown", Readonly<Record<Lang, string>>> = {
  unknown: { zh: "不是已登记的自有账户", en: "is not an own account" },
  unconfirmed: {
    zh: "是升级前已有对账单的账户，尚待两位操作员确认",
    en: "has earlier statements, but two operators have not confirmed it yet",
  },
  closed: { zh: "已停用", en: "is closed" },
};

/** Writes an account number as banks do in statements: without spaces. */
export const normalizeAccount = (text: string): string => text.replaceAll(/\s/g, "");

/** Returns the operations on own accounts. */
export const createAccountActions = (context: LifecycleContext): OperatorActions => ({
  [ADD_ACTION]: createAddAction(context),
  [CLOSE_ACTION]: closeAccount,
});

const readKey = (body: Row) => ({ account: readText(body, "account"), currency: readText(body, "currency") });

const readVersion: OperatorAction["readVersion"] = async (db, _tenant, body) => {
  const known = await findOwnAccount(db, readKey(body));
  return known ? `${known.state}#${known.opening ?? ""}` : "";
};

/**
 * Returns the operation that confirms an account and its opening balance, which both operators enter. If the first
 * stored statement opens with another balance, it opens a case.
 */
function createAddAction(context: LifecycleContext): OperatorAction {
  const { minorUnits } = context.schemas.entity("bankStatement");
  const toOpening = (body: Row, text: string) => toMinor(text, findDigits(readText(body, "currency"), minorUnits));
  return {
    readVersion,
    reentered: {
      isSame(body, text) {
        try {
          return toOpening(body, text) === toOpening(body, readText(body, "opening"));
        } catch {
          return false;
        }
      },
    },
    async run(tx, { body }) {
      const { account, currency } = readKey(body);
      const opening = fromMinor(toOpening(body, readText(body, "opening")), findDigits(currency, minorUnits));
      await tx.query(
        `INSERT INTO own_account (m, account, currency, opening, state, changed_at) VALUES ($1, $2, $3, $4, 'confirmed', $5)
         ON CONFLICT (m, account, currency) DO UPDATE SET opening = excluded.opening, state = 'confirmed', changed_at = excluded.changed_at`,
        [HOUSE, account, currency, opening, new Date().toISOString()],
      );
      const [first] = await tx.query(
        `SELECT id, data FROM ${getTableName(context.schemas.entity("bankStatement"))} WHERE m = $1 AND f_account = $2 AND f_currency = $3 ORDER BY f_day LIMIT 1`,
        [HOUSE, account, currency],
      );
      const found = first && String(first.data["opening"]);
      if (first && found !== undefined && toOpening(body, found) !== toOpening(body, opening))
        await raiseCase(
          tx,
          { kind: "opening", subject: `${first.id} opening`, currency, amount: found, expected: opening },
          context,
        );
      return `${account} ${currency} confirmed`;
    },
  };
}

/** Closes an account: no statement of it is imported from then on. Its stored statements remain. */
const closeAccount: OperatorAction = {
  readVersion,
  async run(tx, { body }) {
    const { account, currency } = readKey(body);
    await tx.query(
      "UPDATE own_account SET state = 'closed', changed_at = $4 WHERE m = $1 AND account = $2 AND currency = $3",
      [HOUSE, account, currency, new Date().toISOString()],
    );
    return `${account} ${currency} closed`;
  },
};
