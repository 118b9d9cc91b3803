/**
 * Chooses the database for lists and exports: the replica while its lag is small and the user has not just written,
 * otherwise the primary.
 */
import { DatabaseError } from "../../store/database.ts";
import type { Services } from "../../http/services.ts";
import type { CallContext } from "../handler.ts";

const SERVED_BY_HEADER = "x-served-by";

/** Returns services that read from the replica; undefined when this call must read from the primary. */
function findReplica({ services, hasJustWritten }: CallContext): Services | undefined {
  const db = hasJustWritten ? undefined : services.replica?.find();
  return db && { ...services, db };
}

/**
 * Reads from the replica if possible, and everything again from the primary when the replica fails. The response to a
 * read from the replica has the header `x-served-by`.
 */
export async function readFromReplica<T>(call: CallContext, read: (services: Services) => Promise<T>): Promise<T> {
  const near = findReplica(call);
  if (!near) return read(call.services);
  try {
    const found = await read(near);
    call.answerHeader(SERVED_BY_HEADER, "replica");
    return found;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return read(call.services);
  }
}
