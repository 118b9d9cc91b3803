/** Messages between the workbench and a frame. A frame sends `ready` once and forwards key presses. */
import type { Row } from "@portolan/engine";
import type { Shown } from "../protocol.ts";
import type { PageState } from "./page-state.ts";

export interface Show {
  type: "show";
  shown: Shown;
  tab: PageState["tab"];
  /** Form values, and whether to submit immediately so that errors appear. */
  filled?: { record: Row; contexts: Row; fails: boolean };
  contexts: Row;
  /** The field being edited, to scroll into view. */
  field?: string;
  rows: number | "loading" | "error";
}
