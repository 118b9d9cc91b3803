/** GET /mer/other/load/file?id= (C25): a file of the merchant's own, as a download. */
import { disposition } from "../../export/export.ts";
import { readText } from "../../core/body.ts";
import { Failure } from "../../core/failure.ts";
import { FileAnswer } from "../../core/file-answer.ts";
import type { Handler } from "../handler.ts";
import { readStored } from "../../files/store.ts";

export const loadFile: Handler = async ({ services, actor, body }) => {
  const [row] = await services.db.query(`SELECT id, name, mime, size FROM file WHERE m = $1 AND id = $2`, [
    actor.tenant,
    readText(body, "id"),
  ]);
  if (!row) throw new Failure("notFound");
  const headers = {
    "content-type": row.mime,
    "content-length": String(row.size),
    "content-disposition": disposition(row.name, row.name),
  };
  return new FileAnswer(readStored(services.dataDir, row.id), headers);
};
