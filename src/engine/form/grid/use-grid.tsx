import { useEffect, useMemo, useReducer, useRef } from "react";
import { useForm } from "../../controls/model.tsx";
import type { ListNode } from "../../form-store/nodes.ts";
import type { Field } from "../../model/entity.ts";
import type { RowScroller } from "../../react/VirtualRows.tsx";
import { GridModel } from "./grid-model.tsx";

/** Returns a grid's model and the ref of its scroller, and attaches the model as the list's control. */
export function useGrid(list: ListNode, columns: readonly Field[]) {
  const { store, ports } = useForm();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const scroller = useRef<RowScroller>(null);
  const model = useMemo(
    () => new GridModel({ store, ports, list, columns, scroller, draw }),
    [store, ports, list, columns, scroller],
  );
  useEffect(
    () =>
      list.attach({
        write: () => undefined,
        focus: () => (list.rows.length > 0 ? model.focus(0) : document.getElementById(`${list.id}-add`)?.focus()),
        reach: (leaf) => model.focus(list.rows.indexOf(leaf.parent), leaf.field.name),
      }),
    [list, model],
  );
  return { model, scroller };
}
