/** One preview in one language: a document of its own, so that widths, ids and the address of a list are its own, too. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../../../src/app/theme/tokens.css";
import "../../../src/app/theme/base.css";
import "./frame.css";
import { applyMode } from "../../../src/app/theme/mode.ts";
import { Frame } from "./Frame.tsx";
import { speak } from "./words.ts";

const lang = new URLSearchParams(location.search).get("lang") === "en" ? "en" : "zh";
speak(lang);
applyMode();
// Whoever shows it tells what to show next.
import.meta.hot?.send("schemas:follows");
addEventListener("storage", () => applyMode());
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Frame lang={lang} />
  </StrictMode>,
);
