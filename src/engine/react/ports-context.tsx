/** React context of the engine's ports. */
import { createContext, type ReactNode, useContext } from "react";
import type { Ports } from "../model/ports.ts";

const Context = createContext<Ports | undefined>(undefined);

/** Provides the ports to all engine components below. */
export function EnginePorts({ value, children }: { value: Ports; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

/**
 * Returns the ports.
 * @throws outside of `<EnginePorts>`
 */
export function usePorts(): Ports {
  const ports = useContext(Context);
  if (!ports) throw new Error("an engine component stands outside <EnginePorts>");
  return ports;
}
