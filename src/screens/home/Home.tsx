/** Home: how much there is and what waits, then the ways on, the market, what went through, and papers to hand in. At most seven cards. */
import { useCallback } from "react";
import { call } from "../../client/call.ts";
import type { EntityRow } from "../../contract/calls.ts";
import type { ListRequest } from "../../engine/index.ts";
import { usePorts } from "../../engine/ui.tsx";
import { MaterialCard } from "./MaterialCard.tsx";
import type { Orders, OrderUnion } from "./OrderList.tsx";
import { type Pending, PendingCard } from "./PendingCard.tsx";
import { QuickCard } from "./QuickCard.tsx";
import { RatesCard } from "./RatesCard.tsx";
import { RecentCard } from "./RecentCard.tsx";
import { SetupCard } from "./SetupCard.tsx";
import type { Shell } from "./shell.ts";
import { setupSteps, unready } from "./steps.ts";
import { useCard } from "./use-card.ts";
import { useRates } from "./use-rates.ts";
import { type Wallet, WalletCard } from "./WalletCard.tsx";
import "./home.css";

const PASSED = 1;
/** Lines of each group of orders. */
const ORDERS = 4;
const RECENT = 6;
const EVERY_MS = 60_000;

export function Home({ title, shell }: { title: string; shell: Shell }) {
  const ports = usePorts();
  const market = useRates();
  const read = useCallback(
    async (
      name: OrderUnion,
      query: ListRequest<EntityRow<"pendingTrade">>,
      most: number,
      signal: AbortSignal,
    ): Promise<Orders> => {
      const [entity, { list, total = 0 }] = await Promise.all([
        ports.entity(name),
        call(`${name}.list`, { totals: 1, ...query }, { signal, passive: true }),
      ]);
      return { entity, list: list.slice(0, most), total };
    },
    [ports],
  );
  const wallet = useCard<Wallet>(
    useCallback(
      async (signal) => {
        const [entity, { list }] = await Promise.all([
          ports.entity("wallet"),
          call("wallet.list", { totals: 1, size: 100 }, { signal, passive: true }),
        ]);
        return { entity, rows: list };
      },
      [ports],
    ),
    EVERY_MS,
  );
  const pending = useCard<Pending>(
    useCallback(
      async (signal) => {
        // The first is the question of the menu's badges, so that it is asked once.
        const [you, us] = await Promise.all([
          read("pendingTrade", { turn: "you", size: 100 }, ORDERS, signal),
          read("pendingTrade", { turn: "us" }, ORDERS, signal),
        ]);
        return { you, us };
      },
      [read],
    ),
    EVERY_MS,
  );
  const recent = useCard<Orders>(
    useCallback((signal) => read("latestOrder", {}, RECENT, signal), [read]),
    EVERY_MS,
  );
  const steps = useCard(useCallback((signal) => setupSteps(shell, signal), [shell]));
  const certified = shell.status === PASSED;
  // Until it is known, a certified merchant is taken to be ready: most are.
  const setUp = !certified || (steps.data !== undefined && unready(steps.data));
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
