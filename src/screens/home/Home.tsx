/**
 * Home page: available balances, pending tasks, expected money, latest transactions, recent payees and rates. Merchants
 * whose setup is incomplete also see the steps to the first payment.
 */
import { fetchCall, type Shell } from "@portolan/engine/app";
import { Decimal, type EntityRow, type ListRequest } from "@portolan/engine";
import { createLazyPart, type ReadState, usePorts, useRead } from "@portolan/engine/ui";
import { DocumentUploadRow } from "./DocumentUploadRow.tsx";
import { Money, type Wallet } from "./Money.tsx";
import { Needs, type Pending } from "./Needs.tsx";
import { listExpected, type Orders, type OrderUnion } from "./OrderList.tsx";
import { OrdersCard } from "./OrdersCard.tsx";
import { OwnRates } from "./OwnRates.tsx";
import { PayAgain } from "./PayAgain.tsx";
import { QuickLinks } from "./QuickLinks.tsx";
import { CERTIFIED } from "./shell.ts";
import { loadSetupSteps, hasMissingStep } from "./setup-steps.tsx";
import { useRates } from "./use-rates.tsx";
import "./home.css";

/** Shown until the merchant is ready for the first payment. */
const SetupCard = createLazyPart(
  () => import("./SetupCard.tsx").then((module) => module.SetupCard),
  () => <div className="hm-card hm-setup" data-waits />,
);
/** Separate chunk, so that the other cards do not wait for the chart. */
const InOut = createLazyPart(
  () => import("./InOut.tsx").then((module) => module.InOut),
  () => <div className="hm-card hm-inOut" data-waits />,
);
const Preview = createLazyPart(
  () => import("./SetupCard.tsx").then((module) => module.Preview),
  () => <div className="hm-card hm-preview-wait" />,
);
const EVERY_MS = 60_000;

export function Home({ shell }: { shell: Shell }) {
  const market = useRates();
  const state = useHome(shell);
  const { wallet, pending, recent, steps } = state;
  const { certified, setUp, money, flow, needs, past } = listParts(shell, state);
  return (
    <div className="hm-page" data-status={shell.user.userStatus}>
      <div className="hm-main">
        {setUp && <SetupCard steps={steps} status={shell.user.userStatus} />}
        {money && <Money wallet={wallet} market={market} shell={shell} />}
        {flow && <InOut market={market} shell={shell} />}
        {certified && (
          <OrdersCard
            name="expected"
            orders={{ ...pending, data: pending.data && listExpected(pending.data.us) }}
            all={shell.findLink("pendingTrade", "list")}
            shell={shell}
          />
        )}
        {past && <OrdersCard name="recent" orders={recent} all={shell.findLink("latestOrder", "list")} shell={shell} />}
        {certified && <PayAgain shell={shell} />}
      </div>
      <div className="hm-aside">
        {needs && <Needs pending={pending} shell={shell} />}
        {!money && <Preview />}
        <OwnRates
          market={market}
          own={money ? listHeld(wallet) : []}
          canExchange={shell.findLink("swap", "create") !== undefined}
        />
        <QuickLinks shell={shell} />
        <DocumentUploadRow shell={shell} />
      </div>
    </div>
  );
}

/**
 * Returns which cards to show. A merchant that is not certified sees the setup steps and the cards that have content.
 */
function listParts(
  { user: { userStatus: status }, findLink }: Shell,
  { wallet, pending, recent, steps }: ReturnType<typeof useHome>,
) {
  const certified = status === CERTIFIED;
  return {
    certified,
    // Hidden from certified merchants until the steps have loaded, because most of them have completed the setup.
    setUp: !certified || (steps.data !== undefined && hasMissingStep(steps.data)),
    money: certified || (wallet.data?.rows.length ?? 0) > 0,
    flow: certified && findLink("transaction", "list") !== undefined,
    needs: certified || countPending(pending.data) > 0,
    past: certified || (recent.data?.total ?? 0) > 0,
  };
}

const countPending = (pending: Pending | undefined) => (pending ? pending.you.total + pending.us.total : 0);

/** Returns the currencies with a balance: undefined while loading, empty when the wallet failed to load. */
function listHeld({ data, failure }: ReadState<Wallet>): string[] | undefined {
  if (!data) return failure && [];
  return data.rows.flatMap(({ currency, balance }) => (Decimal.of(balance).eq(0n) ? [] : [currency]));
}

/** Data of the cards, all refetched every minute except for the setup steps. */
function useHome(shell: Shell) {
  const ports = usePorts();
  const read = async (name: OrderUnion, query: ListRequest<EntityRow<"pendingTrade">>): Promise<Orders> => {
    const [entity, { list, total = 0 }] = await Promise.all([
      ports.entity(name),
      fetchCall(ports, `${name}.list`, { totals: 1, ...query }),
    ]);
    return { entity, list, total };
  };
  const wallet = useRead<Wallet>(
    ["wallet", "card"],
    async () => {
      const [entity, { list }] = await Promise.all([
        ports.entity("wallet"),
        fetchCall(ports, "wallet.list", { totals: 1, size: 100 }),
      ]);
      return { entity, rows: list };
    },
    { every: EVERY_MS },
  );
  const pending = useRead<Pending>(
    ["pendingTrade", "card"],
    async () => {
      const [you, us] = await Promise.all([
        read("pendingTrade", { turn: "you", size: 100 }),
        read("pendingTrade", { turn: "us", size: 100 }),
      ]);
      return { you, us };
    },
    { every: EVERY_MS },
  );
  const recent = useRead<Orders>(["latestOrder", "card"], () => read("latestOrder", {}), { every: EVERY_MS });
  const steps = useRead(["setup", shell.user.userStatus], () => loadSetupSteps(ports, shell));
  return { wallet, pending, recent, steps };
}
