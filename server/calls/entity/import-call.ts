/**
 * The call `import`. `{fileHash}` returns the file's status, `{fileHash, check: true, rows}` validates rows without
 * storing them, and `{fileHash, run, rows}` imports them, with a proof over the whole body. Clients poll for the
 * results.
 */
import type { EntityHandler } from "../handler.ts";
import { checkRows } from "../../import/check-rows.ts";
import { readRequest } from "../../import/request.ts";
import { startRows } from "../../import/start.ts";
import { readStatus } from "../../import/status.ts";

export const importCall: EntityHandler = async (call, entity) => {
  const { fileHash, run, check, rows } = readRequest(entity, call.body, call.lang);
  if (rows && !check) return startRows(call, entity, { fileHash, run, rows });
  const batch = await readStatus(call.services.db, call.actor, entity, { fileHash, run });
  return { ...(batch ? { batch } : {}), ...(rows ? { rows: await checkRows(call, entity, fileHash, rows) } : {}) };
};
