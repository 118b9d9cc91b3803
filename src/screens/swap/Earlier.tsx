/** A confirmation that never got an answer before the page was left: asked about again under its own key, so that nothing happens twice. */
import { useEffect, useRef, useState } from "react";
import { t } from "../../client/i18n.ts";
import type { EntityRow } from "../../contract/calls.ts";
import { Link, usePorts } from "../../engine/ui.tsx";
import { recordHref } from "./Result.tsx";
import { openSure, sendSure } from "./sure.ts";

type State = "asking" | "done" | "not" | "unknown" | "none";

/** `busy`: another one has been begun meanwhile, which an answer to this one does not take out of the person's hands. */
export function Earlier({ busy, onDone }: { busy: boolean; onDone(record: EntityRow<"swap">): void }) {
  const ports = usePorts();
  const [quoteId] = useState(() => openSure(ports));
  const [state, setState] = useState<State>(quoteId ? "asking" : "none");
  const [turn, setTurn] = useState(0);
  const [made, setMade] = useState<EntityRow<"swap">>();
  const other = useRef(busy);
  other.current = busy;
  useEffect(() => {
    if (!quoteId) return;
    let live = true;
    setState("asking");
    void sendSure(ports, quoteId).then((outcome) => {
      if (!live) return;
      if (outcome.end === "done" && !other.current) return onDone(outcome.record);
      if (outcome.end === "done") {
        setMade(outcome.record);
        setState("done");
      } else setState(outcome.end === "over" || outcome.end === "refused" ? "not" : "unknown");
    });
    return () => {
      live = false;
    };
    // Once, and when the person asks again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [quoteId, turn]);
  if (state === "none") return null;
  return (
    <p className="sw-notice" data-tone={state === "not" || state === "done" ? "info" : "warning"} role="status">
      {t(
        state === "asking"
          ? "swap.earlierAsking"
          : state === "not"
            ? "swap.earlierNot"
            : state === "done"
              ? "swap.earlierDone"
              : "swap.unknown",
      )}{" "}
      {made && <Link href={recordHref(made)}>{t("swap.toRecord")}</Link>}
      {state === "unknown" && (
        <button type="button" className="sw-link" onClick={() => setTurn(turn + 1)}>
          {t("swap.askAgain")}
        </button>
      )}
    </p>
  );
}
