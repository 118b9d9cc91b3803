/** Root component: provides the ports and the router, and mounts session events, step-up and toasts for every page. */
import { useLayoutEffect, useMemo } from "react";
import { BrowserRouter, useNavigate, useRoutes } from "react-router-dom";
import type { Ports } from "../model/ports.ts";
import { EngineProvider } from "../inputs/EngineProvider.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { prefetchPage } from "./prefetch.tsx";
import { Toasts } from "./feedback/Toasts.tsx";
import { navigateBy } from "./engine-ports.tsx";
import { createRoutes } from "./routes.tsx";
import { SessionEvents } from "./session/SessionEvents.tsx";
import { StepUp } from "./session/StepUp.tsx";

/** `ports` must keep its identity for the lifetime of the app: a new object would re-render the whole tree. */
export function App({ ports }: { ports: Ports }) {
  return (
    <EngineProvider ports={ports}>
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

/** Passes the router's `navigate` function to the ports. */
function Navigation() {
  const navigate = useNavigate();
  useLayoutEffect(() => navigateBy(navigate), [navigate]);
  return null;
}

function Routes() {
  const ports = usePorts();
  return useRoutes(useMemo(() => createRoutes(ports.lang, (href) => prefetchPage(ports, href)), [ports]));
}
