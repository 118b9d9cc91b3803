/** Puts constants into texts of `locales`, which name them as `{constants.tradingOpens}`. */
import * as constants from "../../src/contract/constants.gen.ts";
import { fillConstants as fill, type ConstantValue } from "@portolan/engine";

const values = new Map<string, ConstantValue>(Object.entries(constants));

/** Returns a text with the values of its constants. */
export const fillConstants = (text: string): string => fill(text, (name) => values.get(name));
