/**
 * What the portal does when the session or the network says so. Source: specification 8 (X1-X4): 3001-3003 clear the session and
 * go to sign-in after 500 ms; HTTP 302 once until a normal answer; over an unfinished form the sign-in opens in a dialog instead.
 */
import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { onHttp } from "../client/http.ts";
import { endSession, onSessionEnd } from "../client/session.ts";
import { Dialog } from "../engine/ui.tsx";
import { noteUse } from "./idle.ts";
import { anyUnfinished } from "./leaving.ts";
import { notify } from "./notices.tsx";
import { forgetUser, loadUser } from "./user.ts";

const SignInForm = lazy(() => import("./pages/account/SignInForm.tsx").then((module) => ({ default: module.SignInForm })));

/** Source: specification 8 (X1). */
const TO_SIGN_IN_MS = 500;
const REASON = { 3001: "expired", 3002: "endedElsewhere", 3003: "disabled" } as const;

export function SessionEvents() {
  const navigate = useNavigate();
  const [over, setOver] = useState<string>();
  useEffect(() => {
    let told = false;
    const leave = () => navigate("/login", { replace: true });
    onHttp({
      ended(code, message) {
        endSession(REASON[code]);
        notify("warning", message || t("signInAgain"));
      },
      timedOut() {
        if (!told) notify("danger", t("login.timeout"));
        told = true;
        endSession("timeout");
      },
      uncertified: () => notify("warning", t("authenticateFirst")),
      broken: (traceId) => notify("danger", t("systemException"), traceId && t("traceId", { id: traceId }), traceId),
      used: noteUse,
      answered: () => void (told = false),
    });
    return onSessionEnd((reason) => {
      const username = localStorage.getItem("loginPhone") ?? "";
      forgetUser();
      if (reason !== "signedOut" && anyUnfinished()) setOver(username);
      else if (reason === "expired" || reason === "endedElsewhere" || reason === "disabled") setTimeout(leave, TO_SIGN_IN_MS);
      else leave();
    });
  }, [navigate]);
  const cancel = () => {
    setOver(undefined);
    navigate("/login", { replace: true });
  };
  return (
    <Dialog open={over !== undefined} onClose={cancel} labelledBy="again-title" describedBy="again-help">
      <h2 id="again-title">{t("signInAgain")}</h2>
      <p id="again-help">{t("signInAgainHelp")}</p>
      <Suspense fallback={<div className="skeleton" style={{ height: 300 }} aria-hidden />}>
        <SignInForm
          username={over ?? ""}
          onDone={async () => {
            await loadUser();
            setOver(undefined);
          }}
        />
      </Suspense>
    </Dialog>
  );
}
