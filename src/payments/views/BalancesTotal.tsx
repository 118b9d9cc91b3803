/** Total of all balances in the currency selected by the user, with a bar that shows its parts. */
import { useState } from "react";
import { type CallResponse, Decimal, type Entity, groupThousands, formatWallClock } from "@portolan/engine";
import {
  HIDDEN_AMOUNT,
  renderFigures,
  type ReadState,
  useAmountsHidden,
  useNamedRead,
  usePorts,
} from "@portolan/engine/ui";
import type { BalancesPlan } from "./balances.ts";

/** Response of the call that computes the total. */
type Total = CallResponse<"walletTotal">;
type TotalPlan = BalancesPlan["total"];
/** Storage key of the selected currency, shared with other pages that show a total. */
const KEY = "reportingCurrency";

/** Loads the total in the selected currency. */
export function useTotal(
  entity: Entity,
  plan: TotalPlan,
): ReadState<Total> & { to: string; choose(code: string): void } {
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEY));
  const to = plan.in.find((code) => code === chosen) ?? plan.in[0] ?? "";
  const reading = useNamedRead<Total, Total>(entity, plan.call, { currency: to }, { read: (total) => total });
  return {
    ...reading,
    to,
    choose(code) {
      localStorage.setItem(KEY, code);
      setChosen(code);
    },
  };
}

interface TotalProps {
  entity: Entity;
  plan: TotalPlan;
  total: ReturnType<typeof useTotal>;
  text(part: string, params?: Record<string, string | number>): string;
}

export function BalancesTotal({ entity, plan, total: { data, failure, reload, to, choose }, text }: TotalProps) {
  const { dialect, t } = usePorts();
  const hidden = useAmountsHidden();
  return (
    <div className="py-total">
      <p className="py-total-sum">
        <span>{text("total")}</span>
        <strong>
          {data && (hidden === undefined ? groupThousands(data.total) : renderFigures(HIDDEN_AMOUNT, hidden))}
        </strong>
        <select aria-label={text("total")} value={to} onChange={(event) => choose(event.target.value)}>
          {plan.in.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </p>
      <p className="py-total-said">
        {data?.at !== undefined &&
          text("at", { time: formatWallClock(Date.parse(data.at), dialect.zone).slice(11, 16) })}
        {data && data.without.length > 0 && ` ${text("without", { list: data.without.join(", ") })}`}
        {failure && (
          <button type="button" className="link" onClick={reload}>
            {t("list.failed")}
          </button>
        )}
      </p>
      {data && <Parts entity={entity} parts={plan.parts} data={data} />}
    </div>
  );
}

/** Bar with the share of each part in the total, and the shares in percent. Renders nothing for a total of zero. */
function Parts({ entity, parts, data }: { entity: Entity; parts: readonly string[]; data: Total }) {
  const { lang } = usePorts();
  const total = Decimal.of(data.total);
  if (total.eq(0n)) return null;
  const shares = parts.map((name) => ({
    name,
    share: Decimal.of(data.parts[name] ?? "0")
      .mul(100n)
      .div(total, 1)
      .toString(),
  }));
  return (
    <>
      <div className="py-bar" aria-hidden>
        {shares.map(({ name, share }) => (
          <span key={name} style={{ width: `${share}%` }} />
        ))}
      </div>
      <ul className="py-shares">
        {shares.map(({ name, share }) => (
          <li key={name}>
            {entity.label(name, lang)} {share}%
          </li>
        ))}
      </ul>
    </>
  );
}
