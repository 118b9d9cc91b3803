/** Orders that currently hold money, collapsed above the lines. Held money is still part of the balance. */
import type { Entity } from "../../engine/index.ts";
import { groupThousands } from "../../engine/index.ts";
import { HIDDEN_AMOUNT, Link, useAmountsHidden, usePorts } from "../../engine/ui.tsx";
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
  if (held === 0) return null;
  const amount = (plain: string) => (hidden ? HIDDEN_AMOUNT : groupThousands(plain));
  return (
    <details className="py-held">
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
                {label} {path === undefined ? order.orderNo : <Link href={path}>{order.orderNo}</Link>}
              </span>
              <span className="py-figure">{amount(order.amount)}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
