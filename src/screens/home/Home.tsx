/** Home: balances, pending orders, shortcuts, rates, recent orders and documents to hand in; at most seven cards. */
import { fetchCall } from "../../client/reads.tsx";
import type { EntityRow } from "../../contract/calls.ts";
import type { ListRequest } from "../../engine/index.ts";
import { usePorts, useRead } from "../../engine/ui.tsx";
import { MaterialCard } from "./MaterialCard.tsx";
import type { Orders, OrderUnion } from "./OrderList.tsx";
import { type Pending, PendingCard } from "./PendingCard.tsx";
import { QuickCard } from "./QuickCard.tsx";
import { RatesCard } from "./RatesCard.tsx";
import { RecentCard } from "./RecentCard.tsx";
import { SetupCard } from "./SetupCard.tsx";
import { CERTIFIED, type Shell } from "./shell.ts";
import { loadSetupSteps, hasMissingStep } from "./steps.tsx";
import { useRates } from "./use-rates.tsx";
import { type Wallet, WalletCard } from "./WalletCard.tsx";
import "./home.css";

/** Maximum lines per group of orders. */
const ORDERS = 4;
const RECENT = 6;
const EVERY_MS = 60_000;

export function Home({ title, shell }: { title: string; shell: Shell }) {
  const ports = usePorts();
  const market = useRates();
  const read = async (
    name: OrderUnion,
    query: ListRequest<EntityRow<"pendingTrade">>,
    most: number,
  ): Promise<Orders> => {
    const [entity, { list, total = 0 }] = await Promise.all([
      ports.entity(name),
      fetchCall(ports, `${name}.list`, { totals: 1, ...query }),
    ]);
    return { entity, list: list.slice(0, most), total };
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
      // The first request is the one of the menu's badges, and shared with it.
      const [you, us] = await Promise.all([
        read("pendingTrade", { turn: "you", size: 100 }, ORDERS),
        read("pendingTrade", { turn: "us" }, ORDERS),
      ]);
      return { you, us };
    },
    { every: EVERY_MS },
  );
  const recent = useRead<Orders>(["latestOrder", "card"], () => read("latestOrder", {}, RECENT), { every: EVERY_MS });
  const steps = useRead(["setup", shell.status], () => loadSetupSteps(ports, shell));
  const certified = shell.status === CERTIFIED;
  // A certified merchant counts as set up until the steps are loaded: most are.
  const setUp = !certified || (steps.data !== undefined && hasMissingStep(steps.data));
  const money = certified || (wallet.data?.rows.length ?? 0) > 0;
  const orders = certified || (pending.data ? pending.data.you.total + pending.data.us.total > 0 : false);
  const past = certified || (recent.data?.total ?? 0) > 0;
  return (
    <div className="hm-page" data-status={shell.status}>
      <h1 className="sr-only">{title}</h1>
      {setUp && <SetupCard steps={steps} status={shell.status} />}
      {money && <WalletCard wallet={wallet} market={market} shell={shell} />}
      {orders && <PendingCard pending={pending} shell={shell} />}
      <RatesCard market={market} action={shell.place("swap", "create")} />
      <QuickCard shell={shell} />
      {past && <RecentCard recent={recent} shell={shell} />}
      <MaterialCard shell={shell} />
    </div>
  );
}
