/** GET /mer/other2/load/file/b1, b2, b3 (C28-C30): the files that people fill in and import, headed in the reader's language. There is no b4. */
import { Failure } from "../core/failure.ts";
import type { Handler } from "./handler.ts";
import { templateOf } from "./entity/template-call.ts";

/** The template of an entity's import. Throws `notFound` for one that is not imported. */
const template =
  (name: string): Handler =>
  async (call) => {
    const entity = call.services.schemas.entities.get(name);
    if (!entity?.list.import) throw new Failure("notFound");
    return templateOf(call, entity);
  };

export const payeeTemplate = template("bankAccount");
export const payTemplate = template("withdrawal");
export const remitTemplate = template("remittance");
