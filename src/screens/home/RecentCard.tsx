/** The newest transactions that went through. */
import { t } from "../../client/i18n.ts";
import { Link, type Reading } from "../../engine/ui.tsx";
import { Card, Content } from "./Card.tsx";
import { OrderList, type Orders } from "./OrderList.tsx";
import type { Shell } from "./shell.ts";

export function RecentCard({ recent, shell }: { recent: Reading<Orders>; shell: Shell }) {
  const all = shell.place("latestOrder", "list");
  return (
    <Card
      name="recent"
      waits={recent.data === undefined && !recent.failure}
      title={t("home.recent")}
      end={
        all && (
          <Link href={all.href} className="hm-all">
            {t("home.all")}
          </Link>
        )
      }
    >
      <Content loaded={recent}>
        {(orders) =>
          orders.list.length === 0 ? (
            <p className="hm-empty">{t("home.nothingRecent")}</p>
          ) : (
            <OrderList orders={orders} shell={shell} plain />
          )
        }
      </Content>
    </Card>
  );
}
