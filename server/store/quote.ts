/** Quotes a text as an SQL literal. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
