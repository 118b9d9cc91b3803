/** React context of the engine's ports. */
import { createContext, type ReactNode, useContext } from "react";
import type { Ports } from "../model/ports.ts";

const Context = createContext<Ports | undefined>(undefined);

/** Provides the ports, including their dialect. Products use `<EngineProvider>`. */
export function PortsProvider({ ports, children }: { ports: Ports; children: ReactNode }) {
  return <Context value={ports}>{children}</Context>;
}

/**
 * Returns the ports.
 * @throws outside `<EngineProvider>`
 * @example
 * const { lang, notify } = usePorts();
 */
export function usePorts(): Ports {
  const ports = useContext(Context);
  if (!ports) throw new Error("an engine component stands outside <EngineProvider>");
  return ports;
}
