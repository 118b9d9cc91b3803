/** Opens a view on its default period unless the URL or the user's default view says otherwise. */
import { useCallback, useEffect, useMemo, useState } from "react";
import { readSetting } from "../base/user-settings.ts";
import type { Entity } from "../model/entity.ts";
import { addOpeningPeriod, keepAllTime } from "../query/opening-period.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ListProps } from "../react/view-part.tsx";
import { getViewsKey, readViews } from "../table/saved-views.ts";

interface Options extends Pick<ListProps, "params" | "onParams"> {
  entity: Entity;
  plan: { date: string; periods?: readonly string[] };
}
/**
 * Returns the parameters with the default period, which also replaces the URL, and a setter that keeps "all time" in
 * the URL. `isDefault`: whether the period is shown by default rather than by choice.
 */
export function useOpeningPeriod({ entity, plan, params, onParams }: Options) {
  const ports = usePorts();
  const [hasView] = useState(() =>
    readViews(readSetting(getViewsKey(ports.user(), entity))).some((view) => view.default),
  );
  const opened = useMemo(() => (hasView ? params : addOpeningPeriod(params, plan)), [hasView, params, plan]);
  const [initial, setInitial] = useState<string>();
  useEffect(() => {
    if (opened === params) return;
    setInitial(opened.toString());
    onParams(opened, "replace");
  }, [opened, params, onParams]);
  const change = useCallback<ListProps["onParams"]>(
    (next, how) => onParams(keepAllTime(next, plan), how),
    [onParams, plan],
  );
  return { params: opened, onParams: change, isDefault: initial === opened.toString() };
}
