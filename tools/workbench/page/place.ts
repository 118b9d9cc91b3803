/** State of the page in its URL: entity, preview, language, width. A reload or link restores it. */
import { useSyncExternalStore } from "react";

export const TABS = ["form", "list", "detail", "receipt", "export", "template", "api"] as const;
export const LOWER = ["problems", "cases", "breaks", "diff"] as const;
export interface Place {
  name: string;
  tab: (typeof TABS)[number];
  lang: "zh" | "en" | "both";
  /** Width of a preview in px; absent: the pane's width. */
  w?: 390 | 768 | undefined;
  /** Form: the fixture. List: the number of rows, or `loading` and `error`. */
  state?: string | undefined;
  field?: string | undefined;
  mode: "source" | "card";
  low: (typeof LOWER)[number];
}
const BASE = "/workbench/";
const one = <T extends string>(all: readonly T[], value: string | null): T =>
  all.find((each) => each === value) ?? all[0]!;

function read(): Place {
  const params = new URLSearchParams(location.search);
  const w = Number(params.get("w"));
  return {
    name: decodeURIComponent(location.pathname.slice(BASE.length)).replace(/\/$/, ""),
    tab: one(TABS, params.get("tab")),
    lang: one(["both", "zh", "en"], params.get("lang")),
    mode: one(["source", "card"], params.get("mode")),
    low: one(LOWER, params.get("low")),
    ...(w === 390 || w === 768 ? { w } : {}),
    ...(params.has("state") ? { state: params.get("state")! } : {}),
    ...(params.has("field") ? { field: params.get("field")! } : {}),
  };
}

let current = read();
const hearers = new Set<() => void>();
const tell = () => {
  current = read();
  for (const hear of hearers) hear();
};
addEventListener("popstate", tell);

/** Navigates. Another entity adds a history entry, a change of view replaces it. */
export function go(change: Partial<Place>): void {
  const next = { ...current, ...change };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({
    tab: next.tab,
    lang: next.lang,
    w: next.w,
    state: next.state,
    field: next.field,
    mode: next.mode,
    low: next.low,
  }))
    if (value !== undefined) params.set(name, String(value));
  const moved = next.name !== current.name;
  history[moved ? "pushState" : "replaceState"](null, "", `${BASE}${next.name}?${params.toString()}`);
  tell();
}

export const usePlace = (): Place =>
  useSyncExternalStore(
    (hear) => {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    () => current,
  );
