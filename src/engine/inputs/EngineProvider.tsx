/** React contexts of a product's inputs and mark, and the provider of everything that engine components need. */
import { createContext, type ReactNode, useContext } from "react";
import type { Ports } from "../model/ports.ts";
import { PortsProvider } from "../react/ports-context.tsx";
import type { Inputs } from "./skin.tsx";

const NONE: Inputs = {};
const Context = createContext<Inputs>(NONE);
const MarkContext = createContext<ReactNode>(undefined);

interface EngineProviderProps {
  ports: Ports;
  /** Inputs of kinds that the product's vocabularies add. A constant: a new object renders every field again. */
  inputs?: Inputs;
  /** The product's mark for the letterhead of receipts, 36 px high. A constant, like `inputs`. */
  mark?: ReactNode;
  children: ReactNode;
}

/**
 * Provides ports, and with them the dialect, and a product's inputs and mark to the engine components below.
 * @example
 * <EngineProvider ports={ports}>
 *   <EntityForm entity={entity} onDone={(record) => ports.notify("success", String(record["id"]))} />
 * </EngineProvider>;
 */
export function EngineProvider({ ports, inputs = NONE, mark, children }: EngineProviderProps) {
  return (
    <PortsProvider ports={ports}>
      <Context value={inputs}>
        <MarkContext value={mark}>{children}</MarkContext>
      </Context>
    </PortsProvider>
  );
}

/** Returns the inputs of the product's own kinds. */
export const useProductInputs = (): Inputs => useContext(Context);

/** Returns the product's mark; undefined when it has none. */
export const useProductMark = (): ReactNode => useContext(MarkContext);
