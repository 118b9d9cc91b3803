import { createContext, type ReactNode, useContext } from "react";

/** Whether the page draws the heading of its view, beside its tabs. */
export const HeadingDrawn = createContext(false);

/**
 * Heading of a page's view, unless the page draws it.
 * @example
 * <Heading>Payments</Heading>;
 */
export function Heading({ children }: { children: ReactNode }) {
  return useContext(HeadingDrawn) ? null : <h1>{children}</h1>;
}
