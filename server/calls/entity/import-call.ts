/**
 * The entity's call `import`. `{fileHash}`: how the file stands. `{fileHash, check: true, rows}`: what is wrong with the rows; changes nothing.
 * `{fileHash, run, rows}`: starts them; the proof covers this whole body. Results come by asking again.
 */
import type { EntityHandler } from "../handler.ts";
import { checkRows } from "../../import/check-rows.ts";
import { readRequest } from "../../import/request.ts";
import { startRows } from "../../import/start.ts";
import { statusOf } from "../../import/status.ts";

/** The handler. */
export const importCall: EntityHandler = async (call, entity) => {
  const { fileHash, run, check, rows } = readRequest(entity, call.body, call.lang);
  if (rows && !check) return startRows(call, entity, { fileHash, run, rows });
  const batch = await statusOf(call.services.db, call.actor.tenant, entity, { fileHash, run });
  return { ...(batch ? { batch } : {}), ...(rows ? { rows: await checkRows(call, entity, fileHash, rows) } : {}) };
};
