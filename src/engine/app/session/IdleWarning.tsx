/**
 * Warns one minute before an idle session expires, with the remaining time and a button to stay signed in. Clicks and
 * key presses before the warning count as activity.
 */
import { useEffect, useState } from "react";
import { t } from "../client/i18n.ts";
import { call } from "../client/call.ts";
import { endSession, isSignedIn } from "../client/session.ts";
import { Dialog } from "../../overlay/overlay.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { computeMsUntilExpiry, getIdleMs, KEEP_MS, WARNING_MS } from "./idle.ts";
import type { sendOrder } from "../data/send-order.tsx";

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();
const extendSession = () => call("userInfo").catch(() => undefined);

/** Sends the sign-out. Loaded with the warning, because nothing else on the home page sends an order. */
let send: typeof sendOrder | undefined;
async function loadSender(): Promise<void> {
  if (send) return;
  const loaded = await import("../data/send-order.tsx").catch(() => undefined);
  send = loaded?.sendOrder;
}

export function IdleWarning() {
  const ports = usePorts();
  const [left, setLeft] = useState(getIdleMs);
  useEffect(() => {
    const look = () => {
      if (!isSignedIn()) return setLeft(getIdleMs());
      const now = computeMsUntilExpiry();
      setLeft(now > WARNING_MS ? getIdleMs() : now);
      if (now <= WARNING_MS) void loadSender();
      if (now > 0) return;
      // Sent while the session token is still set. The response is not awaited: the server has ended the session
      // already, or will do so now.
      void send?.(ports, "logout", {});
      endSession("expired");
    };
    const timer = setInterval(look, 1_000);
    const active = () => {
      const now = computeMsUntilExpiry();
      if (isSignedIn() && now > WARNING_MS && now < getIdleMs() - KEEP_MS) void extendSession();
    };
    document.addEventListener("pointerdown", active);
    document.addEventListener("keydown", active);
    return () => {
      clearInterval(timer);
      document.removeEventListener("pointerdown", active);
      document.removeEventListener("keydown", active);
    };
  }, [ports]);
  const open = left <= WARNING_MS && left > 0;
  const keep = () => {
    setLeft(getIdleMs());
    void extendSession();
  };
  return (
    <Dialog open={open} onClose={keep} labelledBy="idle-title" describedBy="idle-help">
      <h2 id="idle-title">{t("idle.title")}</h2>
      <p id="idle-help">{t("idle.help")}</p>
      <p className="idle-left" role="timer">
        {t("idle.left", { n: Math.ceil(left / 1_000) })}
      </p>
      <button type="button" className="btn" data-main ref={focusOnMount} onClick={keep}>
        {t("idle.stay")}
      </button>
    </Dialog>
  );
}
