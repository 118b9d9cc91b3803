/**
 * Numbers of statements over any period, such as `20261005-20261112-CNY`. A number contains the period and the
 * currency, so that the statement can be computed without being stored.
 */
import { isRealDate } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";

/** Currency and period of a statement. Days are in the product's time zone, and both are inclusive. */
interface StatementPeriod {
  currency: string;
  from: string;
  to: string;
}

export interface NumberedStatement extends StatementPeriod {
  number: string;
}

/** Maximum number of statements in one query. Each reads the tenant's postings of its currency. */
const MAX_STATEMENTS = 50;
const NUMBER = /^(\d{4})(\d{2})(\d{2})-(\d{4})(\d{2})(\d{2})-([A-Z]{3})$/;

export const formatStatementNumber = ({ currency, from, to }: StatementPeriod): string =>
  [from, to, currency].map((part) => part.replaceAll("-", "")).join("-");

/**
 * Parses a statement number. Returns undefined if it is malformed, contains a date that does not exist, or ends before
 * it begins.
 */
function parseStatementNumber(text: string): StatementPeriod | undefined {
  const [, ...parts] = NUMBER.exec(text) ?? [];
  const currency = parts[6];
  const [from, to] = [parts.slice(0, 3).join("-"), parts.slice(3, 6).join("-")];
  return currency !== undefined && isRealDate(from) && isRealDate(to) && from <= to
    ? { currency, from, to }
    : undefined;
}

/**
 * Parses statement numbers and omits invalid ones.
 *
 * @throws Failure `exportTooMany` for more than `MAX_STATEMENTS` numbers
 */
export function parseStatementNumbers(numbers: readonly string[]): NumberedStatement[] {
  if (numbers.length > MAX_STATEMENTS)
    throw new Failure("exportTooMany", { rows: numbers.length, most: MAX_STATEMENTS });
  return numbers.flatMap((number) => {
    const period = parseStatementNumber(number);
    return period ? [{ number, ...period }] : [];
  });
}
