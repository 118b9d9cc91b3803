/** Resolves the record behind a list row: the row's own, or the member's in a union. */
import { useRead } from "../data/use-read.tsx";
import { splitMemberId } from "../entity/member-id.ts";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";

export interface Member {
  entity: Entity;
  id: string;
}

/**
 * Returns the entity and key of a row's record, or undefined until its schema is loaded. `missing` is set when the id
 * names no member of the union, or when the member's schema cannot be loaded.
 */
export function useMember(entity: Entity, id: string): { member: Member | undefined; missing: boolean } {
  const ports = usePorts();
  const isUnion = entity.source === "union";
  const { name, key } = splitMemberId(id);
  const known = entity.union?.some((member) => member.entity === name) === true;
  const { data, failure } = useRead(["schema", name], () => ports.entity(name), {
    enabled: isUnion && known,
    onFocus: false,
  });
  if (!isUnion) return { member: { entity, id }, missing: false };
  return {
    member: data?.name === name ? { entity: data, id: key } : undefined,
    missing: !known || failure !== undefined,
  };
}
