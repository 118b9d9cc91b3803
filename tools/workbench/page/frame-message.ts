/** Message from the workbench to a frame. A frame sends `ready` once and forwards keys. */
import type { Row } from "../../../src/engine/index.ts";
import type { Shown } from "../protocol.ts";
import type { Place } from "./place.ts";

export interface Show {
  type: "show";
  shown: Shown;
  tab: Place["tab"];
  /** Form values, and whether to submit at once so that errors show. */
  filled?: { record: Row; contexts: Row; fails: boolean };
  contexts: Row;
  /** The edited field, scrolled into view. */
  field?: string;
  rows: number | "loading" | "error";
}
