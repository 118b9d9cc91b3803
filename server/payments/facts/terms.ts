import type { Row } from "@portolan/engine";
import type { FactRequest } from "../../lifecycle/context.ts";
import { findCurrenciesWithExit, findLargestMargin, findMargins, PRODUCT, readTermsInForce } from "../rates/terms.ts";

/** A merchant's terms in force for the entity's product. */
export interface Terms {
  byCurrency: ReadonlyMap<string, Row>;
  /** Currencies that the terms of any product let out again. */
  withExit: ReadonlySet<string>;
  /** Terms of a held currency without its own. Only exchanges have them: every balance can be sold. */
  ofHeld: Row | undefined;
}

/** Reads the merchant's current terms for the entity's product. */
export async function readTerms({ db, schemas, clock, actor, entity }: FactRequest): Promise<Terms> {
  const inForce = await readTermsInForce(db, schemas, actor.tenant, clock.now());
  const own = inForce.filter(({ product }) => product === entity.name);
  const margin = entity.name === PRODUCT ? findLargestMargin(findMargins(inForce)) : undefined;
  return {
    byCurrency: new Map(own.map((row) => [String(row["currency"]), row])),
    withExit: findCurrenciesWithExit(inForce),
    ofHeld: margin && { exchangeRate: margin.toString(), singleFee: "0" },
  };
}
