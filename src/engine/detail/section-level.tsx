/** The level of a record's sections among the page's headings: below its own, which is the page's on a page of its own. */
import { createContext, useContext } from "react";

export const SectionLevel = createContext(3);
export const useSectionLevel = (): number => useContext(SectionLevel);
