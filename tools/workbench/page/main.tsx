import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@portolan/engine/theme.css";
import "../../../src/app/theme/tokens.css";
import "./workbench.css";
import { applyColorScheme } from "@portolan/engine/ui";
import { Workbench } from "./Workbench.tsx";
import { readLang, setPageLang } from "./texts.ts";

setPageLang(readLang());
applyColorScheme();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Workbench />
  </StrictMode>,
);
