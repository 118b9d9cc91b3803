/** The ports of the engine for everything with a screen. */
import { createContext, type ReactNode, useContext } from "react";
import type { Ports } from "../model/ports.ts";

const Context = createContext<Ports | undefined>(undefined);

/** Hands the outside world to every engine component below. */
export function EnginePorts({ value, children }: { value: Ports; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

/** The ports; throws outside `<EnginePorts>`, which is our own mistake. */
export function usePorts(): Ports {
  const ports = useContext(Context);
  if (!ports) throw new Error("an engine component stands outside <EnginePorts>");
  return ports;
}
