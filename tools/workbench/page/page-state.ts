/** Page state stored in the URL, so that a reload or a link restores it: entity, preview, language and width. */
import { useSyncExternalStore } from "react";

export const TABS = ["form", "list", "detail", "receipt", "export", "template", "api"] as const;
export const LOWER = ["problems", "cases", "breaks", "diff"] as const;
export interface PageState {
  name: string;
  tab: (typeof TABS)[number];
  lang: "zh" | "en" | "both";
  /** Width of a preview in px; defaults to the width of the pane. */
  w?: 390 | 768 | undefined;
  /** For a form, the fixture. For a list, the number of rows, or `loading` or `error`. */
  state?: string | undefined;
  field?: string | undefined;
  mode: "source" | "card";
  low: (typeof LOWER)[number];
}
const BASE = "/workbench/";
const pickOr = <T extends string>(all: readonly T[], value: string | null): T =>
  all.find((each) => each === value) ?? all[0]!;

function read(): PageState {
  const params = new URLSearchParams(location.search);
  const w = Number(params.get("w"));
  return {
    name: decodeURIComponent(location.pathname.slice(BASE.length)).replace(/\/$/, ""),
    tab: pickOr(TABS, params.get("tab")),
    lang: pickOr(["both", "zh", "en"], params.get("lang")),
    mode: pickOr(["source", "card"], params.get("mode")),
    low: pickOr(LOWER, params.get("low")),
    ...(w === 390 || w === 768 ? { w } : {}),
    ...(params.has("state") ? { state: params.get("state")! } : {}),
    ...(params.has("field") ? { field: params.get("field")! } : {}),
  };
}

let current = read();
const listeners = new Set<() => void>();
const notifyListeners = () => {
  current = read();
  for (const hear of listeners) hear();
};
addEventListener("popstate", notifyListeners);

/** Navigates. Opening another entity adds a history entry; changing the view replaces it. */
export function navigate(change: Partial<PageState>): void {
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
  notifyListeners();
}

export const usePageState = (): PageState =>
  useSyncExternalStore(
    (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    () => current,
  );
