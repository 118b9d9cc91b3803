/** Opening and closing balance of the period and the funds on hold, above the lines of every page. */
import { type Entity, groupThousands } from "@portolan/engine";
import { HIDDEN_AMOUNT, useAmountsHidden, usePorts, Link } from "@portolan/engine/ui";
import type { Account } from "./use-account.tsx";

interface BalancesProps {
  entity: Entity;
  id: string;
  account: Account;
  /** Whether the lines are all those of the period, which the balances then enclose. */
  isWhole: boolean;
}
export function StatementBalances({ entity, id, account, isWhole }: BalancesProps) {
  const { lang } = usePorts();
  const hidden = useAmountsHidden() !== undefined;
  return (
    <div className="py-account">
      {isWhole && (
        <dl className="py-ends">
          {(["opening", "closing"] as const).map((end) => (
            <div key={end}>
              <dt>{entity.text(`views.${id}.${end}`, lang)}</dt>
              <dd className="money">
                {hidden ? HIDDEN_AMOUNT : groupThousands(account[end])}
                <span className="iso">{account.currency}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <StatementHeld entity={entity} id={id} account={account} />
    </div>
  );
}

/** Orders that currently hold money, collapsed above the lines. Held money is still part of the balance. */
function StatementHeld({
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
