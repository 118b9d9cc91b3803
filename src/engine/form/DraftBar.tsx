/** Draft of a form: saves changes and offers to restore them. */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { Draft } from "./draft.ts";
import { useForm } from "../controls/model.tsx";
import type { FormStore } from "../form-store/store.ts";

export interface DraftState {
  /** Stored draft that the user has neither restored nor discarded. */
  offered: Row | undefined;
  restore(): void;
  discard(): void;
  /** Deletes the draft after a successful submit. */
  drop(): void;
}

/**
 * Offers a stored draft once and saves changes while the form is open. Changing the form instead of answering the offer
 * withdraws the offer and overwrites the draft.
 */
export function useDraft(store: FormStore, entity: Entity, ports: Ports, enabled: boolean): DraftState {
  const [draft] = useState(() => (enabled ? new Draft(entity, ports.user()) : undefined));
  const [offered, setOffered] = useState(() => {
    const kept = draft?.read();
    return kept &&
      Object.entries(kept).some(([name, value]) => JSON.stringify(store.initial[name]) !== JSON.stringify(value))
      ? kept
      : undefined;
  });
  useEffect(() => {
    if (!draft) return;
    const stop = store.watch(() => {
      if (!store.dirty) return;
      setOffered(undefined);
      draft.save(store.record());
    });
    // Save immediately when the tab is closed or reloaded.
    const keep = () => draft.stop();
    window.addEventListener("pagehide", keep);
    return () => {
      stop();
      window.removeEventListener("pagehide", keep);
      draft.stop();
    };
  }, [draft, store]);
  /** Hides the offer and moves the focus to the first field. */
  const decided = () => {
    flushSync(() => setOffered(undefined));
    store.first()?.control?.focus();
  };
  return {
    offered,
    restore: () => {
      if (offered) store.restore(offered);
      decided();
    },
    discard: () => {
      draft?.drop();
      decided();
    },
    drop: () => draft?.drop(),
  };
}

export function DraftBar({ draft }: { draft: DraftState }) {
  const { ports } = useForm();
  if (!draft.offered) return null;
  return (
    <div className="pf-notice" data-tone="info">
      <output>{ports.t("form.draftFound")}</output>
      <div className="pf-buttons">
        <button type="button" className="btn" data-small onClick={draft.restore}>
          {ports.t("form.draftRestore")}
        </button>
        <button type="button" className="btn" data-small data-quiet onClick={draft.discard}>
          {ports.t("form.draftDiscard")}
        </button>
      </div>
    </div>
  );
}
