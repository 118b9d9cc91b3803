/**
 * Handles session and network events. Source: specification 8 (X1-X4): 3001-3003 clear the session and go to sign-in
 * after 500 ms; HTTP 302 is handled once until the next successful response; over an unfinished form the sign-in
 * opens in a dialog instead. Clears what one user had open before another signs in, in this tab or another.
 */
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { onHttp } from "../../client/http.ts";
import { announceSignIn, endSession, onSessionEnd, onSignInElsewhere, userId } from "../../client/session.ts";
import type { CallFailure } from "../../engine/index.ts";
import { Dialog } from "../../engine/ui.tsx";
import { noteUse } from "./idle.ts";
import { abandonAll, anyUnfinished } from "../feedback/leave-guard.ts";
import { notify } from "../feedback/Notices.tsx";
import { currentUser, forgetUser, loadUser, type User } from "./user.ts";

const SignInForm = lazy(() => import("./SignInForm.tsx").then((module) => ({ default: module.SignInForm })));

/** Source: specification 8 (X1). */
const TO_SIGN_IN_MS = 500;
const REASON = { 3001: "expired", 3002: "endedElsewhere", 3003: "disabled" } as const;

export function SessionEvents() {
  const navigate = useNavigate();
  const [over, setOver] = useState<string>();
  /** The user who was signed in last: owner of the open page. */
  const whose = useRef<User>(undefined);
  const goOn = useCallback(async () => {
    if (whose.current !== undefined && userId() === whose.current.id) {
      await loadUser().catch((failure: CallFailure) => {
        notify("warning", failure.message || t("systemException"));
        throw failure;
      });
      return setOver(undefined);
    }
    abandonAll();
    location.assign("/");
  }, []);
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
      broken(traceId, confirmed) {
        const trace = traceId && t("traceId", { id: traceId });
        notify(
          "danger",
          t("systemException"),
          [t(confirmed ? "systemException.unknown" : "systemException.help"), trace].filter(Boolean).join(" "),
          traceId,
        );
      },
      used: noteUse,
      answered: () => void (told = false),
    });
    return onSessionEnd((reason) => {
      whose.current = currentUser()?.user ?? whose.current;
      forgetUser();
      if (reason !== "signedOut" && anyUnfinished()) setOver(whose.current?.username ?? "");
      else if (reason === "expired" || reason === "endedElsewhere" || reason === "disabled")
        setTimeout(leave, TO_SIGN_IN_MS);
      else leave();
    });
  }, [navigate]);
  useEffect(
    () =>
      onSignInElsewhere(() => {
        whose.current = currentUser()?.user ?? (over === undefined ? undefined : whose.current);
        void goOn().catch(() => undefined);
      }),
    [over, goOn],
  );
  useEffect(() => {
    // A page restored from the back/forward cache has missed every event since.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !currentUser() || currentUser()?.user.id === userId()) return;
      whose.current = undefined;
      void goOn();
    };
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, [goOn]);
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
            announceSignIn();
            await goOn();
          }}
        />
      </Suspense>
    </Dialog>
  );
}
