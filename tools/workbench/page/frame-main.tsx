/** Entry point of a preview frame: a separate document with its own language, width, ids and URL. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@portolan/engine/theme.css";
import "../../../src/app/theme/tokens.css";
import "./frame.css";
import { applyColorScheme } from "@portolan/engine/ui";
import { Frame } from "./Frame.tsx";
import { setPageLang } from "./texts.ts";

const lang = new URLSearchParams(location.search).get("lang") === "en" ? "en" : "zh";
setPageLang(lang);
applyColorScheme();
// The parent window sends what to show.
import.meta.hot?.send("schemas:follows");
addEventListener("storage", () => applyColorScheme());
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Frame lang={lang} />
  </StrictMode>,
);
