/** `portolan account`: lists the house's accounts at banks, and proposes to add, confirm or close one. */
import { createAction, createOperatorAction, createProposalAction, proposeDraft } from "../../cli/actions.ts";
import { formatRows, Refused, UsageError } from "../../cli/command.ts";
import { getText } from "../cli-texts.ts";
import { toMinor } from "../ledger/minor-units.ts";
import { HOUSE } from "./model.ts";
import { ADD_ACTION, CLOSE_ACTION, findOwnAccount, listOwnAccounts, normalizeAccount } from "./own-accounts.ts";

const describeAccount = (given: string, currency: string) => {
  const account = normalizeAccount(given);
  const key = { account, currency };
  return { account, draft: { tenant: HOUSE, object: `ownAccount/${account}`, shows: key, body: key } };
};

export const accountActions = [
  createAction("account list", async ({ db, lang }) =>
    formatRows(
      (await listOwnAccounts(db)).map(({ account, currency, opening, state }) => [
        account,
        currency,
        opening ?? "-",
        getText(lang, `account.${state}`),
      ]),
      getText(lang, "account.none"),
    ),
  ),
  // The opening balance is not shown, so that the second operator enters it from the bank's document.
  createOperatorAction(
    "account add <account> <currency> --opening <amount> --why <text>",
    async (call, given = "", currency = "") => {
      const { lang, schemas, options } = call;
      const digits = schemas.entity("bankStatement").minorUnits[currency];
      if (digits === undefined) throw new UsageError(getText(lang, "account.currency", { code: currency }));
      const { account, draft } = describeAccount(given, currency);
      if (account.length < 4 || account.length > 40) throw new UsageError(getText(lang, "account.length"));
      const opening = options["opening"]?.trim() ?? "";
      if (!isAmount(opening, digits)) {
        const right = digits === 0 ? "12500" : `12500.${"0".repeat(digits)}`;
        throw new UsageError(getText(lang, "account.opening", { right }));
      }
      const proposed = await proposeDraft(call, { ...draft, act: ADD_ACTION, body: { ...draft.body, opening } });
      return `${proposed}\n${getText(lang, "account.again")}`;
    },
  ),
  createProposalAction(
    "account close <account> <currency> --why <text>",
    async ({ db, lang }, given = "", currency = "") => {
      const { account, draft } = describeAccount(given, currency);
      if (!(await findOwnAccount(db, draft.body)))
        throw new Refused(getText(lang, "account.unknown", { account, currency }));
      return { ...draft, act: CLOSE_ACTION };
    },
  ),
];

function isAmount(text: string, digits: number): boolean {
  try {
    toMinor(text, digits);
    return true;
  } catch {
    return false;
  }
}
