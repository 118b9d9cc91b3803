/** React contexts for a product's inputs, views and logo, and the provider that all engine components need. */
import { createContext, type ReactNode, useContext } from "react";
import type { Ports } from "../model/ports.ts";
import { PortsProvider } from "../react/ports-context.tsx";
import type { ViewParts } from "../react/view-part.tsx";
import type { LoadInputs } from "./input-definition.tsx";

const Context = createContext<LoadInputs | undefined>(undefined);
const NO_VIEWS: ViewParts = {};
const ViewsContext = createContext<ViewParts>(NO_VIEWS);
const MarkContext = createContext<ReactNode>(undefined);

interface EngineProviderProps {
  ports: Ports;
  /**
   * Loads the inputs for kinds of the product's own vocabularies. Must be a constant, because another function
   * re-renders every field.
   */
  inputs?: LoadInputs;
  /** Components for the view types that the product's schemas use. Must be a constant, like `inputs`. */
  views?: ViewParts;
  /** The product's logo for the letterhead of receipts, 36 px high. Must be a constant, like `inputs`. */
  mark?: ReactNode;
  children: ReactNode;
}

/**
 * Provides the ports, including their dialect, and a product's inputs, views and logo to the engine components below
 * it.
 * @example
 * <EngineProvider ports={ports}>
 *   <EntityForm entity={entity} onDone={(record) => ports.notify("success", String(record["id"]))} />
 * </EngineProvider>;
 */
export function EngineProvider({ ports, inputs, views = NO_VIEWS, mark, children }: EngineProviderProps) {
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

/** Returns what loads the inputs for the product's own kinds, or undefined when it has none. */
export const useProductInputs = (): LoadInputs | undefined => useContext(Context);

/** Returns the components for the product's view types. */
export const useProductViews = (): ViewParts => useContext(ViewsContext);

/** Returns the product's logo, or undefined when it has none. */
export const useProductMark = (): ReactNode => useContext(MarkContext);
