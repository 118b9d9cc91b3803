/** Placeholder of the wallet: the total, and cards with the lines of the loaded ones. */
import { BalanceCards } from "./BalanceCards.tsx";
import type { BalancesPlan } from "./balances.ts";

const EXPECTED = [1, 2, 3, 4, 5, 6];

export function BalancesWaiting({ card }: Pick<BalancesPlan, "card">) {
  return (
    <div className="py-waiting" aria-hidden>
      <div className="py-total">
        <p className="py-total-sum">{BONE}</p>
        <p className="py-total-said" />
        <div className="py-bar" />
        <p className="py-shares">&nbsp;</p>
      </div>
      <BalanceCards count={EXPECTED.length}>
        {EXPECTED.map((index) => (
          <li key={index} className="py-balance">
            <h2>{BONE}</h2>
            <p className="py-balance-amount">
              <strong className="skeleton pv-bone">&nbsp;</strong>
            </p>
            <dl>
              {card.under.map((name) => (
                <div key={name}>
                  <dt>{BONE}</dt>
                  <dd>&nbsp;</dd>
                </div>
              ))}
            </dl>
            {card.line !== undefined && <div className="py-balance-line" />}
            <p className="py-balance-actions">
              <span className="btn skeleton pv-bone" data-small />
            </p>
          </li>
        ))}
      </BalanceCards>
    </div>
  );
}

const BONE = <span className="skeleton pv-bone">&nbsp;</span>;
