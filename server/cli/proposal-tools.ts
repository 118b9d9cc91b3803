/**
 * Creates what proposals need on the command line: their operations, their seal, and the context to execute them in.
 */
import { realClock } from "../core/clock.ts";
import { createAnswerAction, ANSWER_ACTION } from "../manual-provider/answer.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { operatorActions } from "../operators/actions.ts";
import { propose, type NewProposal, type ProposalTools } from "../operators/proposals.ts";
import { DISMISS_ACTION, dismissEvent } from "../providers/inbox.ts";
import { UsageError, type Invocation, type Outcome } from "./command.ts";
import type { Opened } from "./with-database.ts";
import { openSeal } from "./sign-in.ts";

const TEXTS = {
  en: {
    open: (id: string) => `Another operator confirms it within 24 hours: portolan proposal confirm ${id}`,
    why: "--why says why",
  },
  zh: {
    open: (id: string) => `须由另一位操作员在 24 小时内确认：portolan proposal confirm ${id}`,
    why: "请用 --why 说明原因",
  },
};

/** Returns the reason in `--why`. @throws UsageError when it is missing or blank */
export function requireReason({ options, lang }: Pick<Invocation, "options" | "lang">): string {
  const { why } = options;
  if (typeof why !== "string" || why.trim() === "") throw new UsageError(TEXTS[lang].why);
  return why.trim();
}

/**
 * Returns the context for changing orders from the command line. It notifies no worker: the server's worker finds new
 * jobs by polling.
 */
export const createContext = ({ product }: Pick<Invocation, "product">, opened: Opened): LifecycleContext => ({
  schemas: opened.schemas,
  vocabulary: product.createVocabulary(opened.config),
  clock: realClock,
  seal: openSeal(opened),
});

/** Returns all operations that need two operators, and the seal for their proposals. */
export function createProposalTools({ product }: Pick<Invocation, "product">, opened: Opened): ProposalTools {
  const context = createContext({ product }, opened);
  return {
    seal: openSeal(opened),
    actions: {
      ...operatorActions,
      [ANSWER_ACTION]: createAnswerAction(context),
      [DISMISS_ACTION]: dismissEvent,
      ...product.createActions(context),
    },
  };
}

/** Stores a proposal and returns instructions for confirming it. */
export async function proposeAction(
  invocation: Pick<Invocation, "product" | "lang">,
  opened: Opened,
  by: string,
  proposal: NewProposal,
): Promise<Outcome> {
  const tools = createProposalTools(invocation, opened);
  const id = await propose(opened.db, tools, by, proposal);
  return { status: 0, text: TEXTS[invocation.lang].open(id) };
}
