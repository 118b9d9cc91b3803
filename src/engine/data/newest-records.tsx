/** The newest records of an entity, loaded once for all parts of a form that begin with them. */
import type { Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { sendCall } from "../operation/send-call.ts";
import { fetchShared } from "./use-read.tsx";

/** Returns the first page of the entity's list, newest first. Empty when its records cannot be listed. */
export async function loadNewest(ports: Ports, entity: Entity): Promise<Row[]> {
  const { list: call } = entity.calls;
  if (!call || entity.source !== "store") return [];
  const { list }: { list: Row[] } = await fetchShared(ports, [entity.name, "recent"], async () => {
    const { list: newest } = await sendCall(ports, call, {}, { passive: true });
    return { list: newest };
  });
  return list;
}
