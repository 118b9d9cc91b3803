/** Import of many records, which may add the records that its rows name. */
import { Adder } from "../form/lazy.tsx";
import type { EntityImportProps } from "../import/EntityImport.tsx";
import { LazyImport } from "../import/lazy.tsx";

/**
 * Lazily loaded import of many records from one file.
 * @example
 * <EntityImport entity={entity} title="Import issues" />;
 */
export const EntityImport = Object.assign(
  (props: Omit<EntityImportProps, "Adder">) => <LazyImport Adder={Adder} {...props} />,
  { load: LazyImport.load },
);
