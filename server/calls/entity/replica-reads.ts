/**
 * Chooses the database for lists and exports: the replica while its lag is small and the user has not just written,
 * otherwise the primary.
 */
import { DatabaseError } from "../../store/database.ts";
import type { Services } from "../../services.ts";
import type { CallContext } from "../handler.ts";

const SERVED_BY_HEADER = "x-served-by";

/** Returns services that read from the replica; undefined when this call must read from the primary. */
export function findReplica({ services, hasJustWritten }: CallContext): Services | undefined {
  const db = hasJustWritten ? undefined : services.replica?.find();
  return db && { ...services, db };
}

/** Reads from the replica if possible, and from the primary when the replica fails. */
export async function readFromReplica<T>(call: CallContext, read: (services: Services) => Promise<T>): Promise<T> {
  const near = findReplica(call);
  if (!near) return read(call.services);
  try {
    const found = await read(near);
    markReplicaRead(call);
    return found;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return read(call.services);
  }
}

/** Sets a response header that marks a read from the replica. */
export const markReplicaRead = (call: Pick<CallContext, "answerHeader">): void =>
  call.answerHeader(SERVED_BY_HEADER, "replica");
