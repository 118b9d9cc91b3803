import { startApp } from "@portolan/engine/app";
import "./theme/tokens.css";
import { options } from "./options.tsx";

await startApp(options);
