/**
 * GET /mer/other2/load/file/b1, b2, b3 (C28-C30): returns import templates in the user's language. The specification
 * has no b4.
 */
import { Failure } from "../../core/failure.ts";
import { type CallContext, handler } from "../../calls/handler.ts";
import type { FileDownload } from "../../core/file-download.ts";
import { buildTemplate } from "../../calls/entity/template-call.ts";

/** Returns the template of an entity's import. @throws Failure `notFound` for an entity without one */
async function createTemplate(call: Pick<CallContext, "services" | "lang">, name: string): Promise<FileDownload> {
  const entity = call.services.schemas.entities.get(name);
  if (!entity?.list.import) throw new Failure("notFound");
  return buildTemplate(call, entity);
}

export const payeeTemplate = handler("payeeTemplate", (call) => createTemplate(call, "bankAccount"));
export const payTemplate = handler("payTemplate", (call) => createTemplate(call, "withdrawal"));
export const remitTemplate = handler("remitTemplate", (call) => createTemplate(call, "remittance"));
