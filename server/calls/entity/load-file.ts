/** Downloads a file of the tenant. */
import { formatDisposition } from "../../export/export.ts";
import { readText } from "../../core/body.ts";
import { Failure } from "../../core/failure.ts";
import { FileDownload } from "../../core/file-download.ts";
import type { Handler } from "../handler.ts";

/** @throws Failure `notFound` when the tenant has no file with this id */
export const loadFile: Handler = async ({ services, actor, body }) => {
  const [row] = await services.db.query(`SELECT id, name, mime, size FROM file WHERE m = $1 AND id = $2`, [
    actor.tenant,
    readText(body, "id"),
  ]);
  if (!row) throw new Failure("notFound");
  const headers = {
    "content-type": row.mime,
    "content-length": String(row.size),
    "content-disposition": formatDisposition(row.name, row.name),
  };
  return new FileDownload(services.files.get({ tenant: actor.tenant, id: row.id }), headers);
};
