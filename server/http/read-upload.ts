import type { FastifyRequest } from "fastify";
import { Failure } from "../core/failure.ts";
import { isGoodText } from "../core/body.ts";
import type { Upload } from "./call.ts";

/**
 * Returns the single file of a multipart request. Ignores fields after the file.
 *
 * @throws Failure `wrongType` without a file, `badText` for a name or field value that cannot be stored
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const part = await request.file();
  if (!part) throw new Failure("wrongType");
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(part.fields)) {
    if (field && !Array.isArray(field) && field.type === "field" && typeof field.value === "string")
      fields[name] = field.value;
  }
  if (![part.filename, ...Object.values(fields)].every(isGoodText)) throw new Failure("badText");
  return { name: part.filename, content: part.file, truncated: () => part.file.truncated, fields };
}
