/** Pending orders: first those that the user can act on, then those in process. */
import { t } from "../../client/i18n.ts";
import { Link, type Reading } from "../../engine/ui.tsx";
import { Card, Content } from "./Card.tsx";
import { OrderList, type Orders } from "./OrderList.tsx";
import type { Shell } from "./shell.ts";

export interface Pending {
  you: Orders;
  us: Orders;
}

export function PendingCard({ pending, shell }: { pending: Reading<Pending>; shell: Shell }) {
  const all = shell.place("pendingTrade", "list");
  return (
    <Card
      name="pending"
      waits={pending.data === undefined && !pending.failure}
      title={t("home.pending")}
      end={
        all && (
          <Link href={all.href} className="hm-all">
            {t("home.all")}
          </Link>
        )
      }
    >
      <Content loaded={pending}>
        {({ you, us }) =>
          you.total + us.total === 0 ? (
            <p className="hm-empty">{t("home.nothingPending")}</p>
          ) : (
            <>
              {(["you", "us"] as const).map((turn) => {
                const orders = turn === "you" ? you : us;
                if (orders.total === 0)
                  return turn === "you" ? (
                    <p key={turn} className="hm-quiet hm-group">
                      {t("home.needsNothing")}
                    </p>
                  ) : null;
                return (
                  <section key={turn} className="hm-group" data-turn={turn}>
                    <h3>
                      {t(`home.${turn}`)}
                      <span className="hm-count">{orders.total}</span>
                    </h3>
                    <OrderList orders={orders} shell={shell} />
                  </section>
                );
              })}
            </>
          )
        }
      </Content>
    </Card>
  );
}
