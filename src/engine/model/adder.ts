import type { Entity, Row } from "./entity.ts";

/** Props of what adds a record that a field or a row refers to, over the form or the worksheet. */
export interface AdderProps {
  /** Name of the entity. */
  entity: string;
  title: string;
  preset: Row;
  onDone(entity: Entity, record: Row): void;
  onCancel(): void;
}
