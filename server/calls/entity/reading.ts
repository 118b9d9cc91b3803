/** Where lists and exports are read: at a replica, while it is near and the user changed nothing a moment ago, else at the primary. */
import { DatabaseError } from "../../store/database.ts";
import type { Services } from "../../services.ts";
import type { CallContext } from "../handler.ts";

const SERVED_BY_HEADER = "x-served-by";

/** Returns services that read at the replica; undefined when this call reads at the primary. */
export function findReplica({ services, hasJustWritten }: CallContext): Services | undefined {
  const db = hasJustWritten ? undefined : services.replica?.find();
  return db && { ...services, db };
}

/** Reads at the replica where that is possible; at the primary when the replica fails. */
export async function readNear<T>(call: CallContext, read: (services: Services) => Promise<T>): Promise<T> {
  const near = findReplica(call);
  if (!near) return read(call.services);
  try {
    const found = await read(near);
    noteReplica(call);
    return found;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return read(call.services);
  }
}

/** Says in the answer that the replica served it. */
export const noteReplica = (call: Pick<CallContext, "answerHeader">): void =>
  call.answerHeader(SERVED_BY_HEADER, "replica");
