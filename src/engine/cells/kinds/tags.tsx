import { splitItems } from "../../kinds/list-kind.ts";
import type { Drawing } from "../drawings.tsx";

/** Items that a cell of a list shows; the others are a number. */
const SHOWN = 2;

/** Draws a list of values as chips. A cell of a list shows the first ones and how many more there are; screen readers get all. */
export const drawing: Drawing = ({ text, whole }) => {
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
