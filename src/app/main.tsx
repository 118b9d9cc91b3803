import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../engine/theme.css";
import "./theme/tokens.css";
import "./shell.css";
import { preferredLang, startI18n } from "../client/i18n.ts";
import { signedIn } from "../client/session.ts";
import { openAhead } from "./prefetch.tsx";
import { App } from "./App.tsx";
import { createPorts } from "./ports.tsx";
import { speakSchemas } from "./data/schemas.ts";
import { applyMode } from "./theme/mode.ts";
import { currentUser } from "./session/user.ts";

applyMode();
const lang = preferredLang();
speakSchemas(lang);
const words = startI18n(lang);
const ports = createPorts(lang, currentUser);
if (signedIn()) openAhead(ports, location.pathname + location.search);
await words;
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App lang={lang} ports={ports} />
  </StrictMode>,
);
