/** Orders awaiting the user, each as a sentence with a button, and the number of other orders in progress. */
import { type Shell, t } from "@portolan/engine/app";
import { Link, type ReadState, useAmountsHidden, usePorts } from "@portolan/engine/ui";
import { Card, Content } from "./Card.tsx";
import { buildOrderHref, type Order, type Orders } from "./OrderList.tsx";

const INBOX = "/inbox";
/** Maximum number of orders shown. */
const FEW = 4;

export interface Pending {
  you: Orders;
  /** Orders in progress that do not await the user. */
  us: Orders;
}

export function Needs({ pending, shell }: { pending: ReadState<Pending>; shell: Shell }) {
  const inbox = shell.page(INBOX);
  const all = shell.findLink("pendingTrade", "list");
  const { you } = pending.data ?? {};
  return (
    <Card
      name="needs"
      waits={pending.data === undefined && !pending.failure}
      title={t("home.needs")}
      end={you && you.total > 0 && <span className="hm-count">{you.total}</span>}
    >
      <Content loaded={pending}>
        {({ you: mine, us }) => (
          <>
            {mine.total === 0 ? (
              <p className="hm-empty">{t("home.needsNothing")}</p>
            ) : (
              <ul className="hm-needs">
                {mine.list.slice(0, FEW).map((order) => (
                  <Need key={order.id} order={order} entity={mine.entity} shell={shell} />
                ))}
              </ul>
            )}
            <footer className="hm-foot">
              {inbox && mine.total > 0 && <Link href={inbox.path}>{t("home.allNeeds")}</Link>}
              {all && us.total > 0 && (
                <Link href={addTurnFilter(all.href, "us")}>{t("home.inProgress", { n: us.total })}</Link>
              )}
            </footer>
          </>
        )}
      </Content>
    </Card>
  );
}

const addTurnFilter = (href: string, turn: string) => `${href}${href.includes("?") ? "&" : "?"}turn=${turn}`;

interface NeedProps {
  order: Order;
  entity: Orders["entity"];
  shell: Shell;
}
/** Task sentence. While amounts are hidden, it is replaced by the kind and the counterparty of the order. */
function Need({ order, entity, shell }: NeedProps) {
  const { lang } = usePorts();
  const hidden = useAmountsHidden() !== undefined;
  const href = buildOrderHref(shell, order);
  const kind = entity.text(`option.entity.${order.entity}`, lang);
  const plain = [kind, order.party ?? order.orderNo].join(" · ");
  return (
    <li>
      <p>{hidden ? plain : (order.says ?? plain)}</p>
      {href && (
        <Link href={href} className="btn" aria-label={`${order.does ?? t("home.open")} ${order.orderNo}`}>
          {order.does ?? t("home.open")}
        </Link>
      )}
    </li>
  );
}
