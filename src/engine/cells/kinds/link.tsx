import type { MouseEvent } from "react";
import { isLink } from "../../kinds/link/link.ts";
import type { CellRenderer } from "../cell-renderers.tsx";

/** Stops a click on the link from opening the surrounding card or row. */
const keepClosed = (event: MouseEvent) => event.stopPropagation();

/** Renders a URL as a link that opens in a new tab. Any other value, such as a masked one, is rendered as text. */
export const renderCell: CellRenderer = ({ value, text }) =>
  isLink(value) ? (
    <a className="outside" href={value} target="_blank" rel="noopener noreferrer" onClick={keepClosed}>
      {text}
    </a>
  ) : (
    text
  );
