import type { Entity, Row } from "./entity.ts";

/**
 * Props of the component that creates a record to which a form or an imported row refers. It is shown over the form or
 * the worksheet.
 */
export interface AdderProps {
  entity: string;
  title: string;
  preset: Row;
  onDone(entity: Entity, record: Row): void;
  onCancel(): void;
}
