import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@portolan/engine/theme.css";
import "./theme/tokens.css";
import "./theme/shell.css";
import { startI18n } from "../client/i18n.ts";
import { findPreferredLang } from "../client/languages.ts";
import { settings } from "../payments/settings.ts";
import { isSignedIn } from "../client/session.ts";
import { prefetchPage } from "./prefetch.tsx";
import { App } from "./App.tsx";
import { createPorts } from "./engine-ports.tsx";
import { setSchemaLanguage } from "./data/schemas.ts";
import { applyColorScheme } from "./theme/color-scheme.ts";
import { getCurrentUser } from "./session/user.ts";

applyColorScheme();
const lang = findPreferredLang(settings.languages);
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
