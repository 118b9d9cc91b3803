/** POST /session/image: returns an image of the tenant as base64 for a preview. */
import { Failure } from "../core/failure.ts";
import { sessionHandler } from "./handler.ts";

/** Media types that can be previewed. Other files can only be downloaded. */
const PICTURES = new Set(["image/png", "image/jpeg"]);

export const showImage = sessionHandler("showImage", async ({ services, actor, body }) => {
  const [row] = await services.db.query("SELECT id, name, mime FROM file WHERE m = $1 AND id = $2", [
    actor.tenant,
    body.id,
  ]);
  if (!row) throw new Failure("notFound");
  if (!PICTURES.has(row.mime)) throw new Failure("fileFormat");
  const parts: Buffer[] = [];
  for await (const part of services.files.get({ tenant: actor.tenant, id: row.id })) parts.push(Buffer.from(part));
  return { name: row.name, image: `data:${row.mime};base64,${Buffer.concat(parts).toString("base64")}` };
});
