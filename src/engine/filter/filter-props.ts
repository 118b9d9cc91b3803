/** Props of filter controls. */
import type { Entity, Field } from "../model/entity.ts";
import type { Filter } from "../model/query.ts";

export interface FilterProps {
  entity: Entity;
  field: Field;
  filter: Filter | undefined;
  onChange(filter: Filter | undefined): void;
}
