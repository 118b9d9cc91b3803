/** Links a reference to its record. Rendered as plain text when the user has no page for it. */
import type { ReactNode } from "react";
import type { Field, Row } from "../model/entity.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";

export function RecordLink({ field, record, children }: { field: Field; record: Row; children: ReactNode }) {
  const { recordPath } = usePorts();
  const kind = field.ref?.entity ?? (field.record && String(record[field.record.kind] ?? ""));
  const path = kind ? recordPath?.(kind, String(record[field.name])) : undefined;
  if (!path) return children;
  return (
    <Link className="pd-link" href={path}>
      {children}
    </Link>
  );
}
