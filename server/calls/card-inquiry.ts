/** GET /mer/gep/VCCmanagement/cardInquiry (C103): what a card has and may still spend, now. */
import { Failure } from "../core/failure.ts";
import type { Handler } from "./handler.ts";
import { readOne } from "../records/record-sources.ts";

const TOLD = ["id", "status", "disabledReason", "currency", "balance", "held", "dayLeft", "monthLeft", "limitLeft"];

export const cardInquiry: Handler = async ({ services, actor, body, lang }) => {
  const row = await readOne(services, services.schemas.entity("card"), String(body.id), {
    m: actor.merId,
    lang,
  });
  if (!row) throw new Failure("notFound");
  return Object.fromEntries(
    TOLD.filter((name) => row[name] !== undefined && row[name] !== "").map((name) => [name, row[name]]),
  );
};
