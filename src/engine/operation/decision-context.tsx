import { createContext } from "react";

/**
 * What an inbox knows about the record open beside it: what is unusual about it, in the user's language. Undefined for a
 * record outside an inbox. The next record takes its place once it is decided, so its result is a notification.
 */
export const DecisionContext = createContext<{ flags: readonly string[] } | undefined>(undefined);
