/** Numbers of statements over any period, such as `20261005-20261112-CNY`, which contain all that is needed to compute one. */

/** Currency and period of a statement. Days are those of the product's time zone, and both are included. */
export interface StatementPeriod {
  currency: string;
  from: string;
  to: string;
}

const NUMBER = /^(\d{4})(\d{2})(\d{2})-(\d{4})(\d{2})(\d{2})-([A-Z]{3})$/;

/** Returns the number of a statement. */
export const formatStatementNumber = ({ currency, from, to }: StatementPeriod): string =>
  [from, to, currency].map((part) => part.replaceAll("-", "")).join("-");

/** Parses the number of a statement; undefined for other texts, days that do not exist and periods that end first. */
export function parseStatementNumber(text: string): StatementPeriod | undefined {
  const [, ...parts] = NUMBER.exec(text) ?? [];
  const currency = parts[6];
  const [from, to] = [parts.slice(0, 3).join("-"), parts.slice(3, 6).join("-")];
  return currency !== undefined && isDay(from) && isDay(to) && from <= to ? { currency, from, to } : undefined;
}

const isDay = (text: string): boolean => {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
};
