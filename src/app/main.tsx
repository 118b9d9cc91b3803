import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../engine/theme.css";
import "./theme/tokens.css";
import "./shell.css";
import { preferredLang, startI18n } from "../client/i18n.ts";
import { signedIn } from "../client/session.ts";
import { openAhead } from "./ahead.tsx";
import { App } from "./App.tsx";
import { speakSchemas } from "./schemas.ts";
import { applyMode } from "./theme/mode.ts";

applyMode();
const lang = preferredLang();
speakSchemas(lang);
const words = startI18n(lang);
if (signedIn()) openAhead(location.pathname + location.search);
await words;
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App lang={lang} />
  </StrictMode>,
);
