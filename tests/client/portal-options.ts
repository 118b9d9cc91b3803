/** Gives the app kit the options of the portal, as `startApp` does. */
import { options } from "../../src/app/options.tsx";
import { setInside } from "../../src/engine/app/inside-options.tsx";
import { setApp } from "../../src/engine/app/options.ts";

setApp(options);
setInside(options.inside);
