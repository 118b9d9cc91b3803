/**
 * The user's column settings and row height, stored in the browser. The choice of columns is stored separately for
 * tablets. The `cols` parameter of a link takes precedence while present.
 */
import {
  type ColumnOrderState,
  type ColumnPinningState,
  type ColumnSizingState,
  type ColumnVisibilityState,
  functionalUpdate,
  type OnChangeFn,
} from "@tanstack/react-table";
import { useCallback, useMemo, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { listChosenColumns, pickFewColumns, listOfferedColumns, readColumns } from "../cells/columns.ts";
import { readWidths } from "./column-widths.tsx";
import { fitColumns, type PageRows } from "./fit-columns.tsx";
import { readSetting, writeSetting } from "../base/user-settings.ts";
import { useWidth } from "../react/use-width.tsx";

/** Row heights of 36, 44 and 56 px. */
export const DENSITIES = ["compact", "normal", "airy"] as const;
export type Density = (typeof DENSITIES)[number];

/** Column settings of a list: the table's column state, and additional settings. */
export interface Columns {
  state: { columnOrder: ColumnOrderState; columnVisibility: ColumnVisibilityState; columnPinning: ColumnPinningState };
  /** Table options that store changes. */
  handlers: {
    onColumnOrderChange: OnChangeFn<ColumnOrderState>;
    onColumnVisibilityChange: OnChangeFn<ColumnVisibilityState>;
    onColumnPinningChange: OnChangeFn<ColumnPinningState>;
  };
  /** Widths that were stored when the list was opened; later changes do not update them. */
  widths: ColumnSizingState;
  /** Stores the widths that the user set. */
  setWidths(this: void, widths: ColumnSizingState): void;
  /** Visible columns for exports, which are the same on every screen width. */
  filed: readonly string[];
  /** All available columns, those of the schema first. */
  offered: readonly string[];
  /** Whether the columns or their pins differ from the default. */
  changed: boolean;
  /** Restores the default columns and pins. */
  reset(): void;
  density: Density;
  setDensity(density: Density): void;
}

/** Default number of pinned columns: only the first. */
const PINS = 1;
/** Manages the number of leading columns that stay visible while the table scrolls. */
function usePins(name: string) {
  const [pins, setPins] = useState(() => {
    const kept = readSetting(name);
    return typeof kept === "number" && Number.isInteger(kept) && kept >= 0 ? kept : PINS;
  });
  const store = (next: number) => {
    setPins(next);
    writeSetting(name, next === PINS ? undefined : next);
  };
  return [pins, store] as const;
}

/** Returns the widths that the user set, as stored when the list was opened, and a function that stores them. */
function useStoredWidths(name: string): Pick<Columns, "widths" | "setWidths"> {
  const [widths] = useState(() => readWidths(readSetting(name)));
  const setWidths = useCallback(
    (next: ColumnSizingState) => writeSetting(name, Object.keys(next).length > 0 ? next : undefined),
    [name],
  );
  return { widths, setWidths };
}

function useDensity(user: string): Pick<Columns, "density" | "setDensity"> {
  const name = `list.${user}.density`;
  const [density, setDensity] = useState<Density>(
    () => DENSITIES.find((density) => density === readSetting(name)) ?? "normal",
  );
  return {
    density,
    setDensity(next) {
      setDensity(next);
      writeSetting(name, next);
    },
  };
}

/** Choice of columns: `shown` for the current screen width, `usual` as its default, `filed` for exports. */
interface Choice extends Pick<Columns, "filed" | "offered"> {
  shown: readonly string[];
  usual: readonly string[];
  /** Stores the visible columns and discards those of a link. */
  choose(next: readonly string[]): void;
}
function useChoice({ entity, own, room, page, link, unlink }: ColumnsInput): Choice {
  const { user, lang } = usePorts();
  const name = `list.${user()}.${entity.name}.columns`;
  const names = { wide: name, tablet: `${name}.tablet` };
  const size = useWidth() === "tablet" ? "tablet" : "wide";
  const [kept, setKept] = useState(() => ({
    wide: readColumns(readSetting(names.wide)),
    tablet: readColumns(readSetting(names.tablet)),
  }));
  const filed = useMemo(
    () => listChosenColumns(entity, own, { kept: kept.wide, link }),
    [entity, own, kept.wide, link],
  );
  // The estimates exceed what most rows need, which would leave a tablet half empty.
  const isMeasured = size === "tablet" && page !== undefined;
  const likely = useMemo(() => {
    const all = size === "tablet" ? pickFewColumns(entity, own) : own;
    return room === undefined || isMeasured ? all : fitColumns(entity, all, { lang, room });
  }, [entity, own, size, lang, room, isMeasured]);
  const usual = useMemo(
    () => (room === undefined || page === undefined ? likely : fitColumns(entity, likely, { lang, room, page })),
    [entity, likely, lang, room, page],
  );
  const shown = useMemo(
    () => listChosenColumns(entity, own, { kept: kept[size], link, usual }),
    [entity, own, kept, size, link, usual],
  );
  const all = useMemo(() => listOfferedColumns(entity, own), [entity, own]);
  const choose = (next: readonly string[]) => {
    const choice = next.join() === usual.join() ? undefined : { shown: [...next], known: [...own] };
    setKept({ ...kept, [size]: choice });
    writeSetting(names[size], choice);
    if (link !== null) unlink();
  };
  return { shown, usual, filed, offered: all, choose };
}

interface ColumnsInput {
  entity: Entity;
  /** Columns of the schema. */
  own: readonly string[];
  /** Width available to the table in pixels. Without it all columns are usual. */
  room?: number | undefined;
  /** The current page. Until it has loaded, widths are estimated. */
  page?: PageRows | undefined;
  /** Value of the URL parameter `cols`. `unlink` removes the parameter. */
  link: string | null;
  unlink(this: void): void;
}
/** Manages the columns of a list. */
export function useColumns(input: ColumnsInput): Columns {
  const { entity } = input;
  const user = usePorts().user();
  const { shown, usual, filed, offered: all, choose } = useChoice(input);
  const [pins, setPins] = usePins(`list.${user}.${entity.name}.pins`);
  const state = useMemo(
    () => ({
      // Visible columns first, followed by the others in their default order.
      columnOrder: [...new Set([...shown, ...all])],
      columnVisibility: Object.fromEntries(all.map((column) => [column, shown.includes(column)])),
      // Only leading columns can be pinned, so that pinning never changes the order.
      columnPinning: { start: shown.slice(0, pins), end: [] },
    }),
    [shown, all, pins],
  );
  return {
    state,
    handlers: {
      onColumnOrderChange: (updater) =>
        choose(functionalUpdate(updater, state.columnOrder).filter((column) => state.columnVisibility[column])),
      onColumnVisibilityChange: (updater) => {
        const visible = functionalUpdate(updater, state.columnVisibility);
        choose(state.columnOrder.filter((column) => visible[column]));
        // Hiding a pinned column removes its pin. The last pin passes to the next column.
        if (pins > PINS && state.columnPinning.start.some((column) => !visible[column])) setPins(pins - 1);
      },
      onColumnPinningChange: (updater) => {
        const { start } = functionalUpdate(updater, state.columnPinning);
        const next = [...start, ...shown.filter((column) => !start.includes(column))];
        setPins(start.length);
        if (next.join() !== shown.join()) choose(next);
      },
    },
    ...useStoredWidths(`list.${user}.${entity.name}.widths`),
    filed,
    offered: all,
    changed: shown.join() !== usual.join() || pins !== PINS,
    reset() {
      choose(usual);
      setPins(PINS);
    },
    ...useDensity(user),
  };
}
