/** Handlers of the product's jobs: those that it runs itself, and those that call a provider. */
import type { Lane } from "../jobs/lane.ts";
import type { JobHandler } from "../jobs/worker.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { MAKE_JOB, makeCards } from "./cards/make.ts";
import { takeCardMessages, type CardCases } from "./cards/messages.ts";
import { BOOK_JOB, bookReceipts } from "./collect/book.ts";
import { OPENED_JOB, openAccounts } from "./collect/open-accounts.ts";
import { requireBooksForOrder } from "./effect-handlers/outgoing.ts";
import { OWN_JOBS, type OwnJob } from "./schemas.ts";
import { stopAltered } from "./statements/altered-orders.ts";
import { raiseAnswer, raiseCase, solveAnswers, solveCardMessage } from "./statements/cases.ts";
import { matchStatements } from "./statements/match.ts";
import { CHECK_JOB, checkBalances } from "./statements/reconcile.ts";
import { MATCH_JOB } from "./statements/matching-job.ts";
import type { ReportFault } from "../providers/answer-fault.ts";
import { createProviderHandler } from "../providers/request.ts";
import { EVENT_JOB, fireStoredEvents } from "../providers/inbox.ts";
import { PORTS, type PortName, type ProviderPort, type Providers } from "../providers/provider-port.ts";
import { findUnanswered, listJobs, ProvidersMissing } from "../providers/unanswered-jobs.ts";
import type { Schemas } from "@portolan/engine/folder";

/** Maximum number of concurrent jobs for one provider per node. */
const SLOTS = 8;

/** One lane per port, so that a slow provider delays only its own jobs. Statements are matched one at a time. */
export const providerLanes: readonly Lane[] = [
  ...PORTS.map(({ name, jobs }) => ({
    name,
    kinds: name === "collect" ? [...jobs, BOOK_JOB] : jobs,
    slots: SLOTS,
  })),
  { name: "statements", kinds: [MATCH_JOB, CHECK_JOB], slots: 1 },
];

export interface HandlerOptions {
  context: LifecycleContext;
  providers: Providers;
  /**
   * Time in milliseconds without a successful verification after which a tenant's books close, which stops its provider
   * requests. Default: one hour.
   */
  booksCloseMs?: number | undefined;
}

/** Returns the handlers by job name. `start.ts` adds those of the server. */
export function createHandlers({ context, providers, booksCloseMs }: HandlerOptions): Record<string, JobHandler> {
  const report: ReportFault = (tx, fault) => raiseAnswer(tx, fault, context);
  const createHandler = (provider: ProviderPort): JobHandler =>
    stopAltered(
      context,
      createProviderHandler(provider, {
        context,
        before: (tx, { tenant, kind, id }) => requireBooksForOrder(tx, tenant, { kind, id }, booksCloseMs),
        report,
        recover: (tx, request) => solveAnswers(tx, request, "answered", context),
      }),
    );
  const cases: CardCases = {
    raise: async (tx, given) => void (await raiseCase(tx, { kind: "card", ...given }, context)),
    solve: (tx, subject) => solveCardMessage(tx, subject, "booked", context),
  };
  const { collect } = providers;
  const own: Record<OwnJob, JobHandler> = {
    [MAKE_JOB]: makeCards(context),
    [BOOK_JOB]: bookReceipts(context, collect && { provider: collect, requestProvider: createHandler(collect) }),
    [OPENED_JOB]: openAccounts(context),
  };
  const providerHandlers = PORTS.flatMap(({ name, jobs }) => {
    const provider = providers[name];
    return provider ? jobs.map((job) => [job, createHandler(provider)] as const) : [];
  });
  return {
    ...own,
    [EVENT_JOB]: stopAltered(
      context,
      fireStoredEvents(context, { report, unasked: { cards: takeCardMessages(context, cases) } }),
    ),
    [MATCH_JOB]: matchStatements(context),
    [CHECK_JOB]: checkBalances(context),
    ...Object.fromEntries(providerHandlers),
  };
}

export interface ConnectedProviders {
  providers: Providers;
  /** Disabled ports, whose jobs need no provider. */
  off?: ReadonlySet<PortName>;
  /**
   * Whether to request the capabilities of connected providers. If not, they count as handling all jobs of their ports.
   * Default: true.
   */
  probes?: boolean | undefined;
}

/**
 * Checks that each job in the schemas is handled by a provider or by the product, or belongs to a disabled port.
 *
 * @throws ProvidersMissing naming the jobs that are not
 */
export async function requireProviders(
  { entities }: Pick<Schemas, "entities">,
  { providers, off = new Set(), probes = true }: ConnectedProviders,
  advice: string,
): Promise<void> {
  const isSettled = (name: PortName) => off.has(name) || (!probes && providers[name] !== undefined);
  const settled = PORTS.flatMap(({ name, jobs }) => (isSettled(name) ? jobs : []));
  const handled = new Set<string>([...OWN_JOBS, ...settled]);
  const missing = await findUnanswered(listJobs(entities.values()), handled, probes ? providers : {});
  if (missing.length > 0) throw new ProvidersMissing(missing, advice);
}
