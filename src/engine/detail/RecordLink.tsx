/** A value that names another record leads there, where the person has a page for it. */
import type { ReactNode } from "react";
import type { Field, Row } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";

export function RecordLink({ field, record, children }: { field: Field; record: Row; children: ReactNode }) {
  const { recordPath, go } = usePorts();
  const kind = field.ref?.entity ?? (field.record && String(record[field.record.kind] ?? ""));
  const path = kind ? recordPath?.(kind, String(record[field.name])) : undefined;
  if (!path) return children;
  return (
    <a
      className="pd-link"
      href={path}
      onClick={(event) => {
        if (!go || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(path);
      }}
    >
      {children}
    </a>
  );
}
