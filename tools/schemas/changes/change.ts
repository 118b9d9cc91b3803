/** Model of a change, as seen by writers of records (forms, imports) and by readers (lists, exports). */
import type { Difference, Level } from "@portolan/engine/compiler";
import type { SourceLocation } from "../locate.ts";

/** A difference between two versions of the schemas with its consequences. */
export interface Change extends Pick<Difference, "at" | "what" | "request" | "response" | "text" | "risk" | "touches"> {
  location?: SourceLocation;
  /** Example value that used to pass and is now rejected (`null`: absent), with the error code. */
  witness?: { value: unknown; before: "passes"; after: string };
  /** Stored records that are now rejected: count and examples. */
  stored?: { count: number; ids: string[] };
}

export const RANK: Record<Level, number> = { breaking: 3, warning: 2, info: 1, none: 0 };
/** Returns the more severe level of the two; a risk counts as breaking. */
export const computeLevel = ({ request, response, risk }: Pick<Change, "request" | "response" | "risk">): Level =>
  risk ? "breaking" : RANK[request] >= RANK[response] ? request : response;
