/** The user's saved views of a list. The default view is applied when the URL has no query. */
import { useEffect, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { isOtherParameter } from "../query/grammar.ts";
import { isWithoutQuery } from "../query/opening-period.ts";
import { toReadable } from "../query/write-url.ts";
import { getViewsKey, readViews, type SavedView, replaceView } from "./saved-views.ts";
import { readSetting, writeSetting } from "../base/user-settings.ts";

export interface SavedViews {
  views: readonly SavedView[];
  open(view: SavedView): void;
  add(name: string, query: string): void;
  /** Changes a view, or removes it if `change` is undefined. */
  change(id: string, change: Partial<SavedView> | undefined): void;
  copyLink(view: SavedView): Promise<void>;
}
/** Manages the saved views. `params` are the page's URL parameters, which `onParams` changes. */
export function useViews(
  entity: Entity,
  params: URLSearchParams,
  onParams: (next: URLSearchParams, how: "push" | "replace") => void,
): SavedViews {
  const ports = usePorts();
  const name = getViewsKey(ports.user(), entity);
  const [views, setViews] = useState(() => readViews(readSetting(name)));
  /** Reads the storage again, because another tab may have added a view. */
  const kept = () => readViews(readSetting(name));
  const keep = (next: SavedView[]) => {
    setViews(next);
    writeSetting(name, next.length > 0 ? next : undefined);
  };
  /** Returns the view's URL parameters along with the page's own. */
  const paramsOf = (view: SavedView): URLSearchParams => {
    const out = new URLSearchParams(view.query);
    for (const [key, value] of params) if (isOtherParameter(key) && key !== "id") out.set(key, value);
    return out;
  };
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    const first = views.find((view) => view.default);
    if (first && isWithoutQuery(params)) onParams(paramsOf(first), "replace");
    // Only on mount, since the user may clear the filters later.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return {
    views,
    open: (view) => onParams(paramsOf(view), "push"),
    add: (text, query) => keep([...kept(), { id: crypto.randomUUID(), name: text, query }]),
    change: (id, change) => keep(replaceView(kept(), id, change)),
    async copyLink(view) {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}?${toReadable(paramsOf(view))}`);
      ports.notify("success", ports.t("list.linkCopied"));
    },
  };
}
