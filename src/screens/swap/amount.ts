/**
 * Parses and formats amounts with the engine's money kind, including full-width digits, digit grouping, `1.2万` and its
 * error messages.
 */
import { type Entity, buildKindContext, type Lang, type Row } from "@portolan/engine";

export type Side = "sell" | "buy";
/** Returns the name of the request field for a side. */
export const nameAmount = (side: Side): string => `${side}Amount`;

/** Parses the text into a plain decimal or an error; neither for an empty text. */
export function readAmount(
  request: Entity,
  side: Side,
  text: string,
  record: Row,
  lang: Lang,
): { value?: string; error?: string } {
  if (text.trim() === "") return {};
  const name = nameAmount(side);
  const field = request.field(name);
  const parsed = field.kind.parse(text, buildKindContext(request, field, lang, record));
  const value = parsed.ok ? String(parsed.value) : text;
  const [error] = request
    .check({ ...record, [name]: value }, { lang, side: "browser", only: [name] })
    .errors.filter(({ at }) => at === `/${name}`);
  return error ? { error: error.message } : { value };
}

/** Formats an amount with digit grouping and the decimals of its currency. */
export function showAmount(request: Entity, side: Side, value: string, record: Row, lang: Lang): string {
  const field = request.field(nameAmount(side));
  return field.kind.text(value, buildKindContext(request, field, lang, record));
}

/** Formats an amount of any currency with digit grouping. */
export const formatMoney = (request: Entity, value: string, currency: string, lang: Lang): string =>
  showAmount(request, "sell", value, { sellCurrency: currency }, lang);
