/** Card with expected money or with the latest transactions. */
import { t } from "../../client/i18n.ts";
import { Link, type ReadState } from "@portolan/engine/ui";
import { Card, Content } from "./Card.tsx";
import { OrderList, type Orders } from "./OrderList.tsx";
import type { Shell } from "./shell.ts";

interface Props {
  name: "expected" | "recent";
  orders: ReadState<Orders>;
  all: { href: string } | undefined;
  shell: Shell;
}
export function OrdersCard({ name, orders, all, shell }: Props) {
  return (
    <Card
      name={name}
      waits={orders.data === undefined && !orders.failure}
      title={t(`home.${name}`)}
      end={
        all && (
          <Link href={all.href} className="hm-all">
            {t("home.all")}
          </Link>
        )
      }
    >
      <Content loaded={orders}>
        {(loaded) =>
          loaded.list.length === 0 ? (
            <p className="hm-empty">{t(name === "recent" ? "home.nothingRecent" : "home.nothingExpected")}</p>
          ) : (
            <OrderList orders={loaded} shell={shell} plain={name === "recent"} />
          )
        }
      </Content>
    </Card>
  );
}
