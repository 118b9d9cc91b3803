import type { MouseEvent } from "react";
import { isLink } from "../../kinds/link/link.ts";
import type { Drawing } from "../drawings.tsx";

/** Keeps the card or row around a link from opening its record. */
const keepClosed = (event: MouseEvent) => event.stopPropagation();

/** Renders an address as a link that opens in a new tab; any other value, such as a masked one, as text. */
export const drawing: Drawing = ({ value, text }) =>
  isLink(value) ? (
    <a className="outside" href={value} target="_blank" rel="noopener noreferrer" onClick={keepClosed}>
      {text}
    </a>
  ) : (
    text
  );
