/** Draft of a form: saves changes and offers to restore them. */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Draft } from "./draft.ts";
import { useForm } from "../controls/model.tsx";
import type { FormStore } from "../form-store/store.ts";

/**
 * Offers a stored draft once and saves changes while the form is open. Changing the form instead of answering the offer
 * withdraws the offer and overwrites the draft.
 */
export function DraftBar({ draft }: { draft: Draft }) {
  const { store, ports } = useForm();
  const [offered, setOffered] = useOffer(draft, store);
  const onRestore = () => {
    if (offered) store.restore(offered);
    decide();
  };
  const onDiscard = () => {
    draft.drop();
    decide();
  };
  /** Hides the offer and moves the focus to the first field. */
  const decide = () => {
    flushSync(() => setOffered(undefined));
    store.first()?.control?.focus();
  };
  if (!offered) return null;
  return (
    <div className="pf-notice" data-tone="info">
      <output>{ports.t("form.draftFound")}</output>
      <div className="pf-buttons">
        <button type="button" className="btn" data-small onClick={onRestore}>
          {ports.t("form.draftRestore")}
        </button>
        <button type="button" className="btn" data-small data-quiet onClick={onDiscard}>
          {ports.t("form.draftDiscard")}
        </button>
      </div>
    </div>
  );
}

/** Returns the stored draft to offer, and saves changes while the form is open. */
function useOffer(draft: Draft, store: FormStore) {
  const [offered, setOffered] = useState(() => {
    const kept = draft.read();
    return kept &&
      Object.entries(kept).some(([name, value]) => JSON.stringify(store.initial[name]) !== JSON.stringify(value))
      ? kept
      : undefined;
  });
  useEffect(() => {
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
  return [offered, setOffered] as const;
}
