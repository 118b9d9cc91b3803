/** Loads facts that depend on form values (the limits of a currency, the holder of an account). */
import { useEffect } from "react";
import type { Ports } from "../model/ports.ts";
import { listFactSources, loadContexts } from "../entity/facts-loading.ts";
import type { FormStore } from "../form-store/store.ts";

/** Debounce delay of reloading in milliseconds. */
const REST_MS = 300;

/**
 * Reloads facts when the fields that they depend on change. Until the response arrives they are undefined rather than
 * those of the old value.
 */
export function useFacts(store: FormStore, ports: Ports): void {
  useEffect(() => {
    const { entity } = store;
    const feeds = listFactSources(entity);
    if (feeds.size === 0) return;
    const values = () => new Map([...feeds.keys()].map((name) => [name, store.record()[name]]));
    let before = values();
    let stale = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn = 0;
    const load = async () => {
      const mine = ++turn;
      const names = stale;
      const scope = await loadContexts(entity, ports, store.record(), names);
      if (mine !== turn) return;
      stale = new Set();
      store.know(scope);
    };
    const stop = store.watch(() => {
      const now = values();
      const changed = [...feeds.keys()].filter((name) => now.get(name) !== before.get(name));
      if (changed.length === 0) return;
      before = now;
      turn += 1;
      const lost = changed.flatMap((name) => [...(feeds.get(name) ?? [])]).filter((name) => !stale.has(name));
      stale = new Set([...stale, ...lost]);
      clearTimeout(timer);
      timer = setTimeout(() => void load(), REST_MS);
      if (lost.some((name) => store.contexts[name] !== undefined))
        store.know(Object.fromEntries(lost.map((name) => [name, undefined])));
    });
    return () => {
      stop();
      turn += 1;
      clearTimeout(timer);
    };
  }, [store, ports]);
}
