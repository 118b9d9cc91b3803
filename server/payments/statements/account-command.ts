/** `portolan account`: lists the house's accounts at banks, and proposes to add, confirm or close one. */
import type { Lang } from "../../../src/engine/index.ts";
import { UsageError, type Command, type Invocation, type Outcome } from "../../cli/command.ts";
import { proposeAction, requireReason } from "../../cli/proposal-tools.ts";
import { identifyOperator, operatorOptions } from "../../cli/sign-in.ts";
import { withDatabase, type Opened } from "../../cli/with-database.ts";
import { toMinor } from "../ledger/minor-units.ts";
import { HOUSE } from "./model.ts";
import { ADD_ACTION, CLOSE_ACTION, findOwnAccount, listOwnAccounts, normalizeAccount } from "./own-accounts.ts";

const TEXTS = {
  en: {
    needs:
      "portolan account list, add <account> <currency> --opening <amount> --why <text>, or close <account> <currency> --why <text>",
    none: "There is no own account yet: portolan account add <account> <currency> --opening <amount> --why <text>",
    states: { unconfirmed: "to be confirmed by two operators", confirmed: "confirmed", closed: "closed" },
    length: "an account number has 4 to 40 characters",
    currency: (code: string) => `${code} is not a known currency`,
    opening: (right: string) => `--opening is the balance before the first statement, such as ${right}`,
    unknown: (account: string, currency: string) => `no own account ${account} in ${currency}`,
    again: "The second operator enters the opening balance, too, as the bank reports it: --value <amount>",
  },
  zh: {
    needs:
      "portolan account list、add <账号> <币种> --opening <金额> --why <原因>，或 close <账号> <币种> --why <原因>",
    none: "还没有自有账户：portolan account add <账号> <币种> --opening <金额> --why <原因>",
    states: { unconfirmed: "待两位操作员确认", confirmed: "已确认", closed: "已停用" },
    length: "账号为 4 到 40 个字符",
    currency: (code: string) => `不支持币种 ${code}`,
    opening: (right: string) => `--opening 为首份对账单之前的余额，例如 ${right}`,
    unknown: (account: string, currency: string) => `没有自有账户 ${account} ${currency}`,
    again: "期初余额须由第二位操作员按银行凭证再输入一次：--value <金额>",
  },
};

export const accountCommand: Command = {
  usage:
    "account list | account add <account> <currency> --opening <amount> --why <text> | account close <account> <currency> --why <text>",
  description: {
    en: "own accounts at banks. Statements of other accounts are refused. Adding or closing one takes two operators, who both enter the opening balance",
    zh: "自有银行账户，其他账户的对账单一律不收。登记和停用须两位操作员，期初余额由两人各输入一次",
  },
  options: {
    opening: { type: "string", description: { en: "balance before the first statement", zh: "首份对账单之前的余额" } },
    why: {
      type: "string",
      description: { en: "the reason, for the colleague and the audit chain", zh: "原因，供同事和审计记录查看" },
    },
    ...operatorOptions,
  },
  run(invocation) {
    const texts = TEXTS[invocation.lang];
    const [what = "list", account, currency] = invocation.args;
    if (what === "list" && account === undefined)
      return withDatabase(invocation, (opened) => list(invocation.lang, opened));
    if ((what !== "add" && what !== "close") || account === undefined || currency === undefined)
      throw new UsageError(texts.needs);
    const key = { account: normalizeAccount(account), currency };
    return withDatabase(invocation, (opened) => (what === "add" ? add : close)(invocation, opened, key));
  },
};

interface Key {
  account: string;
  currency: string;
}

async function list(lang: Lang, { db }: Opened): Promise<Outcome> {
  const texts = TEXTS[lang];
  const rows = (await listOwnAccounts(db)).map(({ account, currency, opening, state }) =>
    [account, currency, opening ?? "-", texts.states[state]].join("  "),
  );
  return { status: 0, text: rows.length === 0 ? texts.none : rows.join("\n") };
}

/** Proposes an account. The opening balance is not shown, so that the second operator enters it from the bank's paper. */
async function add(invocation: Invocation, opened: Opened, { account, currency }: Key): Promise<Outcome> {
  const texts = TEXTS[invocation.lang];
  const { minorUnits } = opened.schemas.entity("bankStatement");
  const digits = minorUnits[currency];
  if (digits === undefined) throw new UsageError(texts.currency(currency));
  if (account.length < 4 || account.length > 40) throw new UsageError(texts.length);
  const opening = readOpening(invocation.options["opening"], digits, texts);
  const why = requireReason(invocation);
  const { status, text } = await proposeAction(invocation, opened, await identifyOperator(invocation, opened), {
    act: ADD_ACTION,
    tenant: HOUSE,
    object: `ownAccount/${account}`,
    shows: { account, currency },
    body: { account, currency, opening },
    why,
  });
  return { status, text: `${text}\n${texts.again}` };
}

function readOpening(given: unknown, digits: number, texts: (typeof TEXTS)["en"]): string {
  try {
    const text = typeof given === "string" ? given.trim() : "";
    toMinor(text, digits);
    return text;
  } catch {
    throw new UsageError(texts.opening(digits === 0 ? "12500" : `12500.${"0".repeat(digits)}`));
  }
}

async function close(invocation: Invocation, opened: Opened, { account, currency }: Key): Promise<Outcome> {
  const why = requireReason(invocation);
  const operator = await identifyOperator(invocation, opened);
  if (!(await findOwnAccount(opened.db, { account, currency })))
    return { status: 1, text: TEXTS[invocation.lang].unknown(account, currency), refused: true };
  return proposeAction(invocation, opened, operator, {
    act: CLOSE_ACTION,
    tenant: HOUSE,
    object: `ownAccount/${account}`,
    shows: { account, currency },
    body: { account, currency },
    why,
  });
}
