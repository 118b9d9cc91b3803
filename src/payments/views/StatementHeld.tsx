/** Orders that currently hold money, collapsed above the lines. Held money is still part of the balance. */
import type { Entity } from "@portolan/engine";
import { groupThousands } from "@portolan/engine";
import { HIDDEN_AMOUNT, Link, useAmountsHidden, usePorts } from "@portolan/engine/ui";
import type { Account } from "./use-account.tsx";

export function StatementHeld({
  entity,
  id,
  account: { held, hold, holds, currency },
}: {
  entity: Entity;
  id: string;
  account: Account;
}) {
  const { lang, recordPath } = usePorts();
  const hidden = useAmountsHidden() !== undefined;
  // Opened by the link of a balance on hold.
  const open = location.hash === "#held";
  if (held === 0) return null;
  const amount = (plain: string) => (hidden ? HIDDEN_AMOUNT : groupThousands(plain));
  return (
    <details className="py-held" open={open}>
      <summary>
        {entity.text(`views.${id}.held`, lang, { count: held, amount: `${amount(hold)}\u00a0${currency}` })}
      </summary>
      <ul>
        {holds.map((order) => {
          const path = recordPath?.(order.entity, order.orderNo);
          const label = entity.text(`option.type.${order.entity}`, lang);
          return (
            <li key={`${order.entity} ${order.orderNo}`}>
              <span>
                {order.party} {label} {path === undefined ? order.orderNo : <Link href={path}>{order.orderNo}</Link>}
              </span>
              {order.until && <span>{entity.text(`views.${id}.until`, lang, { day: order.until })}</span>}
              <span className="py-figure">{amount(order.amount)}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
