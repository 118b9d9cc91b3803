/** What the workbench tells a frame to show. A frame says `ready` once, and passes keys on. */
import type { Row } from "../../../src/engine/index.ts";
import type { Shown } from "../protocol.ts";
import type { Place } from "./place.ts";

export interface Show {
  type: "show";
  shown: Shown;
  tab: Place["tab"];
  /** Form: what it is filled with, and whether it is sent at once so that its errors show. */
  filled?: { record: Row; contexts: Row; fails: boolean };
  contexts: Row;
  /** The field that is edited: brought into sight. */
  field?: string;
  rows: number | "loading" | "error";
}
