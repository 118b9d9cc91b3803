/**
 * Public pages under /login: sign-in, password reset, and those of the product. Also shows the product's artwork and, in
 * the sandbox, the demo users.
 */
import { Fragment, type ReactNode, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import * as open from "virtual:schemas/public";
import { t } from "../../client/i18n.ts";
import { announceSignIn } from "../../client/session.ts";
import type { Lang } from "../../../model/register.ts";
import { createLazyPart } from "../../../react/lazy-part.tsx";
import { Link } from "../../../react/Link.tsx";
import { getApp, type VisitorView } from "../../options.ts";
import { toSafePath } from "../../routing/safe-redirect.ts";
import { LanguageSwitch, SandboxBadge } from "../../layout/BarParts.tsx";
import { Art } from "../../layout/Art.tsx";
import { portal } from "../../data/portal.ts";
import { loadCall } from "../../data/schemas.ts";
import { useTitle } from "../title.ts";
import { forgetUser, ensureUser } from "../../session/user.ts";
import type { ForgotProps } from "./Forgot.tsx";
import { REMEMBERED, SignInForm } from "../../session/SignInForm.tsx";

/** Name of the view, and of the text, for a forgotten password; its call. */
const FORGOT = "forgot";
const FORGOT_CALL = "forgetPassword";
const Forgot = createLazyPart<ForgotProps>(
  () => import("./Forgot.tsx").then((module) => module.Forgot),
  () => <div className="skeleton" style={{ height: 496 }} aria-hidden />,
);
/** Starts loading a visitors' page. */
function prefetchView(view: string): void {
  const own = getApp().visitorViews?.[view];
  const needs = view === FORGOT ? [Forgot.load(), loadCall(FORGOT_CALL)] : [own?.part.load()];
  Promise.all(needs).catch(() => undefined);
}

interface Props {
  lang: Lang;
  /** Prefetches a page while the user is loading. */
  prefetch(href: string): void;
}
export function SignIn({ lang, prefetch }: Props) {
  const [username, setUsername] = useState(localStorage.getItem(REMEMBERED) ?? "");
  const { view, go, hrefOf } = useView();
  const continueToPage = useContinue(prefetch);
  const { visitorViews = {} } = getApp();
  const own = visitorViews[view];
  const title = t(own?.title ?? (view === FORGOT ? FORGOT : "signIn"));
  useTitle(title);
  const body = (): ReactNode => {
    if (own) return <own.part lang={lang} name={view} onSignedIn={continueToPage} />;
    if (view === FORGOT)
      return (
        <Forgot
          lang={lang}
          call={FORGOT_CALL}
          onDone={(email) => {
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
  const linkAmong = (among: VisitorView["among"]) =>
    Object.entries(visitorViews)
      .filter(([, view]) => view.among === among)
      .map(([name, { title }]) => <Fragment key={name}>{link(name, t(title))}</Fragment>);
  const documents = linkAmong("documents");
  return (
    <div className="sign-in">
      <Brand>{portal.sandbox && portal.demo.length > 0 && view === "" && <DemoNames onChoose={setUsername} />}</Brand>
      <main className="sign-in-main" id="content">
        <div className="sign-in-bar">
          {portal.sandbox && <SandboxBadge />}
          <LanguageSwitch lang={lang} />
        </div>
        <div className="sign-in-box" data-wide={own?.among === "documents" || undefined}>
          <h1>{title}</h1>
          {body()}
          <nav className="sign-in-links" aria-label={t("signInLinks")}>
            {view === "" ? linkAmong("actions") : link(undefined, t("toSignIn"))}
            {view === "" && open.calls[lang]?.[FORGOT_CALL] && link(FORGOT, t(FORGOT))}
          </nav>
          {view === "" && documents.length > 0 && (
            <nav className="sign-in-documents" aria-label={t("documents")}>
              {documents}
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
    const next = toSafePath(params.get("next")) ?? getApp().home;
    forgetUser();
    prefetch(next);
    // If loading the user fails here, the next page retries it.
    await ensureUser().catch(() => undefined);
    navigate(next, { replace: true });
  };
}

/** Brand panel beside the form. */
function Brand({ children }: { children: ReactNode }) {
  const { logo: Logo } = getApp();
  return (
    <aside className="sign-in-chart">
      <Art />
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
