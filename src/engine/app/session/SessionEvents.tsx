/**
 * Handles session and network events. Codes 3001-3003 clear the session and open sign-in after 500 ms; HTTP 302 opens
 * it at once and shows its message only once until the next successful response. Over an unfinished form, sign-in opens
 * in a dialog instead. Clears the state of one user before another signs in, in any tab.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { setHttpEvents } from "../client/http.ts";
import { announceSignIn, endSession, onSessionEnd, onSignInElsewhere, readUserId } from "../client/session.ts";
import type { CallFailure } from "../../model/ports.ts";
import { Dialog } from "../../overlay/overlay.tsx";
import { recordUse } from "./idle.ts";
import { clearUnfinished, hasUnfinished } from "../feedback/leave-guard.ts";
import { showToast } from "../feedback/toasts.ts";
import { SignInForm } from "./SignInForm.tsx";
import type { User } from "../options.ts";
import { getCurrentUser, forgetUser, loadUser } from "./user.ts";

/** Delay before sign-in opens. */
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
      <SignInForm
        username={expiredUser ?? ""}
        onDone={async () => {
          announceSignIn();
          await resume();
        }}
      />
    </Dialog>
  );
}

/**
 * Registers the HTTP event handlers, which end the local session when the server has ended it, and show network and
 * server failures.
 */
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
    restricted: () => showToast("warning", t("authenticateFirst")),
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
    receivedResponse: () => void (isTimeoutShown = false),
  });
}

/**
 * Leaves the page when the session ends. If a form is unfinished and the user has not signed out, keeps the page and
 * returns the name of the user who has to sign in again as `expiredUser`. `resume` continues the page for the same
 * user, and loads the home page for any other.
 */
function useExpiredSession() {
  const navigate = useNavigate();
  const [expiredUser, setExpiredUser] = useState<string>();
  /** The most recent user, who owns the open page. */
  const lastUser = useRef<User>(undefined);
  const resume = useCallback(async () => {
    if (lastUser.current !== undefined && readUserId() === lastUser.current.userId) {
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

/**
 * Calls `onStale` when a page is restored from the back/forward cache after its user has signed out or a different one
 * has signed in, because such a page has received no session events in between.
 */
function useRestoredPage(onStale: () => void): void {
  const latest = useRef(onStale);
  latest.current = onStale;
  useEffect(() => {
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted && getCurrentUser() && getCurrentUser()?.user.userId !== readUserId()) latest.current();
    };
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);
}
