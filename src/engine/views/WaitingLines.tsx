import { PAGE_SIZE } from "../model/query.ts";

/**
 * Placeholder of records that take a line each, as many as a page holds by default.
 * @example <WaitingLines count={6} />;
 */
export const WaitingLines = ({ count = PAGE_SIZE }: { count?: number }) => (
  <ul className="pv-waiting" aria-hidden>
    {Array.from({ length: count }, (_line, index) => (
      <li key={index}>
        <span className="skeleton" />
        <span className="skeleton" />
      </li>
    ))}
  </ul>
);
