/** Starts an app: languages, texts, colour scheme, session, and the pages of `pages.json`. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../theme.css";
import "./shell.css";
import { applyColorScheme } from "../react/color-scheme.ts";
import { App } from "./App.tsx";
import { startI18n } from "./client/i18n.ts";
import { findPreferredLang } from "./client/languages.ts";
import { isSignedIn } from "./client/session.ts";
import { setSchemaLanguage } from "./data/schemas.ts";
import { createPorts } from "./engine-ports.tsx";
import { type AppOptions, setInside } from "./inside-options.tsx";
import { setApp } from "./options.ts";
import { prefetchPage } from "./prefetch.tsx";
import { getCurrentUser } from "./session/user.ts";

/**
 * Starts the app of a product in the element `#root`: sign-in, header, menu, notifications, and the pages of the
 * product's schemas, which `createEnginePlugins` compiles. Resolves once the first page renders. Colours and fonts are
 * the variables of `theme.css`, which the product sets in a style sheet of its own.
 * @example
 * await startApp({
 *   settings,
 *   home: "/patients",
 *   logo: ({ size = 28 }) => <img src="/logo.svg" alt="" width={size} />,
 *   texts: import.meta.glob<Record<string, string>>("./locales/{en,fr}/shell.json", { import: "default" }),
 *   inside: async () => ({ icons: {} }),
 * });
 */
export async function startApp({ inside, ...options }: AppOptions): Promise<void> {
  setApp(options);
  setInside(inside);
  applyColorScheme();
  const lang = findPreferredLang(options.settings.languages);
  setSchemaLanguage(lang);
  const translations = startI18n(lang);
  const ports = createPorts(lang, getCurrentUser);
  if (isSignedIn()) prefetchPage(ports, location.pathname + location.search);
  await translations;
  createRoot(document.getElementById("root")!, {
    // React wraps a recovered error in a generic one, so its `cause` is reported instead.
    onRecoverableError: (error) => reportError((error instanceof Error && error.cause) || error),
  }).render(
    <StrictMode>
      <App ports={ports} />
    </StrictMode>,
  );
}
