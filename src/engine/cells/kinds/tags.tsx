import { splitItems } from "../../kinds/list-kind.ts";
import type { CellRenderer } from "../cell-renderers.tsx";

/** Maximum number of items in a list cell. The rest is shown as a count. */
const SHOWN = 2;

/**
 * Renders a list of values as chips. A list cell shows the first ones and a count of the rest; screen readers get all
 * of them.
 */
export const renderCell: CellRenderer = ({ text, whole }) => {
  const items = splitItems(text);
  const shown = whole ? items : items.slice(0, SHOWN);
  const more = items.length - shown.length;
  return (
    <>
      <span className="sr-only">{text}</span>
      <span className="chips" title={more > 0 ? text : undefined} aria-hidden>
        {shown.map((item, index) => (
          <span key={index} className="chip">
            {item}
          </span>
        ))}
        {more > 0 && <span className="chip-more">+{more}</span>}
      </span>
    </>
  );
};
