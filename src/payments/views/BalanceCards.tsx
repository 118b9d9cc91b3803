import type { CSSProperties, ReactNode } from "react";

/** Highest number of cards in a row. */
const MOST = 4;
/** Grid of `count` cards in rows of nearly equal length: five stand as three and two, not as four and one. */
export function BalanceCards({ count, children }: { count: number; children: ReactNode }) {
  const rows = Math.ceil(count / MOST) || 1;
  const style: CSSProperties & Record<`--${string}`, number> = { "--cards": Math.ceil(count / rows) || 1 };
  return (
    <ul className="py-balances" style={style}>
      {children}
    </ul>
  );
}
