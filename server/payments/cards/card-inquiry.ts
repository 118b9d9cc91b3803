/** GET /mer/gep/VCCmanagement/cardInquiry (C103): returns a card's balance and remaining limits. */
import { Failure } from "../../core/failure.ts";
import { handler } from "../../calls/handler.ts";
import { typeRow } from "../../calls/typed-rows.ts";
import { readOne } from "../../records/record-sources.ts";

export const cardInquiry = handler("cardInquiry", async ({ services, actor, body, lang }) => {
  const { schemas } = services;
  const row = await readOne(services, schemas.entity("card"), body.id, { tenant: actor.tenant, lang });
  if (!row) throw new Failure("notFound");
  const { id, status, disabledReason, currency, balance, held, dayLeft, monthLeft, limitLeft } = typeRow("card", row);
  return {
    id,
    status,
    ...omitEmpty({ disabledReason, currency, balance, held, dayLeft, monthLeft, limitLeft }),
  };
});

/** Omits values that are undefined or an empty string. */
function omitEmpty<T extends object>(values: T): Partial<T>;
function omitEmpty(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));
}
