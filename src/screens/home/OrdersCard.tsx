/** Card with expected money or with the latest transactions. */
import { type Shell, t } from "@portolan/engine/app";
import { Link, type ReadState } from "@portolan/engine/ui";
import { Card, Content } from "./Card.tsx";
import { OrderList, type Orders } from "./OrderList.tsx";

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
