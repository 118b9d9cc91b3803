/** Sign-in: the login call's own form; beside it the chart and, in the sandbox, the demo names. */
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { announceSignIn } from "../../client/session.ts";
import type { Lang } from "../../engine/index.ts";
import { CallForm } from "../../engine/ui.tsx";
import { LanguageSwitch, SandboxBadge } from "../layout/Header.tsx";
import { Mark, Rhumbs } from "../layout/Mark.tsx";
import { portal } from "../portal.ts";
import { loadCall } from "../schemas.ts";
import { useLoaded } from "../useLoaded.ts";
import { loadUser } from "../user.ts";

const REMEMBERED = "loginPhone";

export function SignIn({ lang, home }: { lang: Lang; home: string }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [username, setUsername] = useState(localStorage.getItem(REMEMBERED) ?? "");
  const signedIn = async () => {
    announceSignIn();
    await loadUser();
    navigate(ownPath(params.get("next")) ?? home, { replace: true });
  };
  return (
    <div className="sign-in">
      <aside className="sign-in-chart">
        <Rhumbs />
        <div className="brand">
          <Mark size={36} />
          <span>{t("brand")}</span>
        </div>
        <div>
          <p className="sign-in-lead">{t("signInLead")}</p>
          <p>{t("signInSub")}</p>
        </div>
        {portal.sandbox && portal.demo.length > 0 && <DemoNames onChoose={setUsername} />}
      </aside>
      <main className="sign-in-main" id="content">
        <div className="sign-in-bar">
          {portal.sandbox && <SandboxBadge />}
          <LanguageSwitch lang={lang} />
        </div>
        <div className="sign-in-box">
          <h1>{t("signIn")}</h1>
          <SignInForm key={username} username={username} onDone={signedIn} />
        </div>
      </main>
    </div>
  );
}

/** Also stands in the dialog over an unfinished form. */
export function SignInForm({ username, onDone }: { username: string; onDone(): Promise<void> }) {
  const call = useLoaded(() => loadCall("login"), "login");
  if (!call) return <div className="skeleton" style={{ height: 240 }} aria-hidden />;
  return (
    <CallForm
      call={call}
      preset={{ username, remember: username !== "" && username === localStorage.getItem(REMEMBERED) }}
      onDone={async (_map, sent) => {
        if (sent.remember) localStorage.setItem(REMEMBERED, String(sent.username));
        else localStorage.removeItem(REMEMBERED);
        await onDone();
      }}
    />
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

/** Only a path of ours: never another site, never a scheme. */
function ownPath(next: string | null): string | undefined {
  return next?.startsWith("/") && !next.startsWith("//") && !next.includes("\\") ? next : undefined;
}
