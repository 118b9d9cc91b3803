/**
 * Provides the context for validating rows: texts in both languages, and facts, some of which depend on the currency.
 */
import { useEffect, useMemo, useState } from "react";
import { useRead } from "../data/use-read.tsx";
import { presetCurrency, loadContexts, listPerCurrency } from "../entity/facts-loading.ts";
import { recordCurrency } from "../entity/values.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import type { Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { listTargets, loadBothLanguages } from "./columns.ts";
import type { ImportRow, RowContext } from "./rows.ts";

/** Facts and texts for validating rows. `context` is undefined until they are loaded. */
export interface RowFacts {
  context: RowContext | undefined;
  /** Facts shared by all rows. */
  contexts: Scope;
  /** Loads the facts for these currencies. */
  addCurrencies(codes: readonly string[]): void;
  hasCurrency(code: string): boolean;
  /** Refetches all facts, for example because the wallet balance may have changed. */
  refresh(): void;
}

export function useRowContext(entity: Entity): RowFacts {
  const ports = usePorts();
  const [money, setMoney] = useState<ReadonlyMap<string, Scope>>(new Map());
  const { data: base, reload } = useRead(
    ["import", entity.name],
    async () => {
      const [contexts, both] = await Promise.all([loadShared(entity, ports), loadBothLanguages(entity, ports)]);
      return { both, contexts };
    },
    { onFocus: false },
  );

  const context = useMemo((): RowContext | undefined => {
    if (!base) return undefined;
    const cache = new Map([...money].map(([currency, scope]) => [currency, { ...base.contexts, ...scope }]));
    const factsFor = (record: Row) => cache.get(recordCurrency(entity, record) ?? "") ?? base.contexts;
    return { entity: base.both, lang: ports.lang, targets: listTargets(base.both), factsFor, t: ports.t };
  }, [base, money, entity, ports]);

  return {
    context,
    contexts: base?.contexts ?? {},
    addCurrencies: (codes) =>
      void loadByCurrency(entity, ports, codes).then((found) => setMoney((old) => new Map([...old, ...found]))),
    hasCurrency: (code) => money.has(code),
    refresh() {
      reload();
      if (money.size > 0) void loadByCurrency(entity, ports, [...money.keys()]).then(setMoney);
    },
  };
}

/** Loads the facts for the currencies that occur in the rows. */
export function useCurrencyFacts(entity: Entity, rows: readonly ImportRow[], facts: RowFacts): void {
  // A cell may contain "US dollar"; the server resolves it, and the row's value holds the currency code.
  const used = listPerCurrency(entity).size === 0 ? [] : rows.map((row) => recordCurrency(entity, row.value) ?? "");
  const wanted = [...new Set(used)].filter((code) => code !== "" && !facts.hasCurrency(code)).join();
  useEffect(() => {
    if (wanted !== "") facts.addCurrencies(wanted.split(","));
    // Runs once per set of currencies, because `facts` is a new object on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted]);
}

/** Loads the facts shared by all rows. */
function loadShared(entity: Entity, ports: Ports): Promise<Scope> {
  const theirs = listPerCurrency(entity);
  return loadContexts(entity, ports, {}, new Set(Object.keys(entity.contexts).filter((name) => !theirs.has(name))));
}
/** Loads the facts for each of these currencies. */
async function loadByCurrency(entity: Entity, ports: Ports, codes: readonly string[]): Promise<Map<string, Scope>> {
  return new Map(
    await Promise.all(
      codes.map(
        async (code) =>
          [code, await loadContexts(entity, ports, presetCurrency(entity, code), listPerCurrency(entity))] as const,
      ),
    ),
  );
}
