/** Import of multiple records, which can also create the records that its rows refer to. */
import { Adder } from "../form/lazy.tsx";
import type { EntityImportProps } from "../import/EntityImport.tsx";
import { LazyImport } from "../import/lazy.tsx";

/**
 * Lazily loaded import of multiple records from one file.
 * @example
 * <EntityImport entity={entity} title="Import issues" />;
 */
export const EntityImport = Object.assign(
  (props: Omit<EntityImportProps, "Adder">) => <LazyImport Adder={Adder} {...props} />,
  { load: LazyImport.load },
);
