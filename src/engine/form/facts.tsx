/** What a form shows and selects because of facts from outside the record, and its placeholder while they load. */
import { useEffect } from "react";
import { listFactSources, loadContexts } from "../entity/facts-loading.ts";
import { getTextName } from "../entity/labels.ts";
import { openOptions } from "../entity/option-facts.ts";
import { findOptionFacts } from "../entity/options-call.ts";
import { LeafNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";
import type { Entity } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import type { Ports } from "../model/ports.ts";

/**
 * Reloads the facts of an open form when the fields that they depend on change. In a form that creates a record
 * (`makes`), also selects the only enabled option of an empty field that the user has not touched.
 */
export function Facts({ store, ports, makes }: { store: FormStore; ports: Ports; makes: boolean }) {
  useFacts(store, ports);
  useSoleOption(store, makes);
  return null;
}

/** Debounce delay of reloading in milliseconds. Wrong guesses are throttled, so guesses wait for the whole value. */
const REST_MS = 300;
const GUESS_REST_MS = 1_000;

/**
 * Reloads facts when the fields that they depend on change. Until the response arrives they are undefined rather than
 * those of the old value.
 */
function useFacts(store: FormStore, ports: Ports): void {
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
      const isGuess = [...stale].some((name) => entity.contexts[name]?.guess);
      timer = setTimeout(() => void load(), isGuess ? GUESS_REST_MS : REST_MS);
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

/**
 * Selects the only enabled option of an empty field whose options depend on facts. Applies to create forms only
 * (`makes`), once per field, and never after the user has touched the field.
 */
function useSoleOption(store: FormStore, makes: boolean): void {
  useEffect(() => {
    const fields = store.entity.fields.filter((field) => findOptionFacts(field) && !field.readOnly);
    if (!makes || fields.length === 0) return undefined;
    const chosen = new Set<string>();
    const choose = () => {
      for (const field of fields) {
        const leaf = store.root.child(field.name);
        if (
          chosen.has(field.name) ||
          !(leaf instanceof LeafNode) ||
          leaf.locked ||
          leaf.touched ||
          leaf.value !== undefined
        )
          continue;
        const [item, ...others] = openOptions(store.entity, field, store.contexts, store.lang)?.open ?? [];
        if (item === undefined || others.length > 0) continue;
        chosen.add(field.name);
        store.fill({ [field.name]: item });
      }
    };
    choose();
    return store.watch(choose);
  }, [store, makes]);
}

/**
 * Returns the message for a form that cannot be filled in, because facts disable every option of a required field.
 * Undefined when there is no such field.
 */
export function describeNothingOpen(entity: Entity, contexts: Scope, { lang, t }: Ports): string | undefined {
  for (const field of entity.fields) {
    const known = field.required && !field.readOnly ? openOptions(entity, field, contexts, lang) : undefined;
    if (known?.open.length === 0)
      return t("form.nothingOpen", {
        label: entity.label(getTextName(field), lang),
        reasons: known.reasons.join(t("form.listMark")),
      });
  }
  return undefined;
}
