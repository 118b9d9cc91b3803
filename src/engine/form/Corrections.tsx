/** Form of a record that a review returned: only the fields to correct, each with its reason. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useForm } from "../controls/model.tsx";
import { listCorrectable, type Remark } from "../entity/remarks.ts";
import type { FormStore } from "../form-store/store.ts";
import { FieldRows } from "./Fields.tsx";
import { createSingleStep, type Stepping } from "./stepping.ts";

export { listRemarks } from "../entity/remarks.ts";

/** Renders a form that is limited to the fields with remarks, what depends on them, and fields with errors. */
export function Corrected({
  remarks,
  children,
}: {
  remarks: readonly Remark[];
  children(stepping: Stepping): ReactNode;
}) {
  const { store, entity } = useForm();
  const single = useMemo(() => createSingleStep(entity), [entity]);
  const first = useMemo(() => listCorrectable(entity, remarks), [entity, remarks]);
  const corrected = useCorrected(store, first);
  useEffect(() => showReasons(store, remarks), [store, remarks]);
  return children({ ...single, corrected });
}

/** Returns the names of the fields to correct. A field that fails the check, such as an expired date, is added. */
function useCorrected(store: FormStore, first: ReadonlySet<string>): ReadonlySet<string> {
  const kept = useRef(first);
  const read = useCallback(() => {
    const failing = store.listFailing().map(({ top }) => top);
    return failing.every((name) => kept.current.has(name))
      ? kept.current
      : (kept.current = new Set([...kept.current, ...failing]));
  }, [store]);
  const subscribe = useCallback((run: () => void) => store.watch(run), [store]);
  return useSyncExternalStore(subscribe, read);
}

/** Shows each reason at its field. It does not block submitting and disappears when the field changes. */
function showReasons(store: FormStore, remarks: readonly Remark[]): void {
  for (const { field, reason } of remarks) store.root.child(field)?.publish({ note: reason });
}

/** Card with the fields to correct. */
export function CorrectionsCard({ names }: { names: ReadonlySet<string> }) {
  const { store, ports } = useForm();
  const id = `${store.root.id}-corrections`;
  return (
    <form className="pf-card" data-corrections aria-labelledby={id} onSubmit={(event) => event.preventDefault()}>
      <h2 id={id} className="pf-title">
        {ports.t("form.remarks")}
      </h2>
      <FieldRows rows={[...names].map((name) => [name])} />
    </form>
  );
}
