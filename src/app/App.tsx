/** The portal: ports, routes, and the frame of every page. */
import { useLayoutEffect, useMemo } from "react";
import { BrowserRouter, useNavigate, useRoutes } from "react-router-dom";
import type { Ports } from "../engine/index.ts";
import { EngineProvider, usePorts } from "../engine/ui.tsx";
import { inputs, views } from "../payments/ui.tsx";
import { prefetchPage } from "./prefetch.tsx";
import { Toasts } from "./feedback/Toasts.tsx";
import { Logo } from "./theme/Logo.tsx";
import { navigateBy } from "./ports.tsx";
import { createRoutes } from "./routes.tsx";
import { SessionEvents } from "./session/SessionEvents.tsx";
import { StepUp } from "./session/StepUp.tsx";

/** Mark of the letterhead. */
const mark = <Logo size={36} />;

/** `ports` keep their identity for the life of the app: a new object would render everything below again. */
export function App({ ports }: { ports: Ports }) {
  return (
    <EngineProvider ports={ports} inputs={inputs} views={views} mark={mark}>
      <BrowserRouter>
        <Navigation />
        <SessionEvents />
        <Routes />
        <StepUp />
        <Toasts />
      </BrowserRouter>
    </EngineProvider>
  );
}

/** Hands the router's `navigate` to the ports. */
function Navigation() {
  const navigate = useNavigate();
  useLayoutEffect(() => navigateBy(navigate), [navigate]);
  return null;
}

function Routes() {
  const ports = usePorts();
  return useRoutes(useMemo(() => createRoutes(ports.lang, (href) => prefetchPage(ports, href)), [ports]));
}
