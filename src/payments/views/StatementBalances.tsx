/** Opening and closing balance of the period and the funds on hold, above the lines of every page. */
import { type Entity, groupThousands } from "@portolan/engine";
import { HIDDEN_AMOUNT, useAmountsHidden, usePorts } from "@portolan/engine/ui";
import { StatementHeld } from "./StatementHeld.tsx";
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
