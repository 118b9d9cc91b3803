/**
 * Public pages under /login: sign-in with a password or a code sent by email, registration, password reset, agreement
 * and privacy policy. Also shows the chart artwork and, in the sandbox, the demo users.
 */
import { type ReactNode, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { t } from "../../../client/i18n.ts";
import { announceSignIn } from "../../../client/session.ts";
import type { Lang } from "@portolan/engine";
import { createLazyPart, Link } from "@portolan/engine/ui";
import { HOME } from "../../routing/paths.ts";
import { toSafePath } from "../../routing/safe-redirect.ts";
import { LanguageSwitch, SandboxBadge } from "../../layout/BarParts.tsx";
import { Logo } from "../../theme/Logo.tsx";
import { Rhumbs } from "../../theme/Rhumbs.tsx";
import { portal } from "../../data/portal.ts";
import { loadCall } from "../../data/schemas.ts";
import { useTitle } from "../title.ts";
import { forgetUser, ensureUser } from "../../session/user.ts";
import type { OtherView as OtherViewPage } from "./OtherView.tsx";
import { CALLS, isDocument, isForm } from "./views.ts";
import { REMEMBERED, SignInForm } from "../../session/SignInForm.tsx";

/** Loaded with the first of them, since most visits open none. */
const OtherView = createLazyPart<Parameters<typeof OtherViewPage>[0]>(
  () => import("./OtherView.tsx").then((module) => module.OtherView),
  () => <div className="skeleton" style={{ height: 496 }} aria-hidden />,
);
/** Starts loading a page together with the call that its form sends. */
const prefetchView = (view: string): void =>
  void Promise.all([OtherView.load(), isForm(view) && loadCall(CALLS[view])]).catch(() => undefined);

interface Props {
  lang: Lang;
  /** Prefetches a page while the user is loading. */
  prefetch(href: string): void;
}
export function SignIn({ lang, prefetch }: Props) {
  const [username, setUsername] = useState(localStorage.getItem(REMEMBERED) ?? "");
  const { view, go, hrefOf } = useView();
  const continueToPage = useContinue(prefetch);
  const title = t(isDocument(view) ? `document.${view}` : isForm(view) ? view : "signIn");
  useTitle(title);
  const body = (): ReactNode => {
    if (isDocument(view) || isForm(view))
      return (
        <OtherView
          lang={lang}
          view={view}
          onRegistered={continueToPage}
          onReset={(email) => {
            setUsername(email);
            go();
          }}
        />
      );
    return <SignInForm key={username} username={username} onDone={continueToPage} />;
  };
  const link = (to: string | undefined, label: string) => (
    <Link href={hrefOf(to)} go={() => go(to)}>
      {label}
    </Link>
  );
  return (
    <div className="sign-in">
      <Brand>{portal.sandbox && portal.demo.length > 0 && view === "" && <DemoNames onChoose={setUsername} />}</Brand>
      <main className="sign-in-main" id="content">
        <div className="sign-in-bar">
          {portal.sandbox && <SandboxBadge />}
          <LanguageSwitch lang={lang} />
        </div>
        <div className="sign-in-box" data-wide={isDocument(view) || undefined}>
          <h1>{title}</h1>
          {body()}
          <nav className="sign-in-links" aria-label={t("signInLinks")}>
            {view === "" ? link("register", t("register")) : link(undefined, t("toSignIn"))}
            {view === "" && link("forgot", t("forgot"))}
          </nav>
          {view === "" && (
            <nav className="sign-in-documents" aria-label={t("documents")}>
              {link("agreement", t("document.agreement"))}
              {link("privacy", t("document.privacy"))}
            </nav>
          )}
        </div>
      </main>
    </div>
  );
}

/**
 * Returns the public page named in the URL (an empty string for sign-in), and functions that link and navigate to the
 * others. Navigating between them keeps the page to open after sign-in.
 */
function useView() {
  const [params, setParams] = useSearchParams();
  const paramsOf = (view: string | undefined) => {
    const next = new URLSearchParams(params);
    if (view) next.set("view", view);
    else next.delete("view");
    return next;
  };
  return {
    view: params.get("view") ?? "",
    hrefOf: (view: string | undefined) => `?${paramsOf(view)}`,
    go(view?: string) {
      if (view) prefetchView(view);
      setParams(paramsOf(view));
    },
  };
}

/**
 * Returns the handler for a successful sign-in, which announces it to the other tabs, loads the user, prefetches the
 * target page and opens it.
 */
function useContinue(prefetch: Props["prefetch"]) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return async () => {
    announceSignIn();
    const next = toSafePath(params.get("next")) ?? HOME;
    forgetUser();
    prefetch(next);
    // If loading the user fails here, the next page retries it.
    await ensureUser().catch(() => undefined);
    navigate(next, { replace: true });
  };
}

/** Brand panel beside the form. */
function Brand({ children }: { children: ReactNode }) {
  return (
    <aside className="sign-in-chart">
      <Rhumbs />
      <div className="brand">
        <Logo size={36} />
        <span>{t("brand")}</span>
      </div>
      <div>
        <p className="sign-in-lead">{t("signInLead")}</p>
        <p>{t("signInSub")}</p>
      </div>
      {children}
    </aside>
  );
}

function DemoNames({ onChoose }: { onChoose(username: string): void }) {
  return (
    <section className="demo">
      <h2>{t("demoTitle")}</h2>
      <ul>
        {portal.demo.map(({ username, role }) => (
          <li key={username}>
            <button type="button" onClick={() => onChoose(username)}>
              <code>{username}</code>
              <span>{t(`demo.${role}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>{t("demoHelp")}</p>
    </section>
  );
}
