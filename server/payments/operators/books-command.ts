/** `portolan books`: lists the state of books, and proposes to open closed ones. */
import { createAction, createProposalAction } from "../../cli/actions.ts";
import { formatRows } from "../../cli/command.ts";
import { getText } from "../cli-texts.ts";
import { readBookStates } from "../ledger/book-state.ts";
import { readMerchant } from "./find-merchant.ts";

export const booksActions = [
  createAction("books list", async ({ db, lang }) =>
    formatRows(
      (await readBookStates(db)).map(({ m: merchant, state, reason, since, provenAt, findings }) => [
        merchant,
        getText(lang, `books.${state}`),
        since,
        provenAt ?? getText(lang, "books.never"),
        ...(reason ? [getText(lang, `books.reason.${reason}`)] : []),
        ...findings.map(({ rule, detail }) => `${rule}: ${detail}`),
      ]),
      getText(lang, "books.none"),
    ),
  ),
  createProposalAction("books open <merchant> --why <text>", async (call, who) => {
    const merchant = await readMerchant(call, who);
    return { act: "books.open", tenant: merchant, object: `books/${merchant}`, shows: {}, body: {} };
  }),
];
