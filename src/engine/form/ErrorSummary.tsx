/** Above the fields after a refused submit: what the form as a whole met, and a link to each field that needs a change. */
import { useCallback, useSyncExternalStore } from "react";
import { useForm } from "./model.tsx";
import type { LeafNode } from "./nodes.ts";
import type { FormStore } from "./store.ts";

/** What the form as a whole has to say. */
export interface FormNotice {
  tone: "danger" | "warning" | "info";
  title: string;
  detail?: string;
  traceId?: string;
}
const MOST_LINKS = 10;
const nothing: LeafNode[] = [];

/** The failing fields; the same list while none came, went or changed its words. */
function useFailing(store: FormStore, active: boolean): LeafNode[] {
  const subscribe = useCallback((run: () => void) => store.watch(run), [store]);
  const read = useCallback(() => (active ? store.failingNow() : nothing), [store, active]);
  return useSyncExternalStore(subscribe, read);
}

export function ErrorSummary({ store, notice, active }: { store: FormStore; notice: FormNotice | undefined; active: boolean }) {
  const { ports, spec } = useForm();
  const failing = useFailing(store, active);
  if (!notice && failing.length === 0) return null;
  return (
    <div className="pf-notice" data-tone={notice?.tone ?? "danger"} role="alert" tabIndex={-1} data-summary>
      <p className="pf-notice-title">{notice?.title ?? ports.word("form.problems", { count: failing.length })}</p>
      {notice?.detail && <p>{notice.detail}</p>}
      {notice?.traceId && (
        <p className="pf-trace">
          {ports.word("form.trace")} <code>{notice.traceId}</code>
        </p>
      )}
      {failing.length > 0 && (
        <ul>
          {failing.slice(0, MOST_LINKS).map((leaf) => (
            <li key={leaf.id}>
              <a
                href={`#${leaf.id}`}
                onClick={(event) => {
                  event.preventDefault();
                  leaf.control?.focus();
                }}
              >
                {spec(leaf.field).label}
              </a>
              {ports.word("form.colon")}
              {leaf.view.error}
            </li>
          ))}
          {failing.length > MOST_LINKS && <li>{ports.word("form.moreProblems", { count: failing.length - MOST_LINKS })}</li>}
        </ul>
      )}
    </div>
  );
}
