import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./theme/tokens.css";
import "./theme/base.css";
import "./shell.css";
import { preferredLang, startI18n } from "../client/i18n.ts";
import { App } from "./App.tsx";
import { speakSchemas } from "./schemas.ts";
import { applyMode } from "./theme/mode.ts";

applyMode();
const lang = preferredLang();
speakSchemas(lang);
await startI18n(lang);
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App lang={lang} />
  </StrictMode>,
);
