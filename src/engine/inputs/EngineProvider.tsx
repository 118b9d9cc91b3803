/** React contexts of a product's inputs, views and mark, and the provider of everything that engine components need. */
import { createContext, type ReactNode, useContext } from "react";
import type { Ports } from "../model/ports.ts";
import { PortsProvider } from "../react/ports-context.tsx";
import type { ViewParts } from "../react/view-part.tsx";
import type { Inputs } from "./skin.tsx";

const NONE: Inputs = {};
const Context = createContext<Inputs>(NONE);
const NO_VIEWS: ViewParts = {};
const ViewsContext = createContext<ViewParts>(NO_VIEWS);
const MarkContext = createContext<ReactNode>(undefined);

interface EngineProviderProps {
  ports: Ports;
  /** Inputs of kinds that the product's vocabularies add. A constant: a new object renders every field again. */
  inputs?: Inputs;
  /** Parts of the view types that the product's schemas name. A constant, like `inputs`. */
  views?: ViewParts;
  /** The product's mark for the letterhead of receipts, 36 px high. A constant, like `inputs`. */
  mark?: ReactNode;
  children: ReactNode;
}

/**
 * Provides ports, and with them the dialect, and a product's inputs, views and mark to the engine components below.
 * @example
 * <EngineProvider ports={ports}>
 *   <EntityForm entity={entity} onDone={(record) => ports.notify("success", String(record["id"]))} />
 * </EngineProvider>;
 */
export function EngineProvider({ ports, inputs = NONE, views = NO_VIEWS, mark, children }: EngineProviderProps) {
  return (
    <PortsProvider ports={ports}>
      <Context value={inputs}>
        <ViewsContext value={views}>
          <MarkContext value={mark}>{children}</MarkContext>
        </ViewsContext>
      </Context>
    </PortsProvider>
  );
}

/** Returns the inputs of the product's own kinds. */
export const useProductInputs = (): Inputs => useContext(Context);

/** Returns the parts of the product's view types. */
export const useProductViews = (): ViewParts => useContext(ViewsContext);

/** Returns the product's mark; undefined when it has none. */
export const useProductMark = (): ReactNode => useContext(MarkContext);
