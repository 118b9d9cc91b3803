/**
 * Handles session and network events. Source: specification 8 (X1-X4): 3001-3003 clear the session and go to sign-in
 * after 500 ms; HTTP 302 is handled once until the next successful response; over an unfinished form the sign-in
 * opens in a dialog instead. Clears what one user had open before another signs in, in this tab or another.
 */
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { setHttpEvents } from "../../client/http.ts";
import { announceSignIn, endSession, onSessionEnd, onSignInElsewhere, readUserId } from "../../client/session.ts";
import type { CallFailure } from "../../engine/index.ts";
import { Dialog } from "../../engine/ui.tsx";
import { recordUse } from "./idle.ts";
import { clearUnfinished, hasUnfinished } from "../feedback/leave-guard.ts";
import { showToast } from "../feedback/toasts.ts";
import { getCurrentUser, forgetUser, loadUser, type User } from "./user.ts";

const SignInForm = lazy(() => import("./SignInForm.tsx").then((module) => ({ default: module.SignInForm })));

/** Source: specification 8 (X1). */
const TO_SIGN_IN_MS = 500;
const REASON = { 3001: "expired", 3002: "endedElsewhere", 3003: "disabled" } as const;

export function SessionEvents() {
  const navigate = useNavigate();
  const { expiredUser, resume, cancel } = useExpiredSession();
  useEffect(listenToHttp, []);
  const leave = () => {
    cancel();
    navigate("/login", { replace: true });
  };
  return (
    <Dialog open={expiredUser !== undefined} onClose={leave} labelledBy="again-title" describedBy="again-help">
      <h2 id="again-title">{t("signInAgain")}</h2>
      <p id="again-help">{t("signInAgainHelp")}</p>
      <Suspense fallback={<div className="skeleton" style={{ height: 300 }} aria-hidden />}>
        <SignInForm
          username={expiredUser ?? ""}
          onDone={async () => {
            announceSignIn();
            await resume();
          }}
        />
      </Suspense>
    </Dialog>
  );
}

/** Ends the session that the server ended, and shows failures of the network and of the server. */
function listenToHttp(): void {
  let isTimeoutShown = false;
  setHttpEvents({
    ended(code, message) {
      endSession(REASON[code]);
      showToast("warning", message || t("signInAgain"));
    },
    timedOut() {
      if (!isTimeoutShown) showToast("danger", t("login.timeout"));
      isTimeoutShown = true;
      endSession("timeout");
    },
    uncertified: () => showToast("warning", t("authenticateFirst")),
    broken(traceId, confirmed) {
      const trace = traceId && t("traceId", { id: traceId });
      showToast(
        "danger",
        t("systemException"),
        [t(confirmed ? "systemException.unknown" : "systemException.help"), trace].filter(Boolean).join(" "),
        traceId,
      );
    },
    used: recordUse,
    answered: () => void (isTimeoutShown = false),
  });
}

/**
 * Leaves the page when the session ends; over an unfinished form `expiredUser` is the name that signs in again instead. `resume` goes on with the
 * page for the same user, and clears it for another.
 */
function useExpiredSession() {
  const navigate = useNavigate();
  const [expiredUser, setExpiredUser] = useState<string>();
  /** The user who was signed in last: owner of the open page. */
  const lastUser = useRef<User>(undefined);
  const resume = useCallback(async () => {
    if (lastUser.current !== undefined && readUserId() === lastUser.current.id) {
      await loadUser().catch((failure: CallFailure) => {
        showToast("warning", failure.message || t("systemException"));
        throw failure;
      });
      return setExpiredUser(undefined);
    }
    clearUnfinished();
    location.assign("/");
  }, []);
  useEffect(() => {
    const leave = () => navigate("/login", { replace: true });
    return onSessionEnd((reason) => {
      lastUser.current = getCurrentUser()?.user ?? lastUser.current;
      forgetUser();
      if (reason !== "signedOut" && hasUnfinished()) setExpiredUser(lastUser.current?.username ?? "");
      else if (reason === "expired" || reason === "endedElsewhere" || reason === "disabled")
        setTimeout(leave, TO_SIGN_IN_MS);
      else leave();
    });
  }, [navigate]);
  useEffect(
    () =>
      onSignInElsewhere(() => {
        lastUser.current = getCurrentUser()?.user ?? (expiredUser === undefined ? undefined : lastUser.current);
        void resume().catch(() => undefined);
      }),
    [expiredUser, resume],
  );
  useRestoredPage(() => {
    lastUser.current = undefined;
    void resume();
  });
  return { expiredUser, resume, cancel: () => setExpiredUser(undefined) };
}

/** Calls `onStale` for a page from the back/forward cache, which has missed every event since, when another user has signed in. */
function useRestoredPage(onStale: () => void): void {
  const latest = useRef(onStale);
  latest.current = onStale;
  useEffect(() => {
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted && getCurrentUser() && getCurrentUser()?.user.id !== readUserId()) latest.current();
    };
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);
}
