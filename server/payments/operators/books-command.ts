/** `portolan books`: lists the state of books, and proposes to open closed ones. */
import { UsageError, type Command, type Invocation, type Outcome } from "../../cli/command.ts";
import { withDatabase, type Opened } from "../../cli/with-database.ts";
import { proposeAction, requireReason } from "../../cli/proposal-tools.ts";
import { identifyOperator, operatorOptions } from "../../cli/sign-in.ts";
import { readBookStates } from "../ledger/book-state.ts";
import { findMerchantId } from "./find-merchant.ts";

const TEXTS = {
  en: {
    needs: "portolan books list, or open <merchant> --why <text>",
    none: "No books were proven yet.",
    unknown: (who: string) => `no merchant or user ${who}`,
    never: "never proven",
    states: { open: "open", closed: "closed" },
    reasons: { finding: "findings", unproven: "not proven in time", operator: "frozen by an operator" },
  },
  zh: {
    needs: "portolan books list，或 open <商户> --why <原因>",
    none: "还没有核对过账务。",
    unknown: (who: string) => `没有商户或用户 ${who}`,
    never: "从未核对",
    states: { open: "正常", closed: "已停" },
    reasons: { finding: "核对发现问题", unproven: "未按时核对", operator: "操作员停止" },
  },
};

export const booksCommand: Command = {
  usage: "books list | books open <merchant> --why <text>",
  description: {
    en: "whose outgoing money stands still. Opening proves the books first, and takes two operators",
    zh: "哪些商户的出款已停止。恢复前先核对账务，须两位操作员",
  },
  options: {
    why: { type: "string", description: { en: "why they may open again", zh: "恢复的原因" } },
    ...operatorOptions,
  },
  run(invocation) {
    const texts = TEXTS[invocation.lang];
    const [what = "list", who] = invocation.args;
    if (what === "list" && who === undefined) return withDatabase(invocation, (opened) => list(invocation, opened));
    if (what !== "open" || who === undefined) throw new UsageError(texts.needs);
    return withDatabase(invocation, async (opened) => {
      const merchant = await findMerchantId(opened.db, who);
      return merchant === undefined
        ? { status: 1, text: texts.unknown(who), refused: true }
        : open(invocation, opened, merchant);
    });
  },
};

async function list({ lang }: Invocation, { db }: Opened): Promise<Outcome> {
  const texts = TEXTS[lang];
  const lines = (await readBookStates(db)).map(({ m: merchant, state, reason, since, provenAt, findings }) =>
    [
      merchant,
      texts.states[state],
      since,
      provenAt ?? texts.never,
      ...(reason ? [texts.reasons[reason]] : []),
      ...findings.map(({ rule, detail }) => `${rule}: ${detail}`),
    ].join("  "),
  );
  return { status: 0, text: lines.length === 0 ? texts.none : lines.join("\n") };
}

async function open(invocation: Invocation, opened: Opened, merchant: string): Promise<Outcome> {
  const why = requireReason(invocation);
  const operator = await identifyOperator(invocation, opened);
  const proposal = { act: "books.open", tenant: merchant, object: `books/${merchant}`, shows: {}, body: {}, why };
  return proposeAction(invocation, opened, operator, proposal);
}
