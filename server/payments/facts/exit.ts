import type { FactLoader } from "../../lifecycle/context.ts";
import { readTerms } from "./terms.ts";

/** Loads whether the merchant's terms let the bought currency out again: sold, paid or withdrawn. */
export const exit: FactLoader = async (about) => {
  const currency = about.record["buyCurrency"];
  return typeof currency === "string" ? { open: (await readTerms(about)).withExit.has(currency) } : undefined;
};
