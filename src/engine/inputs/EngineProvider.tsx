/** React context of a product's inputs, and the provider of everything that engine components need. */
import { createContext, type ReactNode, useContext } from "react";
import type { Ports } from "../model/ports.ts";
import { PortsProvider } from "../react/ports-context.tsx";
import type { Inputs } from "./skin.tsx";

const NONE: Inputs = {};
const Context = createContext<Inputs>(NONE);

interface EngineProviderProps {
  ports: Ports;
  /** Inputs of kinds that the product's vocabularies add. A constant: a new object renders every field again. */
  inputs?: Inputs;
  children: ReactNode;
}

/**
 * Provides ports, and with them the dialect, and a product's inputs to the engine components below.
 * @example
 * <EngineProvider ports={ports}>
 *   <EntityForm entity={entity} onDone={(record) => ports.notify("success", String(record["id"]))} />
 * </EngineProvider>;
 */
export function EngineProvider({ ports, inputs = NONE, children }: EngineProviderProps) {
  return (
    <PortsProvider ports={ports}>
      <Context value={inputs}>{children}</Context>
    </PortsProvider>
  );
}

/** Returns the inputs of the product's own kinds. */
export const useProductInputs = (): Inputs => useContext(Context);
