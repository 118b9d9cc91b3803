import type { Entity, Row } from "./entity.ts";

/**
 * Props of the component that creates a record for a reference of a form or an imported row, shown over the form or the
 * worksheet.
 */
export interface AdderProps {
  entity: string;
  title: string;
  preset: Row;
  onDone(entity: Entity, record: Row): void;
  onCancel(): void;
}
