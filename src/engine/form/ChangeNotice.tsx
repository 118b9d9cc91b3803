/** What the changes of a stored record lead to, such as a new review, said before they are saved. */
import { useSyncExternalStore } from "react";
import { useForm } from "../controls/model.tsx";
import { findText } from "../entity/labels.ts";
import "./change-notice.css";

/** Stands inside a form that changes a record. Shown while a changed field fires an event with a sentence (`edit`). */
export function ChangeNotice() {
  const { store, entity, ports } = useForm();
  const { lifecycle } = entity;
  const event = useSyncExternalStore(
    (run) => store.watch(run),
    () => {
      const [now, before] = [store.record(), store.initial];
      const status = String(before[lifecycle?.field ?? ""]);
      const isChanged = (name: string) => JSON.stringify(now[name]) !== JSON.stringify(before[name]);
      return lifecycle?.transitions.find(({ from, touches }) => from.includes(status) && touches?.some(isChanged))?.on;
    },
  );
  const text = event === undefined ? undefined : findText(entity, `edit.${event}`, ports.lang);
  return (
    <div role="status" className="pf-change">
      {text !== undefined && (
        <p className="pf-notice" data-tone="info">
          {text}
        </p>
      )}
    </div>
  );
}
