/** Assembles the payment product. In sandbox mode, the sandbox simulates its providers. */
import type { FastifyBaseLogger } from "fastify";
import { SESSION_COOKIES } from "../../src/contract/session.ts";
import type { Access } from "@portolan/engine";
import type { ProviderChoice } from "../config/provider-settings.ts";
import { type Clock, realClock } from "../core/clock.ts";
import { handlers } from "./handlers.ts";
import { fillFrozen, type OrderAltered } from "../lifecycle/frozen.ts";
import type { Host, Parts, Product, UpgradeOptions } from "../app/product.ts";
import { createHooks } from "../providers/hooks.ts";
import { PORTS, type PortName, type Providers } from "../providers/provider-port.ts";
import type { Sandbox, SandboxOptions } from "./sandbox/open.ts";
import type { Schemas } from "@portolan/engine/folder";
import type { Database } from "../store/database.ts";
import type { Services } from "../http/services.ts";
import { startServer, type Server, type ServerOptions } from "../app/start.ts";
import { runLeased } from "../store/schema/lease.ts";
import { place, type Placements } from "../store/distribution/placement.ts";
import { createBasePlacements, createBaseTables } from "../app/tables.ts";
import { accounts } from "./accounts.ts";
import { createHandlers, providerLanes, requireProviders } from "./job-handlers.ts";
import { buildLedgerSource } from "./ledger/projections.ts";
import { moneyTables } from "./ledger/tables.ts";
import { bookGauges, readBookReadiness } from "./monitor/gauges.ts";
import { createProviderGauges } from "./monitor/provider-gauges.ts";
import { LedgerMonitor, type MonitorEvent } from "./monitor/ledger-monitor.ts";
import { openMarket, type OpenMarket } from "./rates/open.ts";
import { rateTables } from "./rates/tables.ts";
import { removePorts } from "./disabled-ports.ts";
import type { PaymentServices } from "./services.ts";
import { ownDocuments } from "./onboarding/checked-documents.ts";
import { stopAlteredOrder } from "./statements/altered-orders.ts";
import { takeOverAccounts } from "./statements/own-accounts.ts";
import { statementGauges } from "./statements/gauges.ts";
import { holidayGauge } from "./swap/warn-of-holidays.ts";
import { collectReferences } from "./statements/references.ts";
import { statementTables } from "./statements/tables.ts";
import { readTradingTime } from "./swap/trading.ts";
import { createParties } from "./upgrade/onboarding-parties.ts";
import { linkCardholders } from "./upgrade/cardholders.ts";
import { keepOwnReviews } from "./upgrade/own-reviews.ts";
import { fillTotalFees } from "./upgrade/remittance-fees.ts";
import { createReceivedTransfers } from "./upgrade/received-transfers.ts";
import { createVocabulary } from "./vocabulary.ts";

export interface PaymentOptions {
  /** Time in milliseconds without a successful verification after which a tenant's books close. Default: one hour. */
  booksCloseMs?: number | undefined;
  /** Options of the sandbox, which simulates providers and has demo accounts. If omitted, no sandbox is opened. */
  sandbox?: Pick<SandboxOptions, "password" | "speed" | "history" | "responseDelayMs"> | undefined;
  /** Connected providers. Each replaces a simulated one. */
  providers?: Providers | undefined;
  /** Implementation of each port by name. In the sandbox, ports that are not listed are simulated. */
  choices?: Readonly<Record<string, ProviderChoice>> | undefined;
  /**
   * Whether to request the capabilities of connected providers. If not, they count as handling all jobs of their ports.
   * Default: true.
   */
  probes?: boolean | undefined;
}

/** Parts of the running product, including its monitor and, if opened, its sandbox. */
export interface PaymentParts extends Parts<PaymentServices> {
  monitor: LedgerMonitor;
  sandbox?: Sandbox | undefined;
}

export interface PaymentServer extends Server<PaymentServices, PaymentParts> {
  monitor: LedgerMonitor;
  sandbox?: Sandbox | undefined;
}

/** Value of userStatus for a certified merchant. Source: specification 4. */
const CERTIFIED = 1;
export const getAccessLevel = (status: number): Access => (status === CERTIFIED ? "certified" : "session");
const ADVICE = "Connect them, or set PORTOLAN_MODE=sandbox to simulate every provider.";

/**
 * Table for the state of the sandbox: the offset of its clock, and when it was seeded. Created in every mode, so that
 * all databases have the same tables.
 */
const SANDBOX_STATE = "CREATE TABLE IF NOT EXISTS sandbox_state (name text NOT NULL PRIMARY KEY, value text NOT NULL)";
/** Gauges that need no provider. */
const ownGauges = [...bookGauges, ...statementGauges, holidayGauge];
const ownTables: readonly string[] = [...moneyTables, ...rateTables, SANDBOX_STATE, ...statementTables];
/** Statements that create the tables that belong to no entity: the server's, then the product's. */
export const paymentTables: readonly string[] = [...createBaseTables(accounts), ...ownTables];
/** Placement of `paymentTables` in a distributed database. */
export const paymentPlacements: Placements = {
  ...createBasePlacements(accounts),
  ...place("tenant", "ledger_account", "ledger_txn", "ledger_posting", "ledger_hold", "limit_counter", "limit_entry"),
  ...place("tenant", "book_state", "swap_quote", "swap_quote_turn"),
  // Tables that belong to no merchant and are compared with the rows of all merchants.
  ...place("everywhere", "rate", "rate_held", "bank_proof", "bank_reference", "reconciliation", "own_account"),
  ...place("coordinator", "sandbox_state"),
};

/** Starts the payment product. @throws Error as `startServer`; ProvidersMissing when a job of the schemas has no provider */
export async function startPayments(options: ServerOptions & PaymentOptions): Promise<PaymentServer> {
  const off = findOff(options.choices);
  const server = await startServer(createProduct(options), { ...options, schemas: removePorts(options.schemas, off) });
  const { monitor, sandbox } = server.parts;
  return { ...server, reloadSchemas: (schemas) => server.reloadSchemas(removePorts(schemas, off)), monitor, sandbox };
}

/** Returns the payment product, which `startServer` starts. */
export function createProduct({
  booksCloseMs,
  sandbox: sandboxOptions,
  providers: given = {},
  choices = {},
  probes,
}: PaymentOptions): Product<PaymentServices, PaymentParts> {
  const vocabulary = createVocabulary({ booksCloseMs });
  // Undefined until the sandbox is opened, which requires the tables. Without a sandbox, only given providers are used.
  let providers: Providers | undefined = sandboxOptions ? undefined : given;
  const check = (schemas: Schemas, connected: Providers) =>
    requireProviders(schemas, { providers: connected, off: findOff(choices), probes }, ADVICE);
  return {
    title: "Portolan",
    description: { zh: "商户跨境收付款门户的接口。", en: "Calls of the merchant portal for cross-border payments." },
    vocabulary,
    handlers,
    files: { upload: "/mer/own/file", load: "/mer/other/load/file", access: "session" },
    home: "/exchangerateInquiry",
    cookies: SESSION_COOKIES,
    getAccessLevel,
    tables: ownTables,
    lanes: providerLanes,
    rowSources: { ledger: buildLedgerSource },
    checkSchemas: async (schemas) => providers && check(schemas, providers),
    upgrade,
    async open(host) {
      const { monitor, startMonitor } = createMonitor(host, booksCloseMs);
      // Import the sandbox on demand, so that a live server never loads it.
      const { openSandbox } = sandboxOptions ? await import("./sandbox/open.ts") : {};
      const sandbox = sandboxOptions && (await openSandbox?.({ ...sandboxOptions, ...host, vocabulary, monitor }));
      const connected = (providers = { ...sandbox?.providers, ...given });
      await check(host.schemas(), connected);
      for (const provider of Object.values(connected)) provider.connect?.(host);
      sandbox?.connect(host);
      const clock = sandbox?.clock ?? realClock;
      const market = await openPrices(host, clock, choices["market"]);
      return {
        monitor,
        sandbox,
        clock,
        plugins: [createHooks({ ...host, clock, providers: connected })],
        hooks: sandbox?.faults,
        readReadiness: readBookReadiness,
        gauges: [...ownGauges, ...createProviderGauges(connected), ...(market?.gauges ?? [])],
        about: { sandbox: sandbox !== undefined, demo: sandbox?.demo ?? [] },
        extend: (services) => addServices(services, sandbox, market),
        jobs: (context) => ({
          ...createHandlers({ context, providers: connected, booksCloseMs }),
          ...sandbox?.handlers,
        }),
        start(log) {
          startMonitor(log);
          market?.start(log);
        },
        onSchemas: async () => sandbox?.grantNewPages(),
        release: () => sandbox?.faults.release(),
        stop: async () => void (await Promise.all([market?.stop(), monitor.stop()])),
      };
    },
  };
}

/**
 * Opens the configured market, or returns undefined if prices are simulated. Its gauges report missing prices only
 * during trading hours.
 *
 * @throws Error when its source cannot be connected
 */
const openPrices = ({ db }: Pick<Host, "db">, clock: Clock, choice: ProviderChoice | undefined) =>
  openMarket(db, clock, choice, () => readTradingTime({ clock }).open);

/** Returns the disabled ports. Without market prices, exchanges are not possible, so the dealer is disabled as well. */
function findOff(choices: PaymentOptions["choices"] = {}): ReadonlySet<PortName> {
  const isOff = (name: string) => choices[name]?.by === "off";
  return new Set(PORTS.flatMap(({ name }) => (isOff(name) || (name === "dealer" && isOff("market")) ? [name] : [])));
}

/** Migrates stored data that SQL alone cannot migrate. Returns one log line per migration that changed data. */
export async function upgrade(db: Database, schemas: Schemas, { seal, isRolling }: UpgradeOptions): Promise<string[]> {
  const received = await createReceivedTransfers(db, schemas);
  const holders = await linkCardholders(db, schemas);
  const parties = await createParties(db, schemas);
  const accounts = await takeOverAccounts(db, schemas);
  const reviews = await keepOwnReviews(db, schemas);
  const fees = await fillTotalFees(db, schemas);
  const references = await collectReferences(db, schemas);
  const filled = isRolling ? 0 : await runLeased(db, () => fillFrozen(db, schemas.entities.values(), seal));
  return [
    ...(received > 0 ? [`transferIn: ${received} records of transfers received before`] : []),
    ...(holders > 0 ? [`cardholder: ${holders} cards and applications linked to their cardholders`] : []),
    ...(parties > 0 ? [`onboardingParty: ${parties} parties of approved applications`] : []),
    ...(references > 0 ? [`bank_reference: ${references} references of orders paid before`] : []),
    ...(fees > 0 ? [`remittance: the total fees of ${fees} payments made before`] : []),
    ...accounts.map(
      ({ account, currency }) =>
        `own_account: ${account} ${currency} has statements; two operators confirm it by portolan account add`,
    ),
    ...reviews,
    ...(filled > 0 ? [`order_frozen: ${filled} waiting orders`] : []),
  ];
}

/**
 * Adds the product's services to the server's. Without a sandbox, no service is simulated. With a configured market,
 * prices are not simulated.
 */
export function addServices(services: Services, sandbox?: Sandbox, market?: OpenMarket): PaymentServices {
  // Type-checked as literals, because `Object.assign` accepts properties that the type does not declare.
  return Object.assign(services, {
    onOrderAltered: (refusal: OrderAltered) => stopAlteredOrder(services.db, services, refusal),
    simulated: sandbox !== undefined,
    documents: ownDocuments,
    ...(sandbox &&
      ({
        feed: market ? undefined : sandbox.feed,
        cardVault: sandbox.openCardVault(services.seal.getLastingKey("card")),
        onTenantRegistered: sandbox.grantDefaultTerms,
      } satisfies Partial<PaymentServices>)),
  } satisfies Partial<PaymentServices>);
}

/** Creates the monitor of the books. `startMonitor` starts it with the log for its events. */
function createMonitor(
  { db, schemas }: Pick<Host, "db" | "schemas">,
  closeAfterMs: number | undefined,
): { monitor: LedgerMonitor; startMonitor(log: FastifyBaseLogger): void } {
  let current: FastifyBaseLogger | undefined;
  const monitor = new LedgerMonitor({
    db,
    schemas,
    ...(closeAfterMs !== undefined && { closeAfterMs }),
    onEvent: (event) => void (current && logEvent(current, event)),
  });
  const startMonitor = (log: FastifyBaseLogger) => {
    current = log;
    monitor.start();
  };
  return { monitor, startMonitor };
}

/**
 * Logs books that closed, have not been proven or could not be checked as errors, and books that opened as warnings.
 */
function logEvent(log: FastifyBaseLogger, event: MonitorEvent): void {
  if (event.what === "closed")
    log.error(
      { m: event.tenant, reason: event.reason, findings: event.findings.slice(0, 20), count: event.findings.length },
      "books closed: this merchant's outgoing money stands still until an operator opens them",
    );
  else if (event.what === "unproven")
    log.error(
      { m: event.tenant, minutes: event.minutes },
      "books not proven: this merchant's outgoing money will close",
    );
  else if (event.what === "failed") log.error({ m: event.tenant, err: event.error }, "the books could not be checked");
  else log.warn({ m: event.tenant, reason: event.reason }, "books opened again");
}
