/** Heading level of a record's sections, one below the record's own heading. */
import { createContext, useContext } from "react";

export const SectionLevel = createContext(3);
export const useSectionLevel = (): number => useContext(SectionLevel);
