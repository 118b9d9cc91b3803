/** Actions that use the database: for anyone, for an identified operator, or proposed for a second operator to confirm. */
import { prepareKinds } from "@portolan/engine/compiler";
import { resolveFolders } from "../config/folders.ts";
import { readConfig, type Config } from "../config/read.ts";
import { realClock } from "../core/clock.ts";
import type { KeyRing } from "../core/key-ring.ts";
import { sealFor, type Seal } from "../core/seal.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { createAnswerAction, ANSWER_ACTION } from "../manual-provider/answer.ts";
import { operatorActions } from "../operators/actions.ts";
import { confirmProposal, propose, type NewProposal, type ProposalTools } from "../operators/proposals.ts";
import { DISMISS_ACTION, dismissEvent } from "../providers/inbox.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../store/database.ts";
import { openDatabase } from "../store/open.ts";
import type { Action, Invocation, Result } from "./command.ts";
import { identifyOperator, requireOperator } from "./sign-in.ts";
import { getText } from "./texts.ts";

/** Invocation of an action that uses the database. */
export interface Call extends Invocation {
  db: Database;
  schemas: Schemas;
  dataDir: string;
  config: Config;
  /** Keys from the setting `KEYS`; undefined when it is not set. */
  keys: KeyRing | undefined;
  seal(): Seal;
}

/** Call of an identified operator. */
export interface OperatorCall extends Call {
  operator: string;
}

/** Work of an action: the call and the arguments that its usage declares. */
type Work<C> = (call: C, ...args: string[]) => Promise<Result>;

/**
 * Opens the configured database, runs `work`, and closes the database.
 *
 * @throws ConfigErrors for invalid settings, SchemaErrors for invalid schemas, Error when the database cannot be opened
 */
export async function withDatabase<T>(invocation: Invocation, work: (call: Call) => Promise<T>): Promise<T> {
  const config = readConfig(invocation.env);
  const { dataDir, schemasDir } = resolveFolders(config);
  const schemas = invocation.product.readSchemas(schemasDir);
  await prepareKinds(schemas.dialect);
  const { databaseUrl, keys } = config;
  const db = await openDatabase({ dataDir, ...(databaseUrl !== undefined && { databaseUrl }) });
  try {
    return await work({ ...invocation, db, schemas, dataDir, config, keys, seal: () => sealFor(dataDir, keys) });
  } finally {
    await db.close();
  }
}

/** Creates an action that opens the database. `usage`: alternatives separated by ` | `. */
export const createAction = (usage: string, work: Work<Call>): Action => ({
  usages: usage.split(" | "),
  run: (invocation, ...args) => withDatabase(invocation, (call) => work(call, ...args)),
});

/** Creates an action of an operator who is identified by a session, or by name, password and code. */
export const createOperatorAction = (usage: string, work: Work<OperatorCall>, identify = identifyOperator): Action =>
  createAction(usage.replaceAll(/$| (?=\| )/g, " [--operator <name>]$&"), async (call, ...args) =>
    work({ ...call, operator: await identify(call) }, ...args),
  );

/** Creates an action that is attributed to an operator: an identified one as soon as the installation has operators. */
export const createAttributedAction = (usage: string, work: Work<OperatorCall>): Action =>
  createOperatorAction(usage, work, requireOperator);

/** A proposal without its reason, which is the option `--why`. */
export type Draft = Omit<NewProposal, "why">;

/** Creates an action that proposes what `plan` returns. */
export const createProposalAction = (
  usage: string,
  plan: (call: OperatorCall, ...args: string[]) => Promise<Draft>,
): Action => createOperatorAction(usage, async (call, ...args) => proposeDraft(call, await plan(call, ...args)));

/** Stores a proposal of the operator and returns instructions for confirming it. */
export async function proposeDraft(call: OperatorCall, draft: Draft): Promise<string> {
  const why = call.options["why"]?.trim() ?? "";
  const id = await propose(call.db, createProposalTools(call), call.operator, { ...draft, why });
  return getText(call.lang, "proposed", { id });
}

/** Confirms a proposal by the operator. `--value` is the value that both operators enter. Returns its result. */
export const confirm = (call: OperatorCall, id: string): Promise<string> =>
  confirmProposal(call.db, createProposalTools(call), id, {
    confirmedBy: call.operator,
    entered: call.options["value"]?.trim(),
  });

/**
 * Returns the context for changing orders from the command line. It notifies no worker: the server's worker finds new
 * jobs by polling.
 */
export const createContext = ({ product, schemas, config, seal }: Call): LifecycleContext => ({
  schemas,
  vocabulary: product.createVocabulary(config),
  clock: realClock,
  seal: seal(),
});

/** Returns all operations that need two operators, and the seal for their proposals. */
function createProposalTools(call: Call): ProposalTools {
  const context = createContext(call);
  return {
    seal: call.seal(),
    actions: {
      ...operatorActions,
      [ANSWER_ACTION]: createAnswerAction(context),
      [DISMISS_ACTION]: dismissEvent,
      ...call.product.createActions(context),
    },
  };
}
