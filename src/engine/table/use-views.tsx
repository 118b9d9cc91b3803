/** The person's own views of a list: read once, written at every change; the default one opens where the URL wishes nothing. */
import { useEffect, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { isOther } from "../query/grammar.ts";
import { readable } from "../query/write.ts";
import { readViews, type SavedView, withView } from "./saved-views.ts";
import { readStored, writeStored } from "./stored.ts";

export interface SavedViews {
  views: readonly SavedView[];
  open(view: SavedView): void;
  add(name: string, query: string): void;
  /** Undefined removes it. */
  change(id: string, change: Partial<SavedView> | undefined): void;
  copyLink(view: SavedView): Promise<void>;
}
/** `params` are the page's URL parameters, `onParams` changes them. */
export function useViews(
  entity: Entity,
  params: URLSearchParams,
  onParams: (next: URLSearchParams, how: "push" | "replace") => void,
): SavedViews {
  const ports = usePorts();
  const name = `list.${ports.user()}.${entity.name}.views`;
  const [views, setViews] = useState(() => readViews(readStored(name)));
  /** As they are kept now: another tab may have added one. */
  const kept = () => readViews(readStored(name));
  const keep = (next: SavedView[]) => {
    setViews(next);
    writeStored(name, next.length > 0 ? next : undefined);
  };
  /** The view's URL on this page: its tab stays. */
  const paramsOf = (view: SavedView): URLSearchParams => {
    const out = new URLSearchParams(view.query);
    for (const [key, value] of params) if (isOther(key) && key !== "id") out.set(key, value);
    return out;
  };
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    const first = views.find((view) => view.default);
    if (first && [...params.keys()].every(isOther) && !params.has("id")) onParams(paramsOf(first), "replace");
    // Once, when the list opens: whoever takes the filters off later means it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return {
    views,
    open: (view) => onParams(paramsOf(view), "push"),
    add: (text, query) => keep([...kept(), { id: crypto.randomUUID(), name: text, query }]),
    change: (id, change) => keep(withView(kept(), id, change)),
    async copyLink(view) {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}?${readable(paramsOf(view))}`);
      ports.notify("success", ports.word("list.linkCopied"));
    },
  };
}
