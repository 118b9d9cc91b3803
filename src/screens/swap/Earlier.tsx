/** A confirmation that never got an answer before the page was left: asked about again under its own key, so that nothing happens twice. */
import { useEffect, useState } from "react";
import { t } from "../../client/i18n.ts";
import type { Row } from "../../engine/index.ts";
import { usePorts } from "../../engine/ui.tsx";
import { openSure, sendSure } from "./sure.ts";

type State = "asking" | "not" | "unknown" | "none";

export function Earlier({ onDone }: { onDone(record: Row): void }) {
  const ports = usePorts();
  const [quoteId] = useState(() => openSure(ports));
  const [state, setState] = useState<State>(quoteId ? "asking" : "none");
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!quoteId) return;
    let live = true;
    setState("asking");
    void sendSure(ports, quoteId).then((outcome) => {
      if (!live) return;
      if (outcome.end === "done") onDone(outcome.record);
      else setState(outcome.end === "over" || outcome.end === "refused" ? "not" : "unknown");
    });
    return () => {
      live = false;
    };
    // Once, and when the person asks again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [quoteId, turn]);
  if (state === "none") return null;
  return (
    <p className="sw-notice" data-tone={state === "not" ? "info" : "warning"} role="status">
      {t(state === "asking" ? "swap.earlierAsking" : state === "not" ? "swap.earlierNot" : "swap.unknown")}{" "}
      {state === "unknown" && (
        <button type="button" className="sw-link" onClick={() => setTurn(turn + 1)}>
          {t("swap.askAgain")}
        </button>
      )}
    </p>
  );
}
